// timetable.rs -- earliest arrivals from a station, by trains that leave every hour.
// SPDX-License-Identifier: GPL-2.0-or-later

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

#[derive(Clone)]
struct Train {
    to: String,
    minutes: u32,
    leaves: u32, // minutes after the hour
}

struct Timetable {
    trains: HashMap<String, Vec<Train>>,
    arrivals: HashMap<String, u32>,
}

impl Timetable {
    fn improve(&mut self, station: &str, arrival: u32) -> bool {
        match self.arrivals.get_mut(station) {
            Some(known) if *known <= arrival => false,
            Some(known) => {
                *known = arrival;
                true
            }
            None => {
                self.arrivals.insert(station.to_string(), arrival);
                true
            }
        }
    }

    fn travel(&mut self, start: &str) -> usize {
        self.arrivals.clear();
        self.improve(start, 0);
        let mut queue = BinaryHeap::from([Reverse((0, start.to_string()))]);
        while let Some(Reverse((now, station))) = queue.pop() {
            if self.arrivals[&station] < now {
                continue;
            }
            #[cfg(not(fixed))]
            let trains = self.trains[&station].clone(); // FAULT
            #[cfg(fixed)]
            let trains = std::mem::take(self.trains.get_mut(&station).unwrap()); // CURED
            for train in &trains { // CURED
                let wait = (train.leaves + 60 - now % 60) % 60;
                let arrival = now + wait + train.minutes;
                if self.improve(&train.to, arrival) {
                    queue.push(Reverse((arrival, train.to.clone())));
                }
            }
            #[cfg(fixed)]
            self.trains.insert(station, trains); // CURED
        }
        self.arrivals.len()
    }
}

fn main() {
    let name = |i: usize| format!("Station number {} in the north", i);
    let mut trains = HashMap::new();
    for i in 0..250 {
        let from_here = (0..30).map(|k| Train {
            to: name((i * 7 + k * k * 3 + 1) % 250),
            minutes: 10 + ((i + k) % 50) as u32,
            leaves: ((i * 11 + k * 7) % 60) as u32,
        });
        trains.insert(name(i), from_here.collect());
    }
    let mut timetable = Timetable { trains, arrivals: HashMap::new() };
    let mut reached = 0;
    let mut minutes = 0;
    for i in 0..20 {
        reached += timetable.travel(&name(i * 9));
        minutes += timetable.arrivals.values().max().unwrap();
    }
    println!("{} {}", reached, minutes);
}
