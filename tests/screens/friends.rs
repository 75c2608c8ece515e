// friends.rs -- how many people somebody knows over at most four others.
// SPDX-License-Identifier: GPL-2.0-or-later

#[cfg(not(fixed))]
use std::collections::HashSet;
use std::collections::VecDeque;

const PEOPLE: u32 = 3000;
const FRIENDS: u32 = 12;

#[cfg(not(fixed))]
struct Visited(HashSet<u32>);

#[cfg(not(fixed))]
impl Visited {
    fn new() -> Visited {
        Visited(HashSet::new())
    }

    fn add(&mut self, person: u32) -> bool {
        self.0.insert(person) // FAULT
    }
}

#[cfg(fixed)]
struct Visited(Vec<bool>);

#[cfg(fixed)]
impl Visited {
    fn new() -> Visited {
        Visited(vec![false; PEOPLE as usize])
    }

    fn add(&mut self, person: u32) -> bool {
        !std::mem::replace(&mut self.0[person as usize], true) // CURED
    }
}

struct Network {
    friends: Vec<Vec<u32>>,
}

impl Network {
    fn new() -> Network {
        let mut seed: u32 = 1;
        let mut next = || {
            seed = seed.wrapping_mul(1664525).wrapping_add(1013904223);
            (seed >> 8) % PEOPLE
        };
        let mut friends = || (0..FRIENDS).map(|_| next()).collect();
        Network { friends: (0..PEOPLE).map(|_| friends()).collect() }
    }

    fn reach(&self, start: u32, depth: u32) -> usize {
        let mut visited = Visited::new();
        visited.add(start);
        let mut queue = VecDeque::from([(start, 0)]);
        let mut count = 0;
        while let Some((person, distance)) = queue.pop_front() {
            count += 1;
            if distance == depth {
                continue;
            }
            for &friend in &self.friends[person as usize] {
                if visited.add(friend) { // FAULT CURED
                    queue.push_back((friend, distance + 1));
                }
            }
        }
        count
    }
}

fn main() {
    let network = Network::new();
    let mut total = 0;
    for person in (0..PEOPLE).step_by(60) {
        total += network.reach(person, 4);
    }
    println!("{}", total);
}
