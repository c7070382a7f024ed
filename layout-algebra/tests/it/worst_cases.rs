//! The worst cases of layouts over symbols: no values of the symbols have more conflicts or sectors, counted word by word.

use std::collections::{BTreeMap, BTreeSet};

use crate::common::Random;
use layout_algebra::hardware::{Accesses, Kind, Machine, WorstCase, worst_cases};
use layout_algebra::{ComposedLayout, Error, Facts, Function, Int, Layout, Swizzle};

/// A layout `((a,b),c)` over `m` and `n`, maybe after a swizzle.
struct Case {
    extents: [i128; 3],
    /// The numbers of 1, `m`, `n` and `m * n` in each stride.
    strides: [[i128; 4]; 3],
    swizzle: Option<Swizzle>,
}

impl Case {
    fn random(random: &mut Random) -> Case {
        let mut stride = |only: i128| {
            let factors = [0, 1, 1, 2, 4, 8, 3, -1, 16];
            let fixed = [0, 1, 2, 4, 8, 32, -8, 64][random.below(8) as usize];
            match random.below(6) {
                _ if only == 1 => [1, 0, 0, 0],
                0 | 1 => [fixed, 0, 0, 0],
                2 | 3 => [fixed * random.below(2), factors[random.below(9) as usize], 0, 0],
                4 => [0, factors[random.below(9) as usize], random.below(3), 0],
                _ => [0, 0, 0, 1 + random.below(2)],
            }
        };
        let strides = [stride(0), stride(0), stride(1)];
        let extents = [[2, 4, 8][random.below(3) as usize], [1, 4, 8][random.below(3) as usize], 4];
        let swizzle = (random.below(3) == 0)
            .then(|| Swizzle::new(1 + random.below(2), random.below(3), 2 + random.below(2)));
        Case { extents, strides, swizzle: swizzle.map(|swizzle| swizzle.expect("a swizzle")) }
    }

    fn layout(&self, m: &Int, n: &Int) -> Function {
        let product = m.mul(n).unwrap();
        let stride = |of: &[i128; 4]| {
            let terms = of.iter().zip([&Int::ONE, m, n, &product]);
            terms.fold(Int::ZERO, |sum, (&often, int)| {
                sum.add(&int.mul(&Int::new(often)).unwrap()).unwrap()
            })
        };
        let leaf = |k: usize| Layout::leaf(self.extents[k], stride(&self.strides[k])).unwrap();
        let threads = Layout::from_modes(&[leaf(0), leaf(1)]).unwrap();
        let layout = Layout::from_modes(&[threads, leaf(2)]).unwrap();
        match self.swizzle {
            None => layout.into(),
            Some(swizzle) => ComposedLayout::new(swizzle, Int::ZERO, layout).unwrap().into(),
        }
    }
}

/// The sectors of 32 bytes, and the words beyond the first that a bank is asked for at once, of `bytes` bytes a lane; none where no
/// instruction moves them.
fn counted(function: &Function, bytes: i64, bits: i64) -> Option<(usize, usize)> {
    let numbers = function.numbers().expect("numbers");
    let (offsets, threads) = (numbers.offsets().collect::<Vec<_>>(), numbers.extents()[0]);
    let (vector, values) = (8 * bytes / bits, offsets.len() as i64 / threads);
    let at = |thread: i64, value: i64| offsets[(thread + threads * value) as usize];
    let (mut sectors, mut conflicts) = (0, 0);
    for first in (0..threads).step_by(32) {
        let lanes = first..(first + 32).min(threads);
        for value in (0..values).step_by(vector as usize) {
            for lane in lanes.clone() {
                let start = at(lane, value);
                let is_one = (0..vector).all(|k| at(lane, value + k) == start + k);
                if !is_one || start * bits % (8 * bytes) != 0 {
                    return None;
                }
            }
            let sector = |lane| (at(lane, value) * bits / 8).div_euclid(32);
            sectors += lanes.clone().map(sector).collect::<BTreeSet<_>>().len();
            // So many lanes move what all banks hold.
            let group = 128 / bytes.max(4);
            for start in lanes.clone().step_by(group as usize) {
                let mut banks: BTreeMap<i64, BTreeSet<i64>> = BTreeMap::new();
                for lane in start..(start + group).min(lanes.end) {
                    let first = at(lane, value) * bits / 8;
                    for byte in first..first + bytes {
                        let word = byte.div_euclid(4);
                        banks.entry(word.rem_euclid(32)).or_default().insert(word);
                    }
                }
                conflicts += banks.values().map(BTreeSet::len).max().unwrap_or(1) - 1;
            }
        }
    }
    Some((sectors, conflicts))
}

