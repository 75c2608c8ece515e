// stride_pixels.rs -- an image is turned by a quarter, then blurred along its rows.
// SPDX-License-Identifier: GPL-2.0-or-later

const WIDTH: usize = 1000;
const HEIGHT: usize = 1000;

struct Image {
    pixels: Vec<u32>,
}

impl Image {
    fn new() -> Image {
        Image { pixels: vec![0; WIDTH * HEIGHT] }
    }

    fn draw(&mut self) {
        let mut seed: u32 = 5;
        for pixel in self.pixels.iter_mut() {
            seed = seed.wrapping_mul(1664525).wrapping_add(1013904223);
            *pixel = seed >> 8;
        }
    }

    // Sums of columns by their parity: what an edge detector begins with.
    fn edges(&self) -> u64 {
        let mut edges = 0u64;
        #[cfg(not(cured))]
        for x in 0..WIDTH {
            for y in 1..HEIGHT {
                let above = self.pixels[(y - 1) * WIDTH + x];
                let here = self.pixels[y * WIDTH + x]; // FAULT: stride
                edges += u64::from(above.abs_diff(here));
            }
        }
        #[cfg(cured)]
        for y in 1..HEIGHT {
            for x in 0..WIDTH {
                let above = self.pixels[(y - 1) * WIDTH + x];
                let here = self.pixels[y * WIDTH + x];
                edges += u64::from(above.abs_diff(here));
            }
        }
        edges
    }

    fn blur(&mut self) {
        for row in self.pixels.chunks_mut(WIDTH) {
            for x in 1..WIDTH {
                row[x] = (row[x - 1] + row[x]) / 2;
            }
        }
    }
}

fn main() {
    let mut image = Image::new();
    image.draw();
    let mut sum = image.edges();
    image.blur();
    sum = sum.wrapping_mul(31).wrapping_add(image.edges());
    println!("{}", sum);
}
