//! The counts of callgrind.

use std::collections::HashMap;
use std::path::Path;

use crate::columns::{Column, Function};

/// Instructions by library and symbol: how many in all, with those of functions called, and the number of calls.
pub struct Counts(HashMap<(String, String), (u64, u64)>);

impl Counts {
    /// Reads the calls that the driver made from a file written with uncompressed names.
    pub fn read(path: &Path) -> Counts {
        let text = std::fs::read_to_string(path).expect("callgrind's file");
        let mut counts: HashMap<(String, String), (u64, u64)> = HashMap::new();
        let (mut object, mut callee_object, mut callee) = ("", "", "");
        let mut calls = None;
        for line in text.lines() {
            if let Some(calls) = calls.take() {
                let cost: u64 = line.split(' ').nth(1).and_then(|n| n.parse().ok()).unwrap_or(0);
                if object.ends_with("index-driver") {
                    let library = callee_object.rsplit('/').next().unwrap_or("");
                    let count = counts.entry((library.to_owned(), callee.to_owned())).or_default();
                    *count = (count.0 + cost, count.1 + calls);
                }
                callee_object = object;
            } else if let Some(rest) = line.strip_prefix("calls=") {
                calls = rest.split(' ').next().and_then(|n| n.parse::<u64>().ok());
            } else if let Some(rest) = line.strip_prefix("ob=") {
                (object, callee_object) = (rest, rest);
            } else if let Some(rest) = line.strip_prefix("cob=") {
                callee_object = rest;
            } else if let Some(rest) = line.strip_prefix("cfn=") {
                callee = rest;
            }
        }
        Counts(counts)
    }

    /// The instructions of one call, on average. Functions with the same code are one for the linker, under any of
    /// their names.
    pub fn instructions(
        &self,
        column: &Column,
        function: &Function,
        all: &HashMap<usize, Vec<String>>,
    ) -> Option<f64> {
        let names = all.get(&function.address)?;
        let found =
            names.iter().find_map(|name| self.0.get(&(column.library.to_owned(), name.clone())));
        found.map(|(cost, calls)| *cost as f64 / *calls as f64)
    }
}
