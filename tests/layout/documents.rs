// documents.rs -- looks for documents in a vector by score and length; reads few titles.
// Layouts: 1 what the search reads apart; 2 with owners; 3 scores apart.
// Objects: load
// SPDX-License-Identifier: GPL-2.0-or-later

// The clock needs more of it.
const TIMES: usize = if cfg!(clock) { 20 } else { 1 };
const DOCUMENTS: usize = 40_000;
const ROUNDS: usize = 25 * TIMES;

#[cfg(layout = "0")]
mod store {
    #[derive(Clone, Copy)]
    #[repr(C)]
    struct Document {
        id: u64,
        title: [u8; 24],
        owner: u64,
        score: f32,
        length: u32,
    }

    pub struct Store {
        all: Vec<Document>,
    }

    impl Store {
        #[inline(never)]
        pub fn load(n: usize) -> Store {
            let mut all = Vec::with_capacity(n);
            for i in 0..n {
                all.push(Document {
                    id: i as u64,
                    title: [b'a' + (i % 26) as u8; 24],
                    owner: (i % 97) as u64,
                    score: (i % 1009) as f32,
                    length: (i % 301) as u32,
                });
            }
            Store { all }
        }
        #[inline(always)]
        pub fn score(&self, i: usize) -> f32 {
            self.all[i].score
        }
        #[inline(always)]
        pub fn length(&self, i: usize) -> u32 {
            self.all[i].length
        }
        #[inline(always)]
        pub fn rest(&self, i: usize) -> u64 {
            let d = &self.all[i];
            d.id + d.owner + d.title[i % 24] as u64
        }
    }
}

#[cfg(layout = "1")]
mod store {
    struct Hot {
        score: f32,
        length: u32,
    }
    struct Cold {
        id: u64,
        title: [u8; 24],
        owner: u64,
    }

    pub struct Store {
        hot: Vec<Hot>,
        cold: Vec<Cold>,
    }

    impl Store {
        #[inline(never)]
        pub fn load(n: usize) -> Store {
            let mut hot = Vec::with_capacity(n);
            let mut cold = Vec::with_capacity(n);
            for i in 0..n {
                hot.push(Hot { score: (i % 1009) as f32, length: (i % 301) as u32 });
                cold.push(Cold {
                    id: i as u64,
                    title: [b'a' + (i % 26) as u8; 24],
                    owner: (i % 97) as u64,
                });
            }
            Store { hot, cold }
        }
        #[inline(always)]
        pub fn score(&self, i: usize) -> f32 {
            self.hot[i].score
        }
        #[inline(always)]
        pub fn length(&self, i: usize) -> u32 {
            self.hot[i].length
        }
        #[inline(always)]
        pub fn rest(&self, i: usize) -> u64 {
            let d = &self.cold[i];
            d.id + d.owner + d.title[i % 24] as u64
        }
    }
}

#[cfg(layout = "2")]
mod store {
    struct Hot {
        score: f32,
        length: u32,
        owner: u64,
    }
    struct Cold {
        id: u64,
        title: [u8; 24],
    }

    pub struct Store {
        hot: Vec<Hot>,
        cold: Vec<Cold>,
    }

    impl Store {
        #[inline(never)]
        pub fn load(n: usize) -> Store {
            let mut hot = Vec::with_capacity(n);
            let mut cold = Vec::with_capacity(n);
            for i in 0..n {
                hot.push(Hot {
                    score: (i % 1009) as f32,
                    length: (i % 301) as u32,
                    owner: (i % 97) as u64,
                });
                cold.push(Cold { id: i as u64, title: [b'a' + (i % 26) as u8; 24] });
            }
            Store { hot, cold }
        }
        #[inline(always)]
        pub fn score(&self, i: usize) -> f32 {
            self.hot[i].score
        }
        #[inline(always)]
        pub fn length(&self, i: usize) -> u32 {
            self.hot[i].length
        }
        #[inline(always)]
        pub fn rest(&self, i: usize) -> u64 {
            let d = &self.cold[i];
            d.id + self.hot[i].owner + d.title[i % 24] as u64
        }
    }
}

#[cfg(layout = "3")]
mod store {
    #[repr(C)]
    struct Rest {
        id: u64,
        title: [u8; 24],
        owner: u64,
        length: u32,
    }

    pub struct Store {
        score: Vec<f32>,
        rest: Vec<Rest>,
    }

    impl Store {
        #[inline(never)]
        pub fn load(n: usize) -> Store {
            let mut score = Vec::with_capacity(n);
            let mut rest = Vec::with_capacity(n);
            for i in 0..n {
                score.push((i % 1009) as f32);
                rest.push(Rest {
                    id: i as u64,
                    title: [b'a' + (i % 26) as u8; 24],
                    owner: (i % 97) as u64,
                    length: (i % 301) as u32,
                });
            }
            Store { score, rest }
        }
        #[inline(always)]
        pub fn score(&self, i: usize) -> f32 {
            self.score[i]
        }
        #[inline(always)]
        pub fn length(&self, i: usize) -> u32 {
            self.rest[i].length
        }
        #[inline(always)]
        pub fn rest(&self, i: usize) -> u64 {
            let d = &self.rest[i];
            d.id + d.owner + d.title[i % 24] as u64
        }
    }
}

use store::Store;

#[inline(never)]
fn search(store: &Store, round: usize) -> u64 {
    let (least, most) = ((round * 37 % 1000) as f32, (100 + round) as u32);
    let mut sum = 0;
    for i in 0..DOCUMENTS {
        if store.score(i) > least && store.length(i) < most {
            sum += 1;
            if i % 128 == 0 {
                sum += store.rest(i);
            }
        }
    }
    sum
}

#[inline(never)]
fn best(store: &Store) -> f32 {
    let mut best = 0.0;
    for i in 0..DOCUMENTS {
        let score = store.score(i);
        best = if score > best { score } else { best };
    }
    best
}

fn main() {
    let store = Store::load(DOCUMENTS);
    let (mut sum, mut most) = (0, 0.0);
    for round in 0..ROUNDS {
        sum += search(&store, round);
        most += best(&store) + best(&store);
    }
    println!("{sum} {most}");
}
