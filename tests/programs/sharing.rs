// sharing.rs -- as sharing.c, in Rust: a shared object whose two members two threads use.
// SPDX-License-Identifier: GPL-2.0-or-later

use std::cell::UnsafeCell;
use std::sync::Arc;
use std::thread;

const TIMES: usize = 30000;

#[cfg_attr(fixed, repr(align(64)))]
struct Counter(UnsafeCell<usize>);

// Each is for one thread. Atomic operations would be lines of the library's atomic.rs.
unsafe impl Sync for Counter {}

struct Job {
    done: Counter,
    failed: Counter,
}

fn main() {
    let job = Arc::new(Job {
        done: Counter(UnsafeCell::new(0)),
        failed: Counter(UnsafeCell::new(0)),
    });
    let (one, other) = (job.clone(), job.clone());
    let first = thread::spawn(move || {
        for _ in 0..TIMES {
            unsafe { *one.done.0.get() += 1 }; // rust: one
        }
    });
    let second = thread::spawn(move || {
        for _ in 0..TIMES {
            unsafe { *other.failed.0.get() += 1 }; // rust: other
        }
    });
    first.join().unwrap();
    second.join().unwrap();
    println!("{}", unsafe { *job.done.0.get() + *job.failed.0.get() });
}
