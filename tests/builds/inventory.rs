// inventory.rs -- words, a queue and shapes: generics, closures, trait objects.
// SPDX-License-Identifier: GPL-2.0-or-later

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasherDefault, Hasher};

#[derive(Default)]
struct Fnv(u64);

impl Hasher for Fnv {
    #[inline(never)]
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
        }
    }
    fn finish(&self) -> u64 {
        self.0
    }
}

trait Shape {
    fn area(&self, scale: u32) -> u32;
}

struct Square(u32);
struct Ring(u32, String);

impl Shape for Square {
    #[inline(never)]
    fn area(&self, scale: u32) -> u32 {
        let mut sum = self.0;
        planted();
        for _ in 0..50 {
            sum = step(sum).wrapping_add(scale);
        }
        sum % 100
    }
}

impl Shape for Ring {
    #[inline(never)]
    fn area(&self, scale: u32) -> u32 {
        self.1.bytes().fold(self.0 + scale, |sum, byte| {
            sum.wrapping_mul(33).wrapping_add(u32::from(byte))
        }) % 100
    }
}

#[inline(always)]
fn planted() {
    if cfg!(plant) {
        for i in 0..30 {
            std::hint::black_box(i);
        }
    }
}

#[inline(never)]
fn step(x: u32) -> u32 {
    x.wrapping_mul(1_103_515_245).wrapping_add(12345)
}

mod other {
    /// Of the same name as the one above.
    #[inline(never)]
    pub fn step(x: u32) -> u32 {
        x.wrapping_mul(69069).wrapping_add(1)
    }
}

#[inline(never)]
fn make_text(n: usize) -> String {
    let mut text = String::new();
    let mut x = 5;
    while text.len() < n {
        x = step(x);
        text.push(if x >> 29 == 0 { ' ' } else { (b'a' + (x >> 16) as u8 % 5) as char });
    }
    text
}

#[inline(never)]
fn largest<T: PartialOrd + Copy>(all: &[T], wanted: usize) -> Vec<T> {
    let mut kept: Vec<T> = Vec::new();
    for one in all {
        let at = kept.iter().position(|k| k < one).unwrap_or(kept.len());
        kept.insert(at, *one);
        kept.truncate(wanted);
    }
    kept
}

#[inline(never)]
fn count_words(text: &str) -> HashMap<String, u32, BuildHasherDefault<Fnv>> {
    let mut counts = HashMap::default();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        *counts.entry(word.to_owned()).or_insert(0) += 1;
    }
    counts
}

fn main() {
    let text = make_text(20000);
    let mut sum = 0u32;
    let sorted: BTreeMap<_, _> = count_words(&text).into_iter().collect();
    for (word, n) in &sorted {
        sum = sum.wrapping_add(word.len() as u32 * n);
    }
    let mut x = 7;
    let numbers: Vec<u32> = (0..3000)
        .map(|_| {
            x = other::step(x);
            x
        })
        .collect();
    let halves: Vec<f64> = numbers.iter().map(|n| f64::from(*n) / 2.0).collect();
    sum = sum.wrapping_add(largest(&numbers, 30)[29]);
    sum = sum.wrapping_add(largest(&halves, 20)[19] as u32);
    let shapes: Vec<Box<dyn Shape>> = (0..300)
        .map(|i| -> Box<dyn Shape> {
            if i % 3 == 0 {
                Box::new(Ring(i, "ring".repeat(5)))
            } else {
                Box::new(Square(i))
            }
        })
        .collect();
    for scale in 0..40 {
        for shape in &shapes {
            sum = sum.wrapping_add(shape.area(scale));
        }
    }
    println!("{sum}");
}
