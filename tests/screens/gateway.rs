// gateway.rs -- meters report over radio; the gateway collects each one's readings until
// they are asked for.
// SPDX-License-Identifier: GPL-2.0-or-later

struct Meter {
    id: u32,
    buffer: Vec<u8>,
}

#[cfg(not(fixed))]
const EXPECTED: usize = 8 * 1024; // more than a month
#[cfg(fixed)]
const EXPECTED: usize = 24 * 8; // a day

impl Meter {
    fn new(id: u32) -> Meter {
        Meter { id, buffer: Vec::with_capacity(EXPECTED) } // FAULT CURED
    }

    fn report(&mut self, clock: u32, value: u32) {
        self.buffer.extend_from_slice(&clock.to_be_bytes());
        self.buffer.extend_from_slice(&value.to_be_bytes());
    }

    fn total(&self) -> u64 {
        self.buffer
            .chunks(8)
            .map(|r| u64::from(u32::from_be_bytes([r[4], r[5], r[6], r[7]])))
            .sum()
    }
}

struct Gateway {
    meters: Vec<Meter>,
}

impl Gateway {
    fn new(n: u32) -> Gateway {
        let ids = (0..n).map(|i| i * 17 + 1000);
        Gateway { meters: ids.map(Meter::new).collect() } // FAULT CURED
    }

    fn listen(&mut self, rounds: u32) {
        for clock in 0..rounds {
            for meter in &mut self.meters {
                let value = meter.id.wrapping_mul(clock + 7) % 4000;
                meter.report(clock * 900, value);
            }
        }
    }
}

fn main() {
    let mut gateway = Gateway::new(1500);
    gateway.listen(24);
    let total: u64 = gateway.meters.iter().map(Meter::total).sum();
    println!("{} meters, {}", gateway.meters.len(), total);
}
