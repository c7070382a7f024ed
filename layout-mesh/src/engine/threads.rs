//! The engine on threads of one process: for tests, and for a first look at a plan.

use std::any::Any;
use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::{Engine, Fault};
use crate::Element;

/// The time for which a rank looks again before it sleeps: to be woken takes longer than most waits, which end when all come to one place.
const SPIN: Duration = Duration::from_micros(200);

/// A rank that is a thread.
pub struct Threads {
    rank: usize,
    size: usize,
    limit: Duration,
    shared: Arc<Shared>,
    /// The number of agreements so far.
    round: u64,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// Messages that no one has taken, by source and target.
    mail: HashMap<(usize, usize), Box<dyn Any + Send>>,
    /// The ranks that have said their word in each agreement that not all have left: how many, the least word and the greatest.
    words: HashMap<u64, (usize, u64, u64)>,
    /// The number of ranks that have left an agreement.
    left: HashMap<u64, usize>,
    /// Ranks that ended.
    ended: Vec<usize>,
}

/// Runs a function on each of `ranks` threads, and returns its results by rank. A rank waits for another one at most for `limit`.
///
/// ```
/// use std::time::Duration;
/// use layout_mesh::engine::{Engine, threads};
/// let words = threads::run(4, Duration::from_secs(5), |mut rank| rank.agree(rank.rank() as u64));
/// assert_eq!(words, vec![Ok((0, 3)); 4]);
/// ```
///
/// # Panics
///
/// When a function panics, after all have ended.
pub fn run<R: Send>(
    ranks: usize,
    limit: Duration,
    function: impl Fn(Threads) -> R + Sync,
) -> Vec<R> {
    let shared = Arc::new(Shared::default());
    let results: Vec<thread::Result<R>> = thread::scope(|scope| {
        let spawn = |rank| {
            let shared = Arc::clone(&shared);
            let function = &function;
            scope.spawn(move || function(Threads { rank, size: ranks, limit, shared, round: 0 }))
        };
        let handles: Vec<_> = (0..ranks).map(spawn).collect();
        handles.into_iter().map(thread::ScopedJoinHandle::join).collect()
    });
    let unwind =
        |result: thread::Result<R>| result.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    results.into_iter().map(unwind).collect()
}

impl Drop for Threads {
    fn drop(&mut self) {
        self.lock().ended.push(self.rank);
        self.shared.changed.notify_all();
    }
}

impl Threads {
    fn lock(&self) -> MutexGuard<'_, State> {
        // No code of others runs under the lock.
        self.shared.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until there is a value; at most until the limit, and no longer than the peers run.
    fn wait<V>(
        &self,
        peer: Option<usize>,
        mut value: impl FnMut(&mut State) -> Option<V>,
    ) -> Result<V, Fault> {
        let begin = Instant::now();
        let deadline = begin + self.limit;
        let mut state = self.lock();
        loop {
            if let Some(value) = value(&mut state) {
                self.shared.changed.notify_all();
                return Ok(value);
            }
            let is_awaited = |rank: &&usize| peer.is_none_or(|peer| peer == **rank);
            if let Some(rank) = state.ended.iter().find(is_awaited) {
                return Err(Fault::Ended { rank: *rank });
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Fault::TimedOut { peer, limit: self.limit });
            }
            if begin.elapsed() < SPIN {
                drop(state);
                thread::yield_now();
                state = self.lock();
                continue;
            }
            let waited = self.shared.changed.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Engine for Threads {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.size
    }

    fn exchange<T: Element>(
        &mut self,
        send: Option<(usize, Vec<T>)>,
        receive: Option<(usize, Vec<T>)>,
        meanwhile: &mut dyn FnMut() -> bool,
    ) -> Result<[Vec<T>; 2], Fault> {
        let sent = send.map(|(target, elements)| {
            self.lock().mail.insert((self.rank, target), Box::new(elements));
            self.shared.changed.notify_all();
            target
        });
        while meanwhile() {}
        // The memory of the message is the receiver's, and what it would have been copied to is free.
        let (mut free, mut received) = (Vec::new(), Vec::new());
        if let Some((source, into)) = receive {
            let key = (source, self.rank);
            let message = self.wait(Some(source), |state| state.mail.remove(&key))?;
            match message.downcast::<Vec<T>>() {
                Ok(elements) if elements.len() == into.len() => received = *elements,
                _ => return Err(Fault::Message { source, expected: into.len() }),
            }
            free = into;
        }
        if let Some(target) = sent {
            let key = (self.rank, target);
            // The memory of a message that nobody has taken is in flight.
            self.wait(Some(target), |state| (!state.mail.contains_key(&key)).then_some(()))?;
        }
        Ok([free, received])
    }

    fn agree(&mut self, word: u64) -> Result<(u64, u64), Fault> {
        let (round, size) = (self.round, self.size);
        self.round += 1;
        {
            let mut state = self.lock();
            let entry = state.words.entry(round).or_insert((0, u64::MAX, 0));
            *entry = (entry.0 + 1, entry.1.min(word), entry.2.max(word));
        }
        self.shared.changed.notify_all();
        self.wait(None, |state| {
            let (count, least, greatest) = *state.words.get(&round)?;
            (count == size).then_some(())?;
            let left = state.left.entry(round).or_default();
            *left += 1;
            if *left == size {
                state.left.remove(&round);
                state.words.remove(&round);
            }
            Some((least, greatest))
        })
    }
}
