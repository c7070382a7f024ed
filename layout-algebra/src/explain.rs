//! `trace`: what the operations do, step by step, as plain data.
//!
//! The operations say it where they do it: `step!` around a computation that has a name, `says!` and `equals!` where
//! something is found on the way. Without the feature `explain` these macros are nothing; with it they do something
//! only inside of `trace`.

/// A computation that has a name: `step!(("size({layout})") size_of(layout))`.
macro_rules! step {
    (($($expression:tt)*) $computation:expr) => {{
        #[cfg(feature = "explain")]
        $crate::explain::begin(&|| alloc::format!($($expression)*));
        let answer = $computation;
        #[cfg(feature = "explain")]
        $crate::explain::end(&|| $crate::explain::Answer::answer(&answer));
        answer
    }};
}

/// A sentence.
macro_rules! says {
    ($($sentence:tt)*) => {{
        #[cfg(feature = "explain")]
        $crate::explain::say(&|| alloc::format!($($sentence)*));
    }};
}

/// An expression of the language and its value: `equals!(("size({layout})"), size)`.
macro_rules! equals {
    (($($expression:tt)*), $value:expr) => {{
        #[cfg(feature = "explain")]
        $crate::explain::equal(&|| {
            (alloc::format!($($expression)*), alloc::format!("{}", $value))
        });
    }};
}

pub(crate) use {equals, says, step};

/// Runs a computation without recording its steps: for one that only looks for better words.
pub fn untraced<T>(computation: impl FnOnce() -> T) -> T {
    #[cfg(feature = "explain")]
    return recorder::untraced(computation);
    #[cfg(not(feature = "explain"))]
    computation()
}

#[cfg(feature = "explain")]
pub(crate) use recorder::{Answer, equal, mark, restart, say};
#[cfg(feature = "explain")]
pub use recorder::{Line, NoAnswer, Step, begin, end, trace};

#[cfg(feature = "explain")]
mod recorder {
    extern crate std;

    use core::cell::RefCell;
    use core::fmt::{self, Display};

    use alloc::string::{String, ToString};
    use alloc::vec::Vec;

    use crate::ops::Outcome;
    use crate::{Error, HTuple, Layout};

