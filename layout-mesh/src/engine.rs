//! `Engine`: a communicator of ranks that exchange messages.

use std::fmt;
use std::time::Duration;

use crate::{Element, Error};

#[cfg(feature = "peer")]
pub mod gpu;
#[cfg(feature = "mpi")]
pub mod mpi;
pub mod threads;

/// A rank of a communicator. All ranks call the same functions in the same order.
pub trait Engine {
    /// The number of this rank.
    fn rank(&self) -> usize;

    /// The number of ranks.
    fn size(&self) -> usize;

    /// Sends elements to a rank and receives as many as the second buffer has from another, at the same time, and returns both buffers when that
    /// is done: the one that was sent, with anything in it, and the one that was received. Both are the engine's meanwhile, so that none is read or written
    /// after a fault.
    ///
    /// `meanwhile` does a part of other work, and returns true if there is more. It is called until it returns false, while the elements
    /// are on their way.
    ///
    /// # Errors
    ///
    /// A peer that does not take part in time, and a message of another length.
    fn exchange<T: Element>(
        &mut self,
        send: Option<(usize, Vec<T>)>,
        receive: Option<(usize, Vec<T>)>,
        meanwhile: &mut dyn FnMut() -> bool,
    ) -> Result<[Vec<T>; 2], Fault>;

    /// The least of the words of all ranks, and the greatest.
    ///
    /// # Errors
    ///
    /// A rank that does not take part in time.
    fn agree(&mut self, word: u64) -> Result<(u64, u64), Fault>;
}

/// Error of a redistribution. Every rank has one, perhaps another one.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Fault {
    /// A communicator of another size than the plan needs.
    Size {
        /// The ranks of the communicator.
        ranks: usize,
        /// The ranks of the plan.
        devices: usize,
    },
    /// A source of another length than its placement says.
    Length {
        /// The rank.
        rank: usize,
        /// The elements that it has.
        elements: usize,
        /// The elements that the plan reads.
        expected: usize,
    },
    /// Ranks with different plans, or different elements.
    Plans,
    /// A fault of another rank, before anything was sent.
    Elsewhere,
    /// A message of another length.
    Message {
        /// The rank that sent it.
        source: usize,
        /// The elements that were expected.
        expected: usize,
    },
    /// A rank that did not take part in time.
    TimedOut {
        /// The rank that was waited for, where it is one.
        peer: Option<usize>,
        /// The time.
        limit: Duration,
    },
    /// A rank that ended.
    Ended {
        /// The rank.
        rank: usize,
    },
    /// A call of the library below that failed.
    Library(String),
    /// No plan.
    Plan(Error),
}

impl std::error::Error for Fault {}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Size { ranks, devices } => {
                write!(f, "the communicator has {ranks} ranks, and the plan {devices}")
            }
            Fault::Length { rank, elements, expected } => {
                write!(f, "rank {rank} has {elements} elements, and its part has {expected}")
            }
            Fault::Plans => {
                f.write_str("the ranks have different plans, or elements of different types")
            }
            Fault::Elsewhere => f.write_str("another rank has a fault, and nothing was sent"),
            Fault::Message { source, expected } => {
                write!(f, "the message of rank {source} has not {expected} elements")
            }
            Fault::TimedOut { peer: Some(peer), limit } => {
                write!(f, "rank {peer} did not take part within {limit:?}")
            }
            Fault::TimedOut { peer: None, limit } => {
                write!(f, "a rank did not take part within {limit:?}")
            }
            Fault::Ended { rank } => write!(f, "rank {rank} ended"),
            Fault::Library(text) => f.write_str(text),
            Fault::Plan(error) => write!(f, "{error}"),
        }
    }
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        Fault::Plan(error)
    }
}