/// The case of values of the symbols.
fn of(cases: &[WorstCase], [m, n]: [i128; 2]) -> &WorstCase {
    let is_of = |case: &&WorstCase| {
        case.remainders.iter().all(|(int, period, rest)| {
            let value =
                int.substitute(&|symbol| Some(Int::new(if symbol.name() == "m" { m } else { n })));
            value.unwrap().known().unwrap().rem_euclid(*period) == *rest
        })
    };
    let mut all = cases.iter().filter(is_of);
    let one = all.next().expect("a case");
    assert!(all.next().is_none(), "one case");
    one
}

#[test]
fn no_values_of_the_symbols_are_worse() {
    let mut random = Random(271828);
    let (mut tried, mut reached, mut moved) = (0, 0, 0);
    for round in 0..400 {
        let case = Case::random(&mut random);
        let mut facts = Facts::new();
        facts.natural("m");
        facts.integer("n");
        let multiple = [1, 2, 8][round % 3];
        if multiple > 1 {
            let m = facts.int("m").unwrap();
            let divides = layout_algebra::Condition::divides(&Int::new(multiple), &m);
            facts.assume(&divides).unwrap();
        }
        let symbolic = case.layout(&facts.int("m").unwrap(), &facts.int("n").unwrap());
        let (bits, bytes) = [(32, 4), (16, 2), (16, 8), (8, 4)][random.below(4) as usize];
        // Of sectors, and of vectors; of banks where that are not too many cases.
        let period = |bytes: i64| (8 * bytes / bits) as usize;
        for (is_banks, cases) in [
            (false, worst_cases(&symbolic, period(32))),
            (true, worst_cases(&symbolic, period(128))),
        ] {
            let Ok(cases) = cases else { continue };
            for _ in 0..8 {
                let small = |random: &mut Random| random.below(100) - 20;
                let m = multiple * small(&mut random).abs();
                let n = if random.below(2) == 0 { small(&mut random) } else { 1000 * m + 3 };
                let worst = of(&cases, [m, n]);
                let concrete = case.layout(&Int::new(m), &Int::new(n));
                let (found, most) =
                    (counted(&concrete, bytes, bits), counted(&worst.layout, bytes, bits));
                if let Some((sectors, conflicts)) = most {
                    let (fewer, less) = found.expect("what is moved in the worst case");
                    match is_banks {
                        true => assert!(less <= conflicts, "{symbolic} {m} {n} {worst:?}"),
                        false => assert!(fewer <= sectors, "{symbolic} {m} {n} {worst:?}"),
                    }
                    moved += 1;
                }
                tried += 1;
            }
            // Each is reached: where its symbols have its values, it is the layout.
            for worst in cases.iter().take(4) {
                let value = |name: &str| {
                    let is_it = |(int, _): &&(Int, i128)| int.to_string() == name;
                    worst.values.iter().find(is_it).map_or(0, |(_, value)| *value)
                };
                let is_linear = worst.values.iter().all(|(int, _)| int.symbols().len() == 1);
                if is_linear {
                    let concrete = case.layout(&Int::new(value("m")), &Int::new(value("n")));
                    assert_eq!(concrete, worst.layout, "{symbolic}");
                    reached += 1;
                }
            }
        }
    }
    assert!(tried > 3000 && reached > 500 && moved > 1000, "{tried} {reached} {moved}");
}

#[test]
fn what_is_counted_of_cases_is_what_machines_count() -> Result<(), Error> {
    let mut facts = Facts::new();
    facts.extent("m");
    let m = facts.int("m").unwrap();
    // Eight rows read by `ldmatrix`: with rows of an odd number of units of 16 bytes, there are no conflicts.
    let rows = Layout::new((8, 8), (m, 1))?.into();
    let cases = worst_cases(&rows, 64)?;
    assert_eq!(cases.len(), 64);
    for case in &cases {
        let accesses = Accesses::new(&case.layout.numbers()?, &Machine::SM_90, 16, 16);
        let rest = case.remainders[0].2;
        assert_eq!(accesses.is_ok(), rest % 8 == 0, "{rest}");
        if let Ok(accesses) = accesses {
            let conflicts = accesses.banks(Kind::Ldmatrix);
            let units = rest / 8;
            let ways = if units == 0 { 8 } else { 1 << units.trailing_zeros() };
            assert_eq!(conflicts.wavefronts, ways, "{rest}");
        }
    }
    Ok(())
}
