// clear_frames.rs -- a frame is made black before sprites are drawn, though they cover
// little of it; the twin blackens only what the sprites before have covered.
// SPDX-License-Identifier: GPL-2.0-or-later

const WIDTH: usize = 1280;
const HEIGHT: usize = 720;
const SPRITES: usize = 60;
const SIZE: usize = 24;

struct Frame {
    pixels: Vec<u32>,
    #[allow(dead_code)]
    covered: Vec<(usize, usize)>,
}

impl Frame {
    fn new() -> Frame {
        Frame { pixels: vec![0; WIDTH * HEIGHT], covered: Vec::new() }
    }

    #[cfg(not(cured))]
    fn clear(&mut self) {
        self.pixels.fill(0); // FAULT: streaming-write
    }

    #[cfg(cured)]
    fn clear(&mut self) {
        for (x, y) in self.covered.drain(..) {
            for row in y..y + SIZE {
                self.pixels[row * WIDTH + x..][..SIZE].fill(0);
            }
        }
    }

    fn draw(&mut self, x: usize, y: usize, colour: u32) -> u64 {
        let mut sum = 0u64;
        for row in y..y + SIZE {
            for pixel in &mut self.pixels[row * WIDTH + x..][..SIZE] {
                *pixel = (*pixel >> 1) + colour;
                sum += u64::from(*pixel);
            }
        }
        #[cfg(cured)]
        self.covered.push((x, y));
        sum
    }
}

fn main() {
    let mut frame = Frame::new();
    let mut seed = 67u32;
    let mut sum = 0u64;
    for _ in 0..24 {
        frame.clear(); // FAULT: streaming-write
        for _ in 0..SPRITES {
            seed = seed.wrapping_mul(1664525).wrapping_add(1013904223);
            let x = (seed >> 8) as usize % (WIDTH - SIZE);
            let y = (seed >> 16) as usize % (HEIGHT - SIZE);
            sum = sum.wrapping_mul(3).wrapping_add(frame.draw(x, y, seed >> 12));
        }
    }
    println!("{}", sum);
}
