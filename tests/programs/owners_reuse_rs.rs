// owners_reuse_rs.rs -- collections that are filled, emptied and filled again, as
// owners_reuse_cpp.cpp's.  SPDX-License-Identifier: GPL-2.0-or-later

use std::cell::RefCell;
use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};

const N: usize = 300;
const ROUNDS: usize = 4;

struct Object {
    _number: usize,
    _text: String,
    next: Option<Box<Object>>,
}

fn make(i: usize) -> Box<Object> {
    Box::new(Object { _number: i, _text: "x".repeat(100), next: None })
}

struct Node {
    _text: String,
    other: RefCell<Option<Rc<Node>>>,
}

#[used]
static KEPT: AtomicUsize = AtomicUsize::new(0);

// They live until the end.
fn keep<T>(what: T) -> &'static mut T {
    let kept = Box::leak(Box::new(what));
    KEPT.store(kept as *mut T as usize, Ordering::Relaxed);
    kept
}

fn vectors() {
    let v = keep(Vec::new());
    for _ in 0..ROUNDS {
        v.clear();
        v.shrink_to_fit();
        v.extend((0..N).map(make));
    }
}

fn maps() {
    let m = keep(BTreeMap::new());
    for _ in 0..ROUNDS {
        m.clear();
        for i in 0..N {
            m.insert(i * 7919 % 10007, make(i));
        }
    }
}

fn hashes() {
    // Not random: the same layout in each run.
    let m = keep(HashMap::<String, Box<Object>, std::hash::BuildHasherDefault<DefaultHasher>>::default());
    for _ in 0..ROUNDS {
        for i in (0..N).step_by(2) {
            m.remove(&format!("a key that is long enough {i}"));
        }
        for i in 0..N {
            m.insert(format!("a key that is long enough {i}"), make(i));
        }
    }
}

fn lists() {
    let first = keep(None);
    for _ in 0..ROUNDS {
        while let Some(mut object) = first.take() {
            let object: &mut Box<Object> = &mut object;
            *first = object.next.take();
        }
        for i in 0..N {
            let mut object = make(i);
            object.next = first.take();
            *first = Some(object);
        }
    }
}

fn deques() {
    let d = keep(VecDeque::new());
    for i in 0..N * ROUNDS {
        d.push_back(make(i));
        if d.len() > N {
            d.pop_front();
        }
    }
}

// Rings that nothing refers to.
fn rings() {
    for _ in 0..N {
        let a = Rc::new(Node { _text: "x".repeat(100), other: RefCell::new(None) });
        let b = Rc::new(Node { _text: "x".repeat(100), other: RefCell::new(None) });
        *a.other.borrow_mut() = Some(b.clone());
        *b.other.borrow_mut() = Some(a);
    }
}

// What dead frames have of a case is overwritten.
#[inline(never)]
fn forget() {
    let mut frames = [0u8; 1 << 14];
    for byte in &mut frames {
        unsafe { std::ptr::write_volatile(byte, 0) };
    }
}

fn main() {
    let cases: [(&str, fn()); 6] = [
        ("vectors", vectors),
        ("maps", maps),
        ("hashes", hashes),
        ("lists", lists),
        ("deques", deques),
        ("rings", rings),
    ];
    let name = std::env::args().nth(1);
    for (case, run) in cases {
        match &name {
            Some(name) if name == case => run(),
            Some(_) => {}
            None => println!("{case}"),
        }
    }
    forget();
}
