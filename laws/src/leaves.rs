//! The laws of what is read off the leaves of layouts, or makes others of them.

use layout_algebra::{HTuple, Int, IntTuple, Layout, ModePath, Tiler, ops};

use super::function::{
    Function, components, points, same_function, size_of, value, value_at, values,
};
use super::{Law, ensure, text};

/// `R` has the size of `L`, and its value at every `i ≥ 0`, also past the size; no two
/// neighbours of its leaves could be one.
pub fn coalesce_z(layout: &Layout, result: &Layout) -> Law {
    let size = size_of(layout.shape())?;
    ensure!(size_of(result.shape())? == size, "{result} has another size than {layout}");
    for component in components(&[layout, result]) {
        let (f, g) = (Function::of(layout, &component)?, Function::of(result, &component)?);
        for i in points(layout.shape())? {
            for i in [i, i + size, i + 5 * size + 1] {
                let (x, y) = (f.at(i), g.at(i));
                ensure!(x == y, "{layout} at {i} is {x}, {result} is {y}");
            }
        }
    }
    let leaves = result.leaves();
    for pair in leaves.windows(2) {
        let ((extent, stride), (_, next)) = (pair[0], pair[1]);
        let merge = stride.times(extent).map_err(text)? == *next;
        ensure!(!merge && *extent != Int::ONE, "{result} of {layout} has a leaf too many");
    }
    Ok(())
}

/// `R` has the leaves of `L`, each as often, in ascending order of stride; a layout
/// that is an integer stays one.
pub fn sort(layout: &Layout, result: &Layout) -> Law {
    let pairs = |layout: &Layout| -> Result<Vec<(i128, i128)>, String> {
        let leaves = layout.leaves().into_iter();
        leaves.map(|(extent, stride)| Ok((value(stride.scale())?, value(extent)?))).collect()
    };
    let (mut all, found) = (pairs(layout)?, pairs(result)?);
    let nested = result.depth() == layout.depth().min(1) || layout.leaves().is_empty();
    ensure!(nested, "{layout} sorted is {result}");
    ensure!(found.windows(2).all(|pair| pair[0] <= pair[1]), "{result} is not in order");
    all.sort_unstable();
    ensure!(all == found, "{layout} sorted is {result}");
    Ok(())
}

/// `R(i) = A(i) + B(i)` for every `i` below the common size.
pub fn layout_add(a: &Layout, b: &Layout, result: &Layout) -> Law {
    let size = size_of(a.shape())?;
    ensure!(size_of(result.shape())? == size, "{result} has not the size {size}");
    let root = ModePath::root();
    let functions = [a, b, result].map(|layout| Function::of(layout, &root));
    let [Ok(f), Ok(g), Ok(sum)] = functions else { return Err(text("no function")) };
    for i in points(result.shape())?.into_iter().chain(points(a.shape())?) {
        let (expected, found) = (f.at(i).wrapping_add(g.at(i)), sum.at(i));
        ensure!(found == expected, "at {i} the sum is {expected}, {result} is {found}");
    }
    Ok(())
}

/// One step along the leaf at the path is a step of 1, and no leaf before it takes
/// such a step.
pub fn leading_dim(layout: &Layout, path: &ModePath) -> Law {
    for (at, extent) in layout.shape().leaf_paths() {
        let step = unit_at(layout.shape(), &at);
        let steps = *extent != Int::ONE
            && value_at(&step, layout, &ModePath::root())? == 1
            && components(&[&layout.get(at.indices()).ok_or_else(|| text(&at))?])
                == [ModePath::root()];
        if at == *path {
            ensure!(steps, "{layout} has no step of 1 at {path:?}");
            return Ok(());
        }
        ensure!(!steps, "{layout} has a step of 1 at {at:?}, before {path:?}");
    }
    Err(format!("{layout} has no leaf {path:?}"))
}

