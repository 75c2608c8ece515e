// entries.rs -- entries of 200 bytes, in random order: what is read is scattered in them.
// Layouts: 1 it comes first; 2 the same, and entries begin with a line; 3 it is apart.
// Objects: load
// SPDX-License-Identifier: GPL-2.0-or-later

// The clock needs more of it.
const TIMES: usize = if cfg!(clock) { 20 } else { 1 };
const ENTRIES: usize = 12_000;
const READS: usize = 400_000 * TIMES;

#[cfg(layout = "0")]
#[derive(Clone)]
#[repr(C)]
struct Entry {
    key: u64,
    name: [u64; 7],
    size: u64,
    path: [u64; 8],
    uses: u64,
    tags: [u64; 6],
    state: u64,
}

#[cfg(layout = "1")]
#[derive(Clone)]
#[repr(C)]
struct Entry {
    key: u64,
    size: u64,
    uses: u64,
    state: u64,
    name: [u64; 7],
    path: [u64; 8],
    tags: [u64; 6],
}

#[cfg(layout = "2")]
#[derive(Clone)]
#[repr(C, align(64))]
struct Entry {
    key: u64,
    size: u64,
    uses: u64,
    state: u64,
    name: [u64; 7],
    path: [u64; 8],
    tags: [u64; 6],
}

#[cfg(not(layout = "3"))]
mod store {
    use super::{Entry, ENTRIES};

    pub struct Store {
        all: Vec<Entry>,
    }

    impl Store {
        #[inline(never)]
        pub fn load() -> Store {
            let mut all = Vec::with_capacity(ENTRIES);
            for i in 0..ENTRIES as u64 {
                all.push(Entry {
                    key: i * 3,
                    name: [i; 7],
                    size: i % 4096,
                    path: [i + 1; 8],
                    uses: 0,
                    tags: [i + 2; 6],
                    state: i % 5,
                });
            }
            Store { all }
        }
        #[inline(always)]
        pub fn read(&mut self, i: usize) -> u64 {
            let e = &mut self.all[i];
            e.uses += 1;
            if e.state == 4 { 0 } else { e.key + e.size }
        }
        #[inline(always)]
        pub fn rest(&self, i: usize) -> u64 {
            let e = &self.all[i];
            e.name[i % 7] + e.path[i % 8] + e.tags[i % 6] + e.uses
        }
    }
}

#[cfg(layout = "3")]
mod store {
    use super::ENTRIES;

    #[repr(C)]
    struct Hot {
        key: u64,
        size: u64,
        uses: u64,
        state: u64,
    }

    #[repr(C)]
    struct Cold {
        name: [u64; 7],
        path: [u64; 8],
        tags: [u64; 6],
    }

    pub struct Store {
        hot: Vec<Hot>,
        cold: Vec<Cold>,
    }

    impl Store {
        #[inline(never)]
        pub fn load() -> Store {
            let mut hot = Vec::with_capacity(ENTRIES);
            let mut cold = Vec::with_capacity(ENTRIES);
            for i in 0..ENTRIES as u64 {
                hot.push(Hot { key: i * 3, size: i % 4096, uses: 0, state: i % 5 });
                cold.push(Cold { name: [i; 7], path: [i + 1; 8], tags: [i + 2; 6] });
            }
            Store { hot, cold }
        }
        #[inline(always)]
        pub fn read(&mut self, i: usize) -> u64 {
            let e = &mut self.hot[i];
            e.uses += 1;
            if e.state == 4 { 0 } else { e.key + e.size }
        }
        #[inline(always)]
        pub fn rest(&self, i: usize) -> u64 {
            let e = &self.cold[i];
            e.name[i % 7] + e.path[i % 8] + e.tags[i % 6] + self.hot[i].uses
        }
    }
}

fn main() {
    let mut store = store::Store::load();
    let (mut random, mut sum) = (17_u32, 0);
    for n in 0..READS {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let i = (random >> 8) as usize % ENTRIES;
        sum += store.read(i);
        if n % 32 == 0 {
            sum += store.rest(i);
        }
    }
    println!("{sum}");
}
