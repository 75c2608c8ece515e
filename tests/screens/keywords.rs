// keywords.rs -- which words of a text are those of a list, whatever their case.
// SPDX-License-Identifier: GPL-2.0-or-later

use std::collections::BTreeMap;

struct Keywords {
    words: Vec<String>,
    counts: BTreeMap<usize, usize>,
}

impl Keywords {
    fn new(words: &[&str]) -> Keywords {
        let mut words: Vec<_> = words.iter().map(|word| word.to_lowercase()).collect();
        words.sort();
        Keywords { words, counts: BTreeMap::new() }
    }

    fn find(&self, word: &str) -> Option<usize> {
        #[cfg(not(fixed))]
        {
            let lower = word.to_lowercase(); // FAULT
            self.words.binary_search(&lower).ok()
        }
        #[cfg(fixed)]
        {
            let lower = word.bytes().map(|b| b.to_ascii_lowercase()); // CURED
            let place = |known: &String| known.bytes().cmp(lower.clone()); // CURED
            self.words.binary_search_by(place).ok() // CURED
        }
    }

    fn scan(&mut self, text: &str) {
        for word in text.split(|c: char| !c.is_alphanumeric()) {
            if let Some(index) = self.find(word) { // FAULT CURED
                *self.counts.entry(index).or_insert(0) += 1;
            }
        }
    }
}

fn main() {
    let vocabulary = [
        "The", "quick", "Fox", "jumps", "over", "a", "lazy", "dog", "while", "Nobody",
        "looks", "and", "then", "Sleeps", "until", "noon",
    ];
    let mut text = String::with_capacity(300_000);
    let mut seed: u32 = 7;
    for _ in 0..40_000 {
        seed = seed.wrapping_mul(1664525).wrapping_add(1013904223);
        text.push_str(vocabulary[(seed >> 20) as usize % vocabulary.len()]);
        text.push(if seed >> 28 == 0 { '.' } else { ' ' });
    }
    let mut keywords = Keywords::new(&["FOX", "Dog", "noon", "Lazy", "cat"]);
    keywords.scan(&text);
    for (index, count) in &keywords.counts {
        println!("{} {}", keywords.words[*index], count);
    }
}
