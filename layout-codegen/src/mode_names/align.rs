//! A layout over the modes of another, which are matched by name.
//!
//! Only paths and extents are looked at: where each mode of the result is from, as `Aligned`, of which
//! the layout is made.

use layout_algebra::{
    CollectVec, Error, HTuple, Int, IntTuple, Layout, ModePath, Terms, Truth, ops,
};

use super::{ModeNames, is_part};

/// A shape with the names of its modes.
#[derive(Clone, Copy)]
pub(crate) struct Named<'a> {
    pub(crate) shape: &'a IntTuple,
    pub(crate) names: &'a ModeNames,
}

/// Origin of the modes of a layout.
#[derive(Debug)]
pub(crate) struct Aligned {
    /// Each mode of the target.
    over: From,
    /// The modes that the target has not.
    pub(crate) left: Vec<ModePath>,
}

/// Origin of a mode.
#[derive(Debug)]
enum From {
    /// A mode of the source, in this shape.
    Mode(ModePath, IntTuple),
    /// A new mode: all its coordinates have the same element.
    New(IntTuple),
    Modes(Vec<From>),
}

/// Reason why a layout is none over the modes of another.
pub(crate) enum Misaligned {
    /// Names or extents do not fit.
    Names(String),
    Algebra(Error),
}

/// The modes of a source for those of a target. Where neither has names, mode i is mode i.
pub(crate) fn align(source: Named<'_>, target: Named<'_>) -> Result<Aligned, Misaligned> {
    let by_place = !source.names.has_modes() && !target.names.has_modes();
    if by_place && source.shape.rank() != target.shape.rank() {
        let (one, other) = (source.text(), target.text());
        return Err(Misaligned::Names(format!(
            "{one} and {other} have {} and {} modes, and no names by which to match them",
            source.shape.rank(),
            target.shape.rank()
        )));
    }
    let mut found = Finder { source, target, by_place, used: Vec::new() };
    let over = found.node(target.shape, &ModePath::root())?;
    let left = found.left(source.shape, &ModePath::root())?;
    Ok(Aligned { over, left })
}

struct Finder<'a> {
    source: Named<'a>,
    target: Named<'a>,
    by_place: bool,
    /// The modes of the source that the target has.
    used: Vec<ModePath>,
}

impl Finder<'_> {
    /// The origin of a mode of the target.
    fn node(&mut self, shape: &IntTuple, path: &ModePath) -> Result<From, Misaligned> {
        if self.by_place && (path.indices().len() == 1 || !shape.is_tuple()) {
            return self.same(shape, path, path.clone());
        }
        let name = self.target.names.of(path.indices());
        if let Some(name) = name {
            let names = self.source.names;
            if let Some((found, _)) = names.iter().find(|(_, other)| *other == name) {
                return self.same(shape, path, found.into());
            }
            let parts = parts_of(names, name);
            if parts.is_empty() {
                return Ok(From::New(shape.clone()));
            }
            if self.target.names.inside(path.indices()).next().is_none() {
                return Err(self.parts(name, &parts, self.target, self.source));
            }
        }
        match shape {
            HTuple::Tuple(items) if !items.is_empty() => {
                let mut modes = Vec::new();
                for (i, item) in items.iter().enumerate() {
                    modes.push(self.node(item, &path.child(i))?);
                }
                Ok(From::Modes(modes))
            }
            HTuple::Leaf(extent) if *extent != Int::ONE => Err(self.unnamed(self.target, path)),
            shape => Ok(From::New(shape.clone())),
        }
    }

    /// A mode of the source with the name of one of the target.
    fn same(
        &mut self,
        shape: &IntTuple,
        path: &ModePath,
        found: ModePath,
    ) -> Result<From, Misaligned> {
        let Some(own) = self.source.shape.get(found.indices()) else {
            return Err(self.unnamed(self.target, path));
        };
        let (mine, theirs) = (size(own)?, size(shape)?);
        match mine.equals(&theirs) {
            Truth::True => {}
            Truth::Unknown => {
                let condition = layout_algebra::Condition::equal(&mine, &theirs);
                return Err(Misaligned::Algebra(Error::unproved("align_as", condition)));
            }
            Truth::False => {
                let name = self.name_of(path);
                return Err(self.refused(&format!(
                    "{name} is two lengths: {mine} in {}, and {theirs} in {}",
                    self.source.text(),
                    self.target.text()
                )));
            }
        }
        self.check_order(path, &found)?;
        self.used.push(found.clone());
        Ok(From::Mode(found, shape.clone()))
    }

    /// Refuses a mode whose parts have the same names in another order: its coordinate would be
    /// another one.
    fn check_order(&self, path: &ModePath, found: &ModePath) -> Result<(), Misaligned> {
        let (mut mine, mut theirs) = (self.source.inside(found), self.target.inside(path));
        retain_common(&mut mine, &theirs);
        retain_common(&mut theirs, &mine);
        if mine == theirs {
            return Ok(());
        }
        let name = self.name_of(path);
        Err(self.refused(&format!(
            "{name} is two meanings: its parts are in one order in {}, and in another in {}",
            self.source.text(),
            self.target.text()
        )))
    }

    /// The modes of the source that no mode of the target is.
    fn left(&self, shape: &IntTuple, path: &ModePath) -> Result<Vec<ModePath>, Misaligned> {
        if self.used.iter().any(|used| path.indices().starts_with(used.indices())) {
            return Ok(Vec::new());
        }
        let is_around = |used: &ModePath| used.indices().starts_with(path.indices());
        if let (false, Some(name)) =
            (self.used.iter().any(is_around), self.source.names.of(path.indices()))
        {
            let parts = parts_of(self.target.names, name);
            if !parts.is_empty() {
                return Err(self.parts(name, &parts, self.source, self.target));
            }
            return Ok(vec![path.clone()]);
        }
        match shape {
            HTuple::Tuple(items) => {
                let mut left = Vec::new();
                for (i, item) in items.iter().enumerate() {
                    left.extend(self.left(item, &path.child(i))?);
                }
                Ok(left)
            }
            HTuple::Leaf(extent) if *extent == Int::ONE => Ok(Vec::new()),
            HTuple::Leaf(_) => Err(self.unnamed(self.source, path)),
        }
    }

    /// Refuses a mode of one side whose parts are modes of the other.
    fn parts(
        &self,
        name: &str,
        parts: &[String],
        whole: Named<'_>,
        other: Named<'_>,
    ) -> Misaligned {
        let (whole, other, are) =
            (whole.text(), other.text(), if parts.len() == 1 { "is a part" } else { "are parts" });
        let parts = parts.join(" and ");
        Misaligned::Names(format!(
            "`{name}` is one mode of {whole}, of which {parts} {are} in {other}\n\
             a mode and its parts are not matched: divide both, or neither"
        ))
    }

    fn name_of(&self, path: &ModePath) -> String {
        match self.target.names.of(path.indices()) {
            Some(name) => format!("`{name}`"),
            None => format!("mode {path}"),
        }
    }

    fn unnamed(&self, of: Named<'_>, path: &ModePath) -> Misaligned {
        let extent = of.shape.get(path.indices()).map(ToString::to_string).unwrap_or_default();
        let place = match path.is_root() {
            true => of.text(),
            false => format!("mode {path} of {}, of extent {extent},", of.text()),
        };
        self.refused(&format!("{place} has no name by which to match it"))
    }

    fn refused(&self, message: &str) -> Misaligned {
        Misaligned::Names(message.to_owned())
    }
}