    /// An event in a computation, in order.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Line {
        /// A computation that has a name.
        Step(Step),
        /// A sentence.
        Says(String),
        /// An expression of the language, and its value.
        Equals(String, String),
    }

    /// A computation that has a name.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Step {
        /// The expression, in the language.
        pub expression: String,
        /// The steps that it is made of.
        pub lines: Vec<Line>,
        /// The answer, or why there is no answer.
        pub answer: Result<String, NoAnswer>,
    }

    /// The reason why a step has no answer.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct NoAnswer {
        /// The operation that has none, if the algebra refuses it.
        pub operation: Option<&'static str>,
        /// The reason, without the operation.
        pub fact: String,
    }

    impl From<&Error> for NoAnswer {
        fn from(error: &Error) -> Self {
            NoAnswer { operation: Some(error.op()), fact: error.fact().to_string() }
        }
    }

    impl Display for NoAnswer {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            match self.operation {
                Some(operation) => write!(f, "{operation}: {}", self.fact),
                None => f.write_str(&self.fact),
            }
        }
    }

    /// The steps that have begun, with what was said in each; the first has no name.
    type Open = Vec<(String, Vec<Line>)>;

    std::thread_local! {
        static OPEN: RefCell<Option<Open>> = const { RefCell::new(None) };
    }

    fn with(record: impl FnOnce(&mut Open)) {
        OPEN.with(|open| {
            if let Ok(mut open) = open.try_borrow_mut()
                && let Some(open) = open.as_mut()
            {
                record(open);
            }
        });
    }

    fn is_traced() -> bool {
        OPEN.with(|open| open.try_borrow().is_ok_and(|open| open.is_some()))
    }

    fn add(line: Line) {
        with(|open| {
            let nested = open.len() > 1;
            let Some((_, lines)) = open.last_mut() else { return };
            // A step that only answers its operand is no step of another.
            let is_idle = match &line {
                Line::Step(Step { expression, lines, answer: Ok(answer) }) => {
                    lines.is_empty() && expression.ends_with(&alloc::format!("({answer})"))
                }
                _ => false,
            };
            if lines.last() != Some(&line) && !(nested && is_idle) {
                lines.push(line);
            }
        });
    }

    /// A computation, and what it says on the way: the steps of operations, each with what it is made of.
    ///
    /// If a computation over symbols is made anew under a condition, only the last attempt is
    /// recorded.
    ///
    /// ```
    /// use layout_algebra::explain::{Line, trace};
    /// use layout_algebra::ops;
    /// let (rest, lines) = trace(|| ops::complement(&"4:2".parse().unwrap(), &24.into()));
    /// let Line::Step(step) = &lines[0] else { panic!() };
    /// assert_eq!(step.expression, "complement(4:2, 24)");
    /// assert_eq!(step.answer.as_ref().unwrap(), &rest.unwrap().layout.to_string());
    /// assert!(step.lines.contains(&Line::Says("4:2 begins at 2, and from 1 to there 2:1 is free".into())));
    /// ```
    pub fn trace<T>(computation: impl FnOnce() -> T) -> (T, Vec<Line>) {
        let before = OPEN.replace(Some(Vec::from([(String::new(), Vec::new())])));
        let answer = computation();
        let open = OPEN.replace(before).unwrap_or_default();
        (answer, open.into_iter().next().map(|(_, lines)| lines).unwrap_or_default())
    }

    pub(super) fn untraced<T>(computation: impl FnOnce() -> T) -> T {
        let before = OPEN.replace(None);
        let answer = computation();
        OPEN.replace(before);
        answer
    }

    /// Begins a step, which `end` ends, whatever becomes of it.
    #[doc(hidden)]
    pub fn begin(expression: &dyn Fn() -> String) {
        if is_traced() {
            let expression = untraced(expression);
            with(|open| open.push((expression, Vec::new())));
        }
    }

    /// Ends the step that began last.
    #[doc(hidden)]
    pub fn end(answer: &dyn Fn() -> Result<String, NoAnswer>) {
        if !is_traced() {
            return;
        }
        let answer = untraced(answer);
        let mut step = None;
        with(|open| {
            if open.len() > 1 {
                step = open.pop();
            }
        });
        let Some((expression, mut lines)) = step else { return };
        // A step of which all is another one of the same name is that.
        let mut flat = Vec::with_capacity(lines.len());
        for line in lines.drain(..) {
            match line {
                Line::Step(inner) if inner.expression == expression => flat.extend(inner.lines),
                line => flat.push(line),
            }
        }
        add(Line::Step(Step { expression, lines: flat, answer }));
    }

    pub(crate) fn say(sentence: &dyn Fn() -> String) {
        if is_traced() {
            let sentence = untraced(sentence);
            add(Line::Says(sentence));
        }
    }

    pub(crate) fn equal(equation: &dyn Fn() -> (String, String)) {
        if is_traced() {
            let (expression, value) = untraced(equation);
            add(Line::Equals(expression, value));
        }
    }

    /// The number of lines so far, for [`restart`].
    pub(crate) fn mark() -> usize {
        let mut mark = 0;
        with(|open| mark = open.last().map_or(0, |(_, lines)| lines.len()));
        mark
    }

    /// Takes back what was said since a mark: the computation is made anew.
    pub(crate) fn restart(mark: usize) {
        with(|open| {
            if let Some((_, lines)) = open.last_mut() {
                lines.truncate(mark);
            }
        });
    }

    /// The answer of a step, as the language writes it.
    pub(crate) trait Answer {
        fn answer(&self) -> Result<String, NoAnswer>;
    }

    impl<T: Notation> Answer for Result<T, Error> {
        fn answer(&self) -> Result<String, NoAnswer> {
            self.as_ref().map(Notation::notation).map_err(NoAnswer::from)
        }
    }

    /// A result that has a notation, perhaps with an objection.
    pub(crate) trait Notation {
        fn notation(&self) -> String;
    }

    impl<D: Display> Notation for Layout<D> {
        fn notation(&self) -> String {
            self.to_string()
        }
    }

    impl<T: Display> Notation for HTuple<T> {
        fn notation(&self) -> String {
            self.to_string()
        }
    }

    impl<T: Notation> Notation for Outcome<T> {
        fn notation(&self) -> String {
            self.layout.notation()
        }
    }

    /// The answer to "is it injective?": true where there is no collision.
    impl<T> Notation for Option<T> {
        fn notation(&self) -> String {
            self.is_none().to_string()
        }
    }
}
