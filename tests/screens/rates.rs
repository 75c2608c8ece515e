// rates.rs -- amounts in many currencies, converted by a table of rates of each month.
// SPDX-License-Identifier: GPL-2.0-or-later

#[cfg(not(fixed))]
use std::collections::HashMap;

const CURRENCIES: [&str; 8] = ["EUR", "USD", "GBP", "JPY", "CHF", "SEK", "INR", "BRL"];

#[cfg(not(fixed))]
#[derive(Default)]
struct Rates(HashMap<String, f64>);

#[cfg(not(fixed))]
impl Rates {
    fn set(&mut self, from: usize, to: usize, month: usize, rate: f64) {
        self.0.insert(format!("{}/{}/{}", CURRENCIES[from], CURRENCIES[to], month), rate);
    }

    fn get(&self, from: usize, to: usize, month: usize) -> Option<f64> {
        let key = format!("{}/{}/{}", CURRENCIES[from], CURRENCIES[to], month); // FAULT
        self.0.get(&key).copied() // FAULT
    }
}

#[cfg(fixed)]
#[derive(Default)]
struct Rates([[[Option<f64>; 13]; 8]; 8]);

#[cfg(fixed)]
impl Rates {
    fn set(&mut self, from: usize, to: usize, month: usize, rate: f64) {
        self.0[from][to][month] = Some(rate);
    }

    fn get(&self, from: usize, to: usize, month: usize) -> Option<f64> {
        self.0[from][to][month] // CURED
    }
}

impl Rates {
    fn load() -> Rates {
        let mut rates = Rates::default();
        for from in 0..CURRENCIES.len() {
            for to in 0..CURRENCIES.len() {
                for month in 1..=12 {
                    let rate = 0.5 + (from * 13 + to * 7 + month) as f64 / 90.0;
                    rates.set(from, to, month, rate);
                }
            }
        }
        rates
    }

    fn convert(&self, amount: f64, from: usize, to: usize, month: usize) -> Option<f64> {
        if from == to {
            return Some(amount);
        }
        let rate = self.get(from, to, month)?; // FAULT CURED
        Some(amount * rate)
    }
}

fn main() {
    let rates = Rates::load();
    let mut seed: u32 = 5;
    let mut totals = [0f64; 12];
    for _ in 0..90_000 {
        seed = seed.wrapping_mul(1664525).wrapping_add(1013904223);
        let (from, to) = ((seed >> 8) as usize % 8, (seed >> 16) as usize % 3);
        let month = 1 + (seed >> 24) as usize % 12;
        let amount = (seed % 100_000) as f64 / 100.0;
        if let Some(converted) = rates.convert(amount, from, to, month) {
            totals[month - 1] += converted;
        }
    }
    for (month, total) in totals.iter().enumerate() {
        println!("{:2} {:14.2}", month + 1, total);
    }
}