/// The coordinate of zeros, but for a 1 at one leaf.
fn unit_at(shape: &IntTuple, path: &ModePath) -> IntTuple {
    let mut paths = shape.leaf_paths().into_iter();
    let here = |at: Option<(ModePath, &Int)>| at.is_some_and(|(at, _)| at == *path);
    shape.map(&mut |_| if here(paths.next()) { Int::ONE } else { Int::ZERO })
}

/// The answer is whether both have one size and the same values.
pub fn functionally_equal(a: &Layout, b: &Layout, answer: bool) -> Law {
    let same = size_of(a.shape())? == size_of(b.shape())?
        && same_function(a, b, a.shape()).is_ok()
        && same_function(a, b, b.shape()).is_ok();
    ensure!(same == answer, "{a} and {b}: functionally_equal is {answer}");
    Ok(())
}

/// `R` is `extent` bits rounded up to bytes: no fewer bytes hold them.
pub fn size_in_bytes(cosize: &Int, bits: &Int, result: &Int) -> Law {
    let (all, bytes) = (value(cosize)? * value(bits)?, value(result)?);
    let least = bytes * 8 >= all && (bytes - 1) * 8 < all;
    ensure!(least, "{cosize} elements of {bits} bits take {result} bytes");
    Ok(())
}

/// `R` is congruent to a value of the layout, and 0.
pub fn coprofile(layout: &Layout, result: &IntTuple) -> Law {
    let like = ops::coshape(layout).map_err(text)?;
    let zeros = result.leaves().into_iter().all(|leaf| *leaf == Int::ZERO);
    ensure!(like.congruent(result) && zeros, "the values of {layout} are not nested as {result}");
    Ok(())
}

/// With `D = zipped_divide(L, T)` of a tile and rests: `offset + R(x)` runs through
/// `D(t, r)`, for the positions `t` and the tiles `r` that the part leaves open, `t`
/// first.
pub fn part(
    layout: &Layout,
    tiler: &Tiler,
    (tile, rest): (&[Option<i128>], &[Option<i128>]),
    (result, offset): (&Layout, &IntTuple),
) -> Law {
    let divided = ops::zipped_divide(layout, tiler).map_err(text)?.layout;
    let modes = divided.modes();
    let [tiles, rests] = modes.as_slice() else { return Err(text("no tiles")) };
    let mut expected = vec![0i128];
    let both = tiles.modes().into_iter().zip(tile).chain(rests.modes().into_iter().zip(rest));
    let root = ModePath::root();
    for (mode, at) in both {
        let f = Function::of(&mode, &root)?;
        let open: Vec<i128> = match at {
            Some(at) => vec![f.at(*at)],
            None => (0..size_of(mode.shape())?).map(|i| f.at(i)).collect(),
        };
        let longer = |step: &i128| -> Vec<i128> { expected.iter().map(|x| x + step).collect() };
        expected = open.iter().flat_map(longer).collect();
    }
    let HTuple::Leaf(offset) = offset else { return Err(text("a coordinate for an offset")) };
    let found = values(result, &[root])?;
    let found: Result<Vec<i128>, _> =
        found.into_iter().map(|x| Ok::<_, String>(x[0] + value(offset)?)).collect();
    ensure!(found? == expected, "a part of {divided} is {result} at {offset}");
    Ok(())
}

/// The elements of all threads together: every element of the layout, of one thread
/// each.
pub fn local_partition(layout: &Layout, parts: &[(Layout, IntTuple)]) -> Law {
    let root = ModePath::root();
    let mut found = Vec::new();
    for (part, offset) in parts {
        let HTuple::Leaf(offset) = offset else { return Err(text("a coordinate")) };
        let offset = value(offset)?;
        let root = core::slice::from_ref(&root);
        found.extend(values(part, root)?.into_iter().map(|x| x[0] + offset));
    }
    let mut all: Vec<i128> =
        values(layout, core::slice::from_ref(&root))?.into_iter().map(|x| x[0]).collect();
    all.sort_unstable();
    found.sort_unstable();
    ensure!(all == found, "the threads do not share {layout}");
    Ok(())
}
