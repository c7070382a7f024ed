//! Colours. They were found by search in OKLCH for the greatest least distance of any two, over
//! normal, protan, deutan and tritan sight; each class has a lightness of its own, so that grey
//! keeps them apart. The tests compute contrast and distances anew.

use crate::picture::Paint;

/// One set of colours, as `#rrggbb`.
pub(crate) struct Palette {
    pub(crate) classes: [&'static str; 8],
    pub(crate) ramp: [&'static str; 9],
    /// Text on classes and the ramp.
    pub(crate) digits: &'static str,
    /// Everything else that is written or drawn.
    pub(crate) ink: &'static str,
    pub(crate) paper: &'static str,
    pub(crate) alarm: &'static str,
}

pub(crate) const LIGHT: Palette = Palette {
    classes: [
        "#c4ffef", "#c7c580", "#d0d5fe", "#dc9585", "#ffe0a3", "#92b7ef", "#feb5c4", "#51aebd",
    ],
    ramp: [
        "#fbf6df", "#eef3d0", "#daeec8", "#c3e6c8", "#abdccd", "#95d0d3", "#83c1d8", "#79b1da",
        "#79a0d8",
    ],
    digits: "#111111",
    ink: "#1a1c1f",
    paper: "#ffffff",
    alarm: "#b8420a",
};

pub(crate) const DARK: Palette = Palette {
    classes: [
        "#0f6d5c", "#777536", "#5e6197", "#7b4034", "#473300", "#0f2d57", "#642a39", "#04535e",
    ],
    ramp: [
        "#2a2a22", "#2b3122", "#2a3a28", "#274433", "#234e43", "#215655", "#285d69", "#37627c",
        "#4b658d",
    ],
    digits: "#ffffff",
    ink: "#e7e9ec",
    paper: "#15171a",
    alarm: "#ff9a5c",
};

impl Palette {
    /// The colour of a cell; none for paper.
    pub(crate) fn color(&self, paint: Paint) -> Option<&'static str> {
        match paint {
            Paint::Blank => None,
            Paint::Class(k) => Some(self.classes[usize::from(k) % self.classes.len()]),
            Paint::Step(k) => Some(self.ramp[usize::from(k).min(self.ramp.len() - 1)]),
        }
    }
}

/// The class of a colour in stylesheets: `h3`, `r8`.
pub(crate) fn class(paint: Paint) -> Option<String> {
    match paint {
        Paint::Blank => None,
        Paint::Class(k) => Some(format!("h{k}")),
        Paint::Step(k) => Some(format!("r{k}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Red, green and blue, linear.
    fn linear(color: &str) -> [f64; 3] {
        [1, 3, 5].map(|at| {
            let byte = u8::from_str_radix(&color[at..at + 2], 16).unwrap();
            let part = f64::from(byte) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        })
    }

    fn luminance(color: &str) -> f64 {
        let [red, green, blue] = linear(color);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// The contrast of WCAG 2.
    fn contrast(a: &str, b: &str) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn digits_have_contrast() {
        for (palette, least) in [(LIGHT, 7.0), (DARK, 4.5)] {
            for color in palette.classes.iter().chain(&palette.ramp) {
                let contrast = contrast(palette.digits, color);
                assert!(contrast >= least, "{color}: {contrast:.2}");
            }
            assert!(contrast(palette.ink, palette.paper) >= 14.0);
            assert!(contrast(palette.alarm, palette.paper) >= 4.5);
        }
    }

    #[test]
    fn the_ramp_is_ordered_also_in_grey() {
        let steps = |palette: Palette| palette.ramp.map(luminance);
        assert!(steps(LIGHT).is_sorted_by(|a, b| a > b));
        assert!(steps(DARK).is_sorted_by(|a, b| a < b));
    }

    /// Matrices of normal sight and of the sight without one kind of cones, by Viénot, Brettel and Mollon.
    const SIGHTS: [[[f64; 3]; 3]; 4] = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [[0.11238, 0.88762, 0.0], [0.11238, 0.88762, 0.0], [0.00401, -0.00401, 1.0]],
        [[0.29275, 0.70725, 0.0], [0.29275, 0.70725, 0.0], [-0.02234, 0.02234, 1.0]],
        [[1.0, 0.15236, -0.15236], [0.0, 0.86717, 0.13283], [0.0, 0.86717, 0.13283]],
    ];

    fn oklab([r, g, b]: [f64; 3]) -> [f64; 3] {
        let l = (0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b).cbrt();
        let m = (0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b).cbrt();
        let s = (0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b).cbrt();
        [
            0.210_454_255_3 * l + 0.793_617_785 * m - 0.004_072_046_8 * s,
            1.977_998_495_1 * l - 2.428_592_205 * m + 0.450_593_709_9 * s,
            0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766 * s,
        ]
    }

    #[test]
    fn classes_differ_for_every_sight() {
        for palette in [LIGHT, DARK] {
            for sight in SIGHTS {
                let seen = palette.classes.map(|color| {
                    let c = linear(color);
                    oklab(sight.map(|row| (0..3).map(|k| row[k] * c[k]).sum::<f64>().max(0.0)))
                });
                for (i, a) in seen.iter().enumerate() {
                    for (j, b) in seen.iter().enumerate().skip(i + 1) {
                        let distance = (0..3).map(|k| (a[k] - b[k]).powi(2)).sum::<f64>().sqrt();
                        assert!(distance > 0.04, "classes {i} and {j}: {distance:.3}");
                    }
                }
            }
        }
    }
}