/// The names of what is within a mode of a name, wherever it stands.
fn parts_of(names: &ModeNames, name: &str) -> Vec<String> {
    let parts = names.texts().filter(|other| is_part(other, name));
    parts.map(|part| format!("`{part}`")).collect_vec()
}

fn size(shape: &IntTuple) -> Result<Int, Misaligned> {
    ops::product(shape).map_err(Misaligned::Algebra)
}

impl Named<'_> {
    /// The shape with its names, as it is written.
    pub(crate) fn text(self) -> String {
        self.names.shape(self.shape)
    }

    /// The names of the modes within a mode, without that of the whole, and their extents.
    fn inside(self, mode: &ModePath) -> Vec<(String, String)> {
        let whole = self.names.of(mode.indices()).unwrap_or_default();
        let mut inside = Vec::new();
        for (path, name) in self.names.inside(mode.indices()) {
            let extent = self.shape.get(path).map(ToString::to_string).unwrap_or_default();
            inside.push((name.strip_prefix(whole).unwrap_or(name).to_owned(), extent));
        }
        inside
    }
}

/// Keeps the modes whose names are in another list, too.
fn retain_common(modes: &mut Vec<(String, String)>, others: &[(String, String)]) {
    modes.retain(|(name, _)| others.iter().any(|(other, _)| other == name));
}

impl Aligned {
    /// The layout of the source over the modes of the target.
    pub(crate) fn of<D: Terms>(&self, source: &Layout<D>) -> Result<Layout<D>, Error> {
        self.over.layout(source)
    }

    /// The layout whose mode 0 has the modes that the target lacks.
    pub(crate) fn fold_of<D: Terms>(&self, source: &Layout<D>) -> Result<Layout<D>, Error> {
        let left = self.left.iter().filter_map(|path| source.get(path.indices())).collect_vec();
        let first = match left.as_slice() {
            [] => Layout::lifted(&Layout::unit()),
            [one] => one.clone(),
            all => Layout::from_modes(all)?,
        };
        let over = self.of(source)?;
        let modes = match over.shape() {
            HTuple::Tuple(_) => over.modes(),
            HTuple::Leaf(_) => vec![over],
        };
        Layout::from_modes(&[vec![first], modes].concat())
    }
}

impl From {
    fn layout<D: Terms>(&self, source: &Layout<D>) -> Result<Layout<D>, Error> {
        match self {
            From::Mode(path, shape) => {
                let own = source.get(path.indices());
                let own = own.unwrap_or_else(|| Layout::lifted(&Layout::unit()));
                if own.shape() == shape || !shape.is_tuple() {
                    return Ok(own);
                }
                // In the target's shape where that is a layout; it is the same function of the
                // mode's coordinate otherwise, too.
                Ok(match ops::with_shape(&own, shape).and_then(ops::Outcome::strict) {
                    Ok(layout) => layout,
                    Err(error) if error.condition().is_some() => return Err(error),
                    Err(_) => own,
                })
            }
            From::New(shape) => Layout::of(shape.clone(), shape.map(&mut |_| D::none())),
            From::Modes(modes) => {
                let modes = modes.iter().map(|mode| mode.layout(source));
                Layout::from_modes(&modes.try_collect_vec()?)
            }
        }
    }
}
