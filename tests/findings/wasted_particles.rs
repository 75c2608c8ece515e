// wasted_particles.rs -- neighbours are found by position, which is 8 of a particle's
// 128 bytes; the twin has positions in a vector of their own.
// SPDX-License-Identifier: GPL-2.0-or-later

#[derive(Clone)]
#[allow(dead_code)]
struct Particle {
    #[cfg(not(cured))]
    position: (i32, i32),
    velocity: (f64, f64),
    mass: f64,
    history: [u64; 12],
}

struct Cloud {
    particles: Vec<Particle>,
    #[cfg(cured)]
    positions: Vec<(i32, i32)>,
    pairs: Vec<(u32, u32)>,
}

struct Random(u32);

impl Random {
    fn next(&mut self, below: u32) -> u32 {
        self.0 = self.0.wrapping_mul(1664525).wrapping_add(1013904223);
        (u64::from(self.0) * u64::from(below) >> 32) as u32
    }
}

impl Cloud {
    fn new(n: u32, n_pairs: usize) -> Cloud {
        let mut random = Random(21);
        let mut cloud = Cloud {
            particles: Vec::with_capacity(n as usize),
            #[cfg(cured)]
            positions: Vec::with_capacity(n as usize),
            pairs: Vec::new(),
        };
        for _ in 0..n {
            let position = (random.next(1000) as i32, random.next(1000) as i32);
            #[cfg(cured)]
            cloud.positions.push(position);
            cloud.particles.push(Particle {
                #[cfg(not(cured))]
                position,
                velocity: (1.0, -1.0),
                mass: 2.0,
                history: [0; 12],
            });
        }
        for _ in 0..n_pairs {
            cloud.pairs.push((random.next(n), random.next(n)));
        }
        cloud
    }

    #[cfg(not(cured))]
    fn position(&self, i: u32) -> (i32, i32) {
        self.particles[i as usize].position // FAULT: wasted-line or random-access
    }

    #[cfg(cured)]
    fn position(&self, i: u32) -> (i32, i32) {
        self.positions[i as usize]
    }

    fn longest(&self) -> i32 {
        let mut longest = 0;
        for &(one, other) in &self.pairs {
            let a = self.position(one); // FAULT: wasted-line or random-access
            let b = self.position(other); // FAULT: wasted-line or random-access
            longest = longest.max((a.0 - b.0).abs() + (a.1 - b.1).abs());
        }
        longest
    }

    fn weigh(&self) -> f64 {
        self.particles.iter().map(|p| p.mass * p.velocity.0).sum()
    }
}

fn main() {
    let cloud = Cloud::new(25000, 60000);
    let mut sum = cloud.weigh() as i64;
    for step in 0..8 {
        sum = sum * 3 + i64::from(cloud.longest()) + step;
    }
    println!("{}", sum);
}
