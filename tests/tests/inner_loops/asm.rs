//! Functions of an assembly file, their blocks, and the innermost loops of those.

use std::collections::{BTreeSet, HashMap};

/// A function: its instructions in basic blocks.
pub(crate) struct Function {
    /// The mangled name.
    pub(crate) symbol: String,
    blocks: Vec<Block>,
}

#[derive(Default)]
struct Block {
    instructions: Vec<String>,
    /// The blocks that may come next.
    next: Vec<usize>,
    /// The blocks that it may come after.
    previous: Vec<usize>,
}

/// A loop without a loop in it.
pub(crate) struct Inner<'a> {
    function: &'a Function,
    /// The blocks, in the order in which they lie.
    blocks: Vec<usize>,
}

/// The names of functions that do not return.
const PANICS: [&str; 7] =
    ["panic", "unwrap_failed", "expect_failed", "_fail", "refuse", "outside", "handle_error"];

/// All functions of a file in AT&T syntax.
pub(crate) fn functions(text: &str) -> Vec<Function> {
    let mut functions = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let Some(symbol) = line.trim().strip_prefix(".type\t") else { continue };
        let Some(symbol) = symbol.strip_suffix(",@function") else { continue };
        let body = lines.by_ref().skip_while(|line| !line.starts_with(symbol)).skip(1);
        let body = body.take_while(|line| !line.starts_with(".Lfunc_end"));
        functions.push(Function { symbol: symbol.to_string(), blocks: blocks(body) });
    }
    functions
}

fn blocks<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<Block> {
    let mut blocks = vec![Block::default()];
    let mut labels = HashMap::new();
    for line in lines {
        let line = line.split('#').next().unwrap_or_default().trim_end();
        if let Some(label) = line.strip_suffix(':') {
            blocks.push(Block::default());
            labels.insert(label.to_string(), blocks.len() - 1);
        } else if line.starts_with('\t') && !line.starts_with("\t.") {
            let instruction = line.trim().replace('\t', " ");
            let ends = is_jump(&instruction) || ends_here(&instruction);
            blocks.last_mut().unwrap().instructions.push(instruction);
            if ends {
                blocks.push(Block::default());
            }
        }
    }
    for k in 0..blocks.len() {
        let last = blocks[k].instructions.last().cloned().unwrap_or_default();
        let target = last.split(' ').next_back().and_then(|label| labels.get(label));
        let mut next = Vec::new();
        next.extend(target.filter(|_| is_jump(&last)));
        if k + 1 < blocks.len() && !last.starts_with("jmp") && !ends_here(&last) {
            next.push(k + 1);
        }
        for &after in &next {
            blocks[after].previous.push(k);
        }
        blocks[k].next = next;
    }
    blocks
}

fn is_jump(instruction: &str) -> bool {
    instruction.starts_with('j')
}

/// True if nothing comes after an instruction.
fn ends_here(instruction: &str) -> bool {
    instruction.starts_with("ret") || instruction.starts_with("ud2") || panics(instruction)
}

/// True if an instruction calls a function that does not return.
fn panics(instruction: &str) -> bool {
    instruction.starts_with("call") && PANICS.iter().any(|name| instruction.contains(name))
}

impl Function {
    /// Its innermost loops; all of it, if it has no loop.
    pub(crate) fn inner_loops(&self) -> Vec<Inner<'_>> {
        let all: BTreeSet<usize> = (0..self.blocks.len()).collect();
        let mut found = Vec::new();
        self.nested(all.clone(), &mut found);
        if found.is_empty() {
            found.push(all);
        }
        let inner = |blocks: BTreeSet<usize>| Inner {
            function: self,
            blocks: blocks.into_iter().collect(),
        };
        found.into_iter().map(inner).collect()
    }

    /// The innermost loops among some of the blocks.
    fn nested(&self, among: BTreeSet<usize>, found: &mut Vec<BTreeSet<usize>>) {
        let mut left = among.clone();
        while let Some(first) = left.first().copied() {
            let after = reached(first, &among, |k| &self.blocks[k].next);
            let before = reached(first, &among, |k| &self.blocks[k].previous);
            let cycle = &(&left & &after) & &before;
            if cycle.is_empty() {
                left.remove(&first);
                continue;
            }
            left = &left - &cycle;
            // Without its first block, what is still a cycle is a loop within.
            let enters = |k: &usize| self.blocks[*k].previous.iter().any(|j| !cycle.contains(j));
            let head = cycle.iter().copied().find(enters).unwrap_or(first);
            let count = found.len();
            self.nested(cycle.iter().copied().filter(|&k| k != head).collect(), found);
            if found.len() == count {
                found.push(cycle);
            }
        }
    }

    /// True if a block is the way to a panic and to nothing else.
    fn is_panic(&self, mut k: usize) -> bool {
        for _ in 0..self.blocks.len() {
            let block = &self.blocks[k];
            if block.instructions.iter().any(|i| panics(i)) {
                return true;
            }
            match block.next[..] {
                [next] => k = next,
                _ => return false,
            }
        }
        false
    }
}

/// The blocks, all of them among these, that are reached from one by the edges of each.
fn reached<'a>(
    from: usize,
    among: &BTreeSet<usize>,
    edges: impl Fn(usize) -> &'a [usize],
) -> BTreeSet<usize> {
    let mut reached = BTreeSet::new();
    let mut next = vec![from];
    while let Some(k) = next.pop() {
        for &k in edges(k) {
            if among.contains(&k) && reached.insert(k) {
                next.push(k);
            }
        }
    }
    reached
}

impl Inner<'_> {
    pub(crate) fn instructions(&self) -> impl Iterator<Item = &str> {
        let blocks = self.blocks.iter().map(|&k| &self.function.blocks[k]);
        blocks.flat_map(|block| &block.instructions).map(String::as_str)
    }

    /// The number of instructions on vectors of single or double precision: the loop that does the
    /// work has most of them.
    pub(crate) fn of_vectors(&self) -> usize {
        let is_packed = |i: &&str| {
            let name = i.split(' ').next().unwrap_or_default();
            name.ends_with("ps") || name.ends_with("pd")
        };
        self.instructions().filter(is_packed).count()
    }

    /// The number of integers stored on the stack; none of a loop that calls a function, whose loop is the inner one.
    pub(crate) fn spills(&self) -> usize {
        if self.instructions().any(|i| i.starts_with("call")) {
            return 0;
        }
        let is_spill =
            |i: &&str| i.starts_with("mov") && i.ends_with("(%rsp)") && !i.contains("xmm");
        self.instructions().filter(is_spill).count()
    }

    /// The number of divisions of integers, and of checks that may panic.
    pub(crate) fn faults(&self) -> (usize, usize) {
        let is_division = |i: &&str| {
            let name = i.split(' ').next().unwrap_or_default();
            matches!(name.trim_start_matches('i'), "div" | "divb" | "divw" | "divl" | "divq")
        };
        let next = self.blocks.iter().flat_map(|&k| &self.function.blocks[k].next);
        let checks = next.filter(|k| self.function.is_panic(**k)).count();
        (self.instructions().filter(is_division).count(), checks)
    }
}
