//! `Watched`: a rank whose messages are counted, wait before they are sent, or fail.

use std::time::Duration;

use layout_mesh::Element;
use layout_mesh::engine::{Engine, Fault};

/// A rank on an engine.
pub(crate) struct Watched<E> {
    rank: E,
    /// The messages that it sends before it fails.
    pub(crate) left: usize,
    /// The time before each message that it sends.
    pub(crate) pause: Duration,
    /// The elements of the messages that are not done, and the most of them so far.
    open: usize,
    pub(crate) most: usize,
}

impl<E: Engine> Watched<E> {
    /// A rank that neither fails nor waits.
    pub(crate) fn new(rank: E) -> Self {
        Watched { rank, left: usize::MAX, pause: Duration::ZERO, open: 0, most: 0 }
    }

    fn begin(&mut self, elements: usize) {
        self.open += elements;
        self.most = self.most.max(self.open);
    }
}

impl<E: Engine> Engine for Watched<E> {
    type Request<T: Element> = (E::Request<T>, usize);

    fn rank(&self) -> usize {
        self.rank.rank()
    }

    fn size(&self) -> usize {
        self.rank.size()
    }

    fn send<T: Element>(
        &mut self,
        target: usize,
        elements: Vec<T>,
    ) -> Result<Self::Request<T>, Fault> {
        std::thread::sleep(self.pause);
        self.left = self.left.checked_sub(1).ok_or(Fault::Library("it fails".to_owned()))?;
        let count = elements.len();
        self.begin(count);
        Ok((self.rank.send(target, elements)?, count))
    }

    fn receive<T: Element>(
        &mut self,
        source: usize,
        into: Vec<T>,
    ) -> Result<Self::Request<T>, Fault> {
        let count = into.len();
        self.begin(count);
        Ok((self.rank.receive(source, into)?, count))
    }

    fn wait_any<T: Element>(
        &mut self,
        requests: &mut Vec<Self::Request<T>>,
        meanwhile: &mut dyn FnMut() -> bool,
    ) -> Result<(usize, Vec<T>), Fault> {
        let (mut inner, mut counts): (Vec<_>, Vec<usize>) =
            std::mem::take(requests).into_iter().unzip();
        let (at, elements) = self.rank.wait_any(&mut inner, meanwhile)?;
        self.open -= counts.remove(at);
        requests.extend(inner.into_iter().zip(counts));
        Ok((at, elements))
    }

    fn agree_meanwhile(
        &mut self,
        word: u64,
        meanwhile: &mut dyn FnMut() -> bool,
    ) -> Result<(u64, u64), Fault> {
        self.rank.agree_meanwhile(word, meanwhile)
    }
}
