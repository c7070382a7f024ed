//! Checks of one layout of integer strides.

use layout_algebra::{Coordinate, Crd, ErrorKind, HTuple, Int, IntTuple, Layout, ops};
use layout_laws::{self as laws, EXHAUSTIVE, Law};

use super::{
    Answer, Check, Operands, Over, Verdict, always, ensure, exactly, some_points, text, together,
    verdict,
};
use crate::{leaf, size_of};

const fn check(ops: &'static [&'static str], holds: fn(&Operands) -> Verdict) -> Check {
    Check { ops, over: Over::Layout, holds }
}

pub(super) const CHECKS: &[Check] = &[
    check(&["coalesce"], |x| always(ops::coalesce(x.layout), |r| laws::coalesce(x.layout, r))),
    check(&["flatten", "unflatten"], |x| {
        let flat = ops::flatten(x.layout);
        laws::flatten(x.layout, &flat)?;
        always(ops::unflatten(&flat, x.layout.shape()), |r| {
            laws::unflatten(&flat, x.layout.shape(), r)?;
            laws::same_layout(x.layout, r)
        })
    }),
    check(&["filter"], |x| always(ops::filter(x.layout), |r| laws::filter(x.layout, r))),
    check(&["filter_zeros", "filter_zeros_by"], |x| {
        let zeros = ops::filter_zeros(x.layout).map_err(|error| error.to_string())?;
        laws::filter_zeros(x.layout, &zeros)?;
        let profile = x.layout.stride().map(&mut |stride| stride.scale().clone());
        always(ops::filter_zeros_by(x.layout, &profile), |r| {
            laws::filter_zeros_by(x.layout, &profile, r)?;
            ensure(*r == zeros, || format!("{r} is not {zeros}"))
        })
    }),
    check(&["coalesce_by_mode", "filter_by_mode"], |x| {
        let modes = HTuple::Tuple(x.layout.shape().modes().iter().map(|_| leaf(1)).collect());
        for profile in [leaf(1), HTuple::Tuple(Vec::new()), modes, x.layout.shape().clone()] {
            let fits = ops::weakly_congruent(&profile, x.layout.shape())
                || (profile.is_tuple() && profile.rank() <= x.layout.rank());
            let coalesced = ops::coalesce_by_mode(x.layout, &profile);
            let filtered = ops::filter_by_mode(x.layout, &profile);
            let refused = |_: &_| {
                ensure(!fits || !x.layout.shape().is_tuple(), || {
                    format!("{} has the modes of {profile}", x.layout)
                })
            };
            verdict(coalesced, |r| laws::coalesce_by_mode(x.layout, &profile, r), refused)?;
            verdict(filtered, |r| laws::filter_by_mode(x.layout, &profile, r), refused)?;
        }
        Ok(Answer::Found)
    }),
    check(&["find_collision", "check_injective"], |x| {
        let collision = ops::find_collision(x.layout);
        let is_checked = ops::check_injective(x.layout).is_ok();
        always(collision, |r| {
            laws::collision(x.layout, r.as_ref())?;
            ensure(is_checked == r.is_none(), || format!("check_injective({}) differs", x.layout))
        })
    }),
    check(&["offset_range", "cosize", "coshape"], |x| {
        together([
            always(ops::offset_range(x.layout), |r| laws::offset_range(x.layout, r)),
            always(ops::cosize(x.layout), |r| laws::cosize(x.layout, r)),
            // Of integer strides the shape of the codomain is its size.
            always(ops::coshape(x.layout), |r| match r {
                HTuple::Leaf(cosize) => laws::cosize(x.layout, cosize),
                HTuple::Tuple(_) => Err(format!("coshape({}) is {r}", x.layout)),
            }),
        ])
    }),
    check(&["complement_below"], |x| {
        verdict(
            ops::complement_below(x.layout),
            |r| {
                let end = ops::filter(x.layout).and_then(|f| ops::cosize(&f)).map_err(text)?;
                laws::complement(x.layout, &end.into(), r)
            },
            |error| laws::no_complement(x.layout, error),
        )
    }),
    check(&["right_inverse"], |x| {
        always(ops::right_inverse(x.layout), |r| laws::right_inverse(x.layout, r))
    }),
    check(&["left_inverse"], |x| {
        verdict(
            ops::left_inverse(x.layout),
            |r| laws::left_inverse(x.layout, r),
            |error| laws::no_left_inverse(x.layout, error),
        )
    }),
    check(&["nullspace"], |x| always(ops::nullspace(x.layout), |r| laws::nullspace(x.layout, r))),
    check(&["max_alignment"], |x| {
        always(ops::max_alignment(x.layout), |r| laws::max_alignment(x.layout, r))
    }),
    check(&["make_layout_like"], |x| {
        always(ops::make_layout_like(x.layout), |r| laws::make_layout_like(x.layout, r))
    }),
    check(&["make_fragment_like"], |x| {
        always(ops::make_fragment_like(x.layout), |r| laws::make_fragment_like(x.layout, r))
    }),
    check(&["transpose"], |x| always(ops::transpose(x.layout), |r| laws::transpose(x.layout, r))),
    check(&["is_injective", "is_bijective", "is_contiguous", "is_compact"], |x| {
        if size_of(x.layout.shape()) > EXHAUSTIVE {
            return Ok(Answer::Undecided);
        }
        together([
            always(ops::is_injective(x.layout), |r| laws::is_injective(x.layout, *r)),
            always(ops::is_bijective(x.layout), |r| laws::is_bijective(x.layout, *r)),
            always(ops::is_contiguous(x.layout), |r| laws::is_contiguous(x.layout, *r)),
            always(ops::is_compact(x.layout), |r| laws::is_compact(x.layout, *r)),
        ])
    }),
    check(&["is_col_major", "is_row_major"], |x| {
        together([
            always(ops::is_col_major(x.layout), |r| laws::is_col_major(x.layout, *r)),
            always(ops::is_row_major(x.layout), |r| laws::is_row_major(x.layout, *r)),
        ])
    }),
    check(&["infer_layout"], |x| {
        if size_of(x.layout.shape()) > EXHAUSTIVE {
            return Ok(Answer::Undecided);
        }
        let mut values = offsets(x.layout)?;
        let whole = always(ops::infer_layout(&values), |r| {
            laws::infer_layout(&values, r)?;
            let expected = ops::coalesce(x.layout).map_err(text)?;
            ensure(*r == expected, || format!("{r} is not {expected}"))
        });
        whole?;
        // One value that is off by one.
        let at = values.len() * 2 / 3;
        values[at] = values[at].add(&Int::ONE).map_err(|_| "an overflow".to_owned())?;
        verdict(
            ops::infer_layout(&values),
            |r| laws::infer_layout(&values, r),
            |error| laws::no_infer_layout(&values, error),
        )
    }),
    check(&["get"], |x| {
        for (path, _) in x.layout.shape().leaf_paths() {
            for depth in 0..=path.indices().len() {
                let path = &path.indices()[..depth];
                always(ops::get(x.layout, path), |r| laws::get(x.layout, path, r))?;
            }
        }
        exactly(false, ops::get(x.layout, &[x.layout.rank()]), |_| Ok(()))?;
        Ok(Answer::Found)
    }),
    check(&["size", "evaluate", "crd2idx"], |x| {
        let shape = x.layout.shape();
        always(ops::size(x.layout), |r| laws::size(shape, r))?;
        let sizes = HTuple::Tuple(shape.modes().iter().map(|mode| leaf(size_of(mode))).collect());
        for i in some_points(size_of(shape), 3) {
            let mut coordinates = vec![leaf(i)];
            if i == 0 || i > 0 && shape.leaf_count() > 0 {
                coordinates.extend(ops::idx2crd(&leaf(i), shape));
                coordinates
                    .extend(ops::idx2crd(&leaf(i), &sizes).ok().filter(|_| shape.is_tuple()));
            }
            for crd in coordinates {
                let value = ops::evaluate(&crd, x.layout);
                let apart = ops::crd2idx(&crd, shape, x.layout.stride());
                ensure(apart == value, || format!("{crd} in {}: {apart:?}", x.layout))?;
                always(value, |r| laws::evaluate(&crd, x.layout, r))?;
            }
        }
        Ok(Answer::Found)
    }),
    check(&["get_hier_coord", "get_flat_coord", "get_1d_coord"], |x| {
        if x.layout.rank() == 0 {
            return Ok(Answer::Refused);
        }
        let (least, most) = ops::offset_range(x.layout).map_err(text)?;
        let (least, most) = (least.known().unwrap_or(0), most.known().unwrap_or(0));
        for past in some_points(most - least + 1, 2) {
            has_coordinate(x.layout, &Int::new(least + past))?;
        }
        Ok(Answer::Found)
    }),
    check(&["slice", "slice_and_offset", "dice"], |x| {
        for crd in coordinates(x.layout.shape()) {
            together([
                always(ops::slice(&crd, x.layout), |r| laws::slice(&crd, x.layout, r)),
                always(ops::slice_and_offset(&crd, x.layout), |r| {
                    laws::slice_and_offset(&crd, x.layout, r)
                }),
                always(ops::dice(&crd, x.layout), |r| laws::dice(&crd, x.layout, r)),
            ])?;
        }
        Ok(Answer::Found)
    }),
    check(&["front", "back", "reverse", "wrap", "unwrap"], |x| {
        let layout = x.layout;
        let has_ends = !layout.to_string().contains("()");
        let wrapped = ops::wrap(layout).and_then(|it| ops::tuple_repeat(&it, 1)).map_err(text)?;
        laws::unwrap(layout, &ops::unwrap(layout))?;
        laws::unwrap(&wrapped, &ops::unwrap(&wrapped))?;
        together([
            exactly(has_ends, ops::front(layout), |r| laws::front(layout, r)),
            exactly(has_ends, ops::back(layout), |r| laws::back(layout, r)),
            always(ops::reverse(layout), |r| laws::reverse(layout, r)),
            always(ops::wrap(layout), |r| laws::wrap(layout, r)),
        ])
    }),
];

