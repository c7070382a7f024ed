//! Values as their notation, in every format that has strings.

/// Serializes a type as what it prints, and reads that back.
macro_rules! by_notation {
    ($type:ty, $what:literal, $example:literal) => {
        const _: () = {
            use core::fmt;

            use ::serde::{Deserialize, Deserializer, Serialize, Serializer, de};

            impl Serialize for $type {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    serializer.collect_str(self)
                }
            }

            impl<'de> Deserialize<'de> for $type {
                fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    struct Text;

                    impl de::Visitor<'_> for Text {
                        type Value = $type;

                        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                            f.write_str(concat!($what, ", like `", $example, "`"))
                        }

                        fn visit_str<E: de::Error>(self, text: &str) -> Result<$type, E> {
                            text.parse().map_err(E::custom)
                        }
                    }

                    deserializer.deserialize_str(Text)
                }
            }
        };
    };
}

pub(super) use by_notation;
