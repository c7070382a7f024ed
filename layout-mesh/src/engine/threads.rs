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
    /// The number of messages so far to each rank, and from each.
    sent: HashMap<usize, u64>,
    received: HashMap<usize, u64>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// Messages that no one has taken, by source, target and number.
    mail: HashMap<(usize, usize, u64), Box<dyn Any + Send>>,
    /// The vectors that receivers gave for messages.
    taken: HashMap<(usize, usize, u64), Box<dyn Any + Send>>,
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
        let mut handles = Vec::new();
        for rank in 0..ranks {
            let (shared, function) = (Arc::clone(&shared), &function);
            let (sent, received) = (HashMap::new(), HashMap::new());
            let thread = Threads { rank, size: ranks, limit, shared, round: 0, sent, received };
            handles.push(scope.spawn(move || function(thread)));
        }
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

    /// Waits until there is a value; at most until the limit, and no longer than the peers run, which are all ranks if none are given.
    fn wait<V>(
        &self,
        peers: Option<&[usize]>,
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
            let is_awaited = |rank: &&usize| peers.is_none_or(|peers| peers.contains(rank));
            if let Some(rank) = state.ended.iter().find(is_awaited) {
                return Err(Fault::Ended { rank: *rank });
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                let peer = peers.unwrap_or_default().first().copied();
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

/// A message on its way: one that is sent, or one that is received and the vector that is given for it.
pub struct Request<T> {
    peer: usize,
    number: u64,
    into: Option<Vec<T>>,
}

/// The number of the next message to a peer, or from it.
fn next(numbers: &mut HashMap<usize, u64>, peer: usize) -> u64 {
    let next = numbers.entry(peer).or_default();
    *next += 1;
    *next
}

impl Engine for Threads {
    type Request<T: Element> = Request<T>;

    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.size
    }

    fn send<T: Element>(&mut self, target: usize, elements: Vec<T>) -> Result<Request<T>, Fault> {
        let number = next(&mut self.sent, target);
        self.lock().mail.insert((self.rank, target, number), Box::new(elements));
        self.shared.changed.notify_all();
        Ok(Request { peer: target, number, into: None })
    }

    fn receive<T: Element>(&mut self, source: usize, into: Vec<T>) -> Result<Request<T>, Fault> {
        let number = next(&mut self.received, source);
        Ok(Request { peer: source, number, into: Some(into) })
    }

    fn wait_any<T: Element>(
        &mut self,
        requests: &mut Vec<Request<T>>,
        meanwhile: &mut dyn FnMut() -> bool,
    ) -> Result<(usize, Vec<T>), Fault> {
        let rank = self.rank;
        let peers: Vec<usize> = requests.iter().map(|request| request.peer).collect();
        let mut done = |state: &mut State| {
            for (at, Request { peer, number, into }) in requests.iter_mut().enumerate() {
                let Some(into) = into else {
                    match state.taken.remove(&(rank, *peer, *number)) {
                        Some(back) => return Some((at, back, None)),
                        None => continue,
                    }
                };
                let key = (*peer, rank, *number);
                if let Some(message) = state.mail.remove(&key) {
                    // The memory of the message is the receiver's, and the sender gets what it would have been copied to.
                    let expected = into.len();
                    state.taken.insert(key, Box::new(std::mem::take(into)));
                    return Some((at, message, Some(expected)));
                }
            }
            None
        };
        let (at, elements, expected) = loop {
            let ready = done(&mut self.lock());
            if let Some(ready) = ready {
                self.shared.changed.notify_all();
                break ready;
            }
            if !meanwhile() {
                break self.wait(Some(&peers), &mut done)?;
            }
        };
        let source = requests.remove(at).peer;
        match (elements.downcast::<Vec<T>>(), expected) {
            (Ok(elements), Some(expected)) if elements.len() != expected => {
                Err(Fault::Message { source, expected })
            }
            (Ok(elements), _) => Ok((at, *elements)),
            (Err(_), Some(expected)) => Err(Fault::Message { source, expected }),
            // The fault is the receiver's.
            (Err(_), None) => Ok((at, Vec::new())),
        }
    }

    fn agree_meanwhile(
        &mut self,
        word: u64,
        meanwhile: &mut dyn FnMut() -> bool,
    ) -> Result<(u64, u64), Fault> {
        let (round, size) = (self.round, self.size);
        self.round += 1;
        {
            let mut state = self.lock();
            let entry = state.words.entry(round).or_insert((0, u64::MAX, 0));
            *entry = (entry.0 + 1, entry.1.min(word), entry.2.max(word));
        }
        self.shared.changed.notify_all();
        while meanwhile() {}
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
