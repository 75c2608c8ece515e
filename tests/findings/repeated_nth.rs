// repeated_nth.rs -- a tokenizer asks for the letter at a place; `chars().nth` counts
// from the beginning each time.  The twin collects the letters first.
// SPDX-License-Identifier: GPL-2.0-or-later

struct Line {
    text: String,
    #[allow(dead_code)]
    letters: Vec<char>,
}

impl Line {
    fn new(text: String) -> Line {
        let letters = if cfg!(cured) { text.chars().collect() } else { Vec::new() };
        Line { text, letters }
    }

    #[cfg(not(cured))]
    fn letter(&self, i: usize) -> Option<char> {
        self.text.chars().nth(i) // FAULT: chars-nth
    }

    #[cfg(cured)]
    fn letter(&self, i: usize) -> Option<char> {
        self.letters.get(i).copied()
    }
}

fn write_line(seed: &mut u32, n: usize) -> String {
    let mut text = String::new();
    for _ in 0..n {
        *seed = seed.wrapping_mul(1664525).wrapping_add(1013904223);
        text.push(match *seed >> 28 {
            0 => ' ',
            1 => 'ä',
            k => (b'a' + k as u8) as char,
        });
    }
    text
}

fn count_words(line: &Line) -> u64 {
    let (mut words, mut was_letter, mut i) = (0, false, 0);
    while let Some(letter) = line.letter(i) { // FAULT: chars-nth
        words += u64::from(letter != ' ' && !was_letter);
        was_letter = letter != ' ';
        i += 1;
    }
    words
}

// Work of another kind.
fn sign(text: &str) -> u32 {
    let mut sum = 1u32;
    for round in 0..60 {
        for byte in text.bytes() {
            sum = sum.rotate_left(5).wrapping_mul(33) ^ (u32::from(byte) + round);
        }
    }
    sum
}

fn main() {
    let (mut seed, mut sum) = (79u32, 0u64);
    for _ in 0..40 {
        let line = Line::new(write_line(&mut seed, 900));
        sum = sum.wrapping_mul(3) + count_words(&line) + u64::from(sign(&line.text));
    }
    println!("{}", sum);
}
