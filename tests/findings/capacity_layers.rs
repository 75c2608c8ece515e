// capacity_layers.rs -- a layer of five million weights is applied to six inputs, input
// by input; the twin applies a tile of the weights to all inputs.
// SPDX-License-Identifier: GPL-2.0-or-later

const WEIGHTS: usize = 5 << 20;
const INPUTS: usize = 6;
#[cfg(not(cured))]
const TILE: usize = WEIGHTS;
#[cfg(cured)]
const TILE: usize = 1 << 13;

struct Layer {
    weights: Vec<i64>,
    outputs: [i64; INPUTS],
}

impl Layer {
    fn new() -> Layer {
        Layer { weights: Vec::with_capacity(WEIGHTS), outputs: [0; INPUTS] }
    }

    fn load(&mut self, n: usize, seed: &mut i64) {
        for _ in 0..n {
            *seed = seed.wrapping_mul(1664525).wrapping_add(1013904223) & 0xffff_ffff;
            self.weights.push(*seed);
        }
    }

    fn apply(&mut self, first: usize, inputs: &[i64; INPUTS]) {
        let tile = &self.weights[first..];
        for (input, output) in inputs.iter().zip(self.outputs.iter_mut()) {
            *output = output.wrapping_add(weigh(tile, *input)); // FAULT: capacity
        }
    }
}

fn weigh(tile: &[i64], input: i64) -> i64 {
    let mut sum = 0i64;
    for weight in tile { // FAULT: capacity
        sum = sum.wrapping_add(weight & input); // FAULT: capacity
    }
    sum
}

fn main() {
    let mut layer = Layer::new();
    let mut inputs = [0i64; INPUTS];
    for (i, input) in inputs.iter_mut().enumerate() {
        *input = 0x5555_1234 + i as i64 * 77;
    }
    let mut seed = 77;
    for first in (0..WEIGHTS).step_by(TILE) {
        layer.load(TILE, &mut seed);
        layer.apply(first, &inputs);
    }
    let mut sum = 0i64;
    for output in layer.outputs {
        sum = sum.wrapping_mul(3).wrapping_add(output);
    }
    println!("{}", sum);
}