/// The offsets of a layout at its 1-D coordinates.
pub(super) fn offsets(layout: &Layout) -> Result<Vec<Int>, String> {
    let at = |i| match ops::evaluate(&leaf(i), layout).map_err(text)? {
        HTuple::Leaf(offset) => Ok(offset),
        HTuple::Tuple(_) => Err(format!("{layout} is not over the integers")),
    };
    (0..size_of(layout.shape())).map(at).collect()
}

/// The way back from one offset, in its three forms.
fn has_coordinate(layout: &Layout, offset: &Int) -> Law {
    let none = |error: &layout_algebra::Error| {
        let kind = matches!(error.kind(), ErrorKind::NoCoordinate { .. });
        ensure(kind, || error.to_string())?;
        laws::no_coordinate(layout, offset)
    };
    let hier = ops::get_hier_coord(layout, offset);
    verdict(hier, |r| laws::get_hier_coord(layout, offset, r), none)?;
    let flat = ops::get_flat_coord(layout, offset);
    verdict(flat, |r| laws::get_flat_coord(layout, offset, r), none)?;
    let index = ops::get_1d_coord(layout, offset);
    verdict(index, |r| laws::get_1d_coord(layout, offset, r), none).map(drop)
}

/// All coordinates of a shape with the last position or a `_` for each mode.
pub(super) fn coordinates(shape: &IntTuple) -> Vec<Coordinate> {
    let last = size_of(shape) - 1;
    let mut all = vec![HTuple::Leaf(Crd::All), HTuple::Leaf(Crd::At(Int::new(last)))];
    if let HTuple::Tuple(modes) = shape {
        let tuples = modes.iter().fold(vec![Vec::new()], |tuples, mode| {
            let inner = coordinates(mode);
            let longer = |tuple: &Vec<Coordinate>, c: &Coordinate| {
                [tuple.as_slice(), std::slice::from_ref(c)].concat()
            };
            tuples.iter().flat_map(|t| inner.iter().map(move |c| longer(t, c))).collect()
        });
        all.extend(tuples.into_iter().map(HTuple::Tuple));
    }
    all
}
