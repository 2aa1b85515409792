//! A list in room that its owner has made: a step allocates nothing.

/// The first of some places; what does not fit is left out, and the owner makes as much room as there are contacts.
#[derive(Debug)]
pub struct List<'a, T> {
    room: &'a mut [Option<T>],
    length: usize,
}

impl<'a, T> List<'a, T> {
    /// Empty.
    pub fn new(room: &'a mut [Option<T>]) -> Self {
        List { room, length: 0 }
    }

    pub fn clear(&mut self) {
        self.length = 0;
    }

    pub fn push(&mut self, value: T) {
        if let Some(place) = self.room.get_mut(self.length) {
            *place = Some(value);
            self.length += 1;
        }
    }

    pub fn len(&self) -> usize {
        self.length
    }

    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.room.iter().take(self.length).flatten()
    }

    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.room.iter_mut().take(self.length).flatten()
    }

    pub fn get_mut(&mut self, at: usize) -> Option<&mut T> {
        self.room.get_mut(at).and_then(Option::as_mut)
    }
}
