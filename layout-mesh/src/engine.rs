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
    /// A message on its way.
    type Request<T: Element>;

    /// The number of this rank.
    fn rank(&self) -> usize;

    /// The number of ranks.
    fn size(&self) -> usize;

    /// Begins to send elements to a rank. They are the engine's until [`wait_any`](Engine::wait_any) returns them, so that none is read or written after a
    /// fault.
    ///
    /// # Errors
    ///
    /// A call of the library below that failed.
    fn send<T: Element>(
        &mut self,
        target: usize,
        elements: Vec<T>,
    ) -> Result<Self::Request<T>, Fault>;

    /// Begins to receive as many elements as the vector has. Messages of one rank arrive in the order in which it sends them.
    ///
    /// # Errors
    ///
    /// A call of the library below that failed.
    fn receive<T: Element>(
        &mut self,
        source: usize,
        into: Vec<T>,
    ) -> Result<Self::Request<T>, Fault>;

    /// Waits until one of the messages is done, takes it out of the list, and returns its place there and its elements: those that were received, or
    /// a vector with anything in it for a message that was sent.
    ///
    /// `meanwhile` does a part of other work, and returns true if there is more. It is called until it returns false or a message is done.
    ///
    /// # Errors
    ///
    /// A peer that does not take part in time, and a message of another length. No message may be waited for after that.
    fn wait_any<T: Element>(
        &mut self,
        requests: &mut Vec<Self::Request<T>>,
        meanwhile: &mut dyn FnMut() -> bool,
    ) -> Result<(usize, Vec<T>), Fault>;

    /// Sends elements to a rank, and returns as many as the second vector has, which are received from another one at the same time.
    ///
    /// ```
    /// use std::time::Duration;
    /// use layout_mesh::engine::{Engine, threads};
    /// let shifted = threads::run(3, Duration::from_secs(5), |mut rank| {
    ///     let (next, last) = ((rank.rank() + 1) % 3, (rank.rank() + 2) % 3);
    ///     rank.send_receive((next, vec![rank.rank() as u64]), (last, vec![0]))
    /// });
    /// assert_eq!(shifted, [Ok(vec![2]), Ok(vec![0]), Ok(vec![1])]);
    /// ```
    ///
    /// # Errors
    ///
    /// A peer that does not take part in time, and a message of another length.
    fn send_receive<T: Element>(
        &mut self,
        (target, elements): (usize, Vec<T>),
        (source, into): (usize, Vec<T>),
    ) -> Result<Vec<T>, Fault> {
        let mut requests = vec![self.receive(source, into)?, self.send(target, elements)?];
        let (first, elements) = self.wait_any(&mut requests, &mut || false)?;
        let (_, later) = self.wait_any(&mut requests, &mut || false)?;
        Ok(if first == 0 { elements } else { later })
    }

    /// The least of the words of all ranks, and the greatest. Other work is done meanwhile, as in [`wait_any`](Engine::wait_any).
    ///
    /// # Errors
    ///
    /// A rank that does not take part in time.
    fn agree_meanwhile(
        &mut self,
        word: u64,
        meanwhile: &mut dyn FnMut() -> bool,
    ) -> Result<(u64, u64), Fault>;

    /// The least of the words of all ranks, and the greatest.
    ///
    /// # Errors
    ///
    /// A rank that does not take part in time.
    fn agree(&mut self, word: u64) -> Result<(u64, u64), Fault> {
        self.agree_meanwhile(word, &mut || false)
    }
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
    /// A source or a target of another length than its placement says.
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
