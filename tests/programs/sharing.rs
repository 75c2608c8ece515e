// sharing.rs -- as sharing.c, in Rust: a shared object whose two members two threads use.
// SPDX-License-Identifier: GPL-2.0-or-later

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::Arc;
use std::thread;

const TIMES: usize = 30000;

#[cfg_attr(fixed, repr(align(64)))]
struct Counter(AtomicUsize);

struct Job {
    done: Counter,
    failed: Counter,
}

fn main() {
    let job = Arc::new(Job {
        done: Counter(AtomicUsize::new(0)),
        failed: Counter(AtomicUsize::new(0)),
    });
    let (one, other) = (job.clone(), job.clone());
    let first = thread::spawn(move || {
        for _ in 0..TIMES {
            one.done.0.fetch_add(1, Relaxed); // rust: one
        }
    });
    let second = thread::spawn(move || {
        for _ in 0..TIMES {
            other.failed.0.fetch_add(1, Relaxed); // rust: other
        }
    });
    first.join().unwrap();
    second.join().unwrap();
    println!("{}", job.done.0.load(Relaxed) + job.failed.0.load(Relaxed));
}
