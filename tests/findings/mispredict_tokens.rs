// mispredict_tokens.rs -- letters and digits, which come at random, go to two outputs by
// a branch; the twin computes the output's number.
// SPDX-License-Identifier: GPL-2.0-or-later

const BYTES: usize = 200_000;

struct Output {
    bytes: Vec<u8>,
    n: usize,
}

impl Output {
    fn new() -> Output {
        Output { bytes: vec![0; BYTES], n: 0 }
    }

    fn sign(&self) -> u64 {
        let mut sum = self.n as u64;
        for &byte in &self.bytes[..self.n] {
            sum = sum.wrapping_mul(5).wrapping_add(u64::from(byte));
        }
        sum
    }
}

fn write_text(seed: &mut u32) -> Vec<u8> {
    let alphabet = b"abcdefghijklmnopqrstuvwxyz012345678901234567890123456789";
    let mut text = Vec::with_capacity(BYTES);
    for _ in 0..BYTES {
        *seed = seed.wrapping_mul(1664525).wrapping_add(1013904223);
        text.push(alphabet[((u64::from(*seed) * alphabet.len() as u64) >> 32) as usize]);
    }
    text
}

fn split(text: &[u8], outputs: &mut [Output; 2]) {
    let (mut letters, mut digits) = (0, 0);
    for &byte in text {
        #[cfg(not(cured))]
        if byte >= b'a' { // FAULT: mispredict
            outputs[0].bytes[letters] = byte - b'a';
            letters += 1;
        } else {
            outputs[1].bytes[digits] = byte;
            digits += 1;
        }
        #[cfg(cured)]
        {
            let is_digit = usize::from(byte < b'a');
            let place = if is_digit == 1 { digits } else { letters };
            outputs[is_digit].bytes[place] = byte - (1 - is_digit as u8) * b'a';
            digits += is_digit;
            letters += 1 - is_digit;
        }
    }
    outputs[0].n = letters;
    outputs[1].n = digits;
}

fn main() {
    let mut seed = 29;
    let mut outputs = [Output::new(), Output::new()];
    let mut sum = 0u64;
    for _ in 0..4 {
        let text = write_text(&mut seed);
        split(&text, &mut outputs);
        for output in &outputs {
            sum = sum.wrapping_mul(3).wrapping_add(output.sign());
        }
    }
    println!("{}", sum);
}
