// rust.rs -- idioms of Rust; cfg(cured): the twin.
// SPDX-License-Identifier: GPL-2.0-or-later

use std::collections::{BTreeMap, HashMap, HashSet, LinkedList, VecDeque};
use std::fmt::Write as _;
use std::hint::black_box;
use std::io::{BufRead, Read, Write};
use std::sync::{Arc, Mutex};

#[inline(never)]
fn string_cloned() -> usize {
    let s = String::from("a name that is long enough");
    let mut n = 0;
    for _ in 0..5000 {
        #[cfg(not(cured))]
        let t = s.clone(); // IDIOM: string-cloned
        #[cfg(cured)]
        let t = &s;
        n += black_box(&t).len();
    }
    n
}

#[inline(never)]
fn vec_cloned() -> usize {
    let s = vec![7u64; 200];
    let mut n = 0;
    for _ in 0..3000 {
        #[cfg(not(cured))]
        let t = s.clone(); // IDIOM: vec-cloned
        #[cfg(cured)]
        let t = &s;
        n += black_box(&t).len();
    }
    n
}

#[inline(never)]
fn strings_cloned() -> usize {
    let s: Vec<String> = (0..20).map(|i| format!("name {}", i)).collect();
    let mut n = 0;
    for _ in 0..200 {
        #[cfg(not(cured))]
        let t = s.clone(); // IDIOM: vec-cloned
        #[cfg(cured)]
        let t = &s;
        n += black_box(&t).len();
    }
    n
}

#[inline(never)]
fn map_cloned() -> usize {
    let s: HashMap<u64, u64> = (0..100).map(|i| (i, i)).collect();
    let mut n = 0;
    for _ in 0..500 {
        #[cfg(not(cured))]
        let t = s.clone(); // IDIOM: map-cloned
        #[cfg(cured)]
        let t = &s;
        n += black_box(&t).len();
    }
    n
}

#[inline(never)]
fn number_to_string() -> usize {
    let mut n = 0;
    #[cfg(cured)]
    let mut s = String::with_capacity(32);
    for i in 0..3000u64 {
        #[cfg(not(cured))]
        let s = i.to_string(); // IDIOM: to-string
        #[cfg(cured)]
        {
            s.clear();
            s.push((b'0' + (i % 10) as u8) as char);
        }
        n += black_box(&s).len();
    }
    n
}

#[inline(never)]
fn lowercased() -> usize {
    let mut n = 0;
    for _ in 0..2000 {
        #[cfg(not(cured))]
        if black_box("Some Name").to_lowercase() == "some name" { n += 1; } // IDIOM: to-lowercase
        #[cfg(cured)]
        if black_box("Some Name").eq_ignore_ascii_case("some name") {
            n += 1;
        }
    }
    n
}

#[inline(never)]
fn formatted() -> usize {
    let mut n = 0;
    let mut s = String::new();
    for i in 0..2000u32 {
        #[cfg(not(cured))]
        s.push_str(&format!("{}-{};", i, i)); // IDIOM: format-allocates
        #[cfg(cured)]
        s.push_str(if i & 1 == 0 { "even" } else { "odd" });
        n = s.len();
    }
    n
}

#[inline(never)]
fn printed() -> usize {
    let out = std::io::stderr();
    #[cfg(cured)]
    let mut lock = std::io::BufWriter::new(out.lock());
    for _ in 0..2000u32 {
        #[cfg(not(cured))]
        eprint!("."); // IDIOM: print-locked
        #[cfg(cured)]
        lock.write_all(b".").unwrap();
    }
    let _ = &out;
    0
}

#[inline(never)]
fn siphashed() -> u64 {
    let mut m: HashMap<u64, u64> = HashMap::new();
    let mut v = vec![0u64; 256];
    for i in 0..9000u64 {
        #[cfg(not(cured))]
        { *m.entry(i & 255).or_insert(0) += 1; } // IDIOM: sip-hashed
        #[cfg(cured)]
        {
            v[(i & 255) as usize] += 1;
        }
    }
    m.insert(1, 1);
    v[3] + m[&1]
}

#[inline(never)]
fn rehashed() -> usize {
    let mut n = 0;
    for _ in 0..10 {
        #[cfg(not(cured))]
        let mut m: HashSet<u64> = HashSet::new();
        #[cfg(cured)]
        let mut m: HashSet<u64> = HashSet::with_capacity(2000);
        for i in 0..1000u64 {
            m.insert(i); // IDIOM: hash-map-grown
        }
        n += m.len();
    }
    n
}

#[inline(never)]
fn vec_grown() -> usize {
    let mut n = 0;
    for _ in 0..300 {
        #[cfg(not(cured))]
        let mut v = Vec::new();
        #[cfg(cured)]
        let mut v = Vec::with_capacity(40);
        for i in 0..40u64 {
            v.push(i); // IDIOM: vec-grown
        }
        n += black_box(&v).len();
    }
    n
}

#[inline(never)]
fn string_pushed() -> usize {
    let mut n = 0;
    for _ in 0..600 {
        #[cfg(not(cured))]
        let mut s = String::new();
        #[cfg(cured)]
        let mut s = String::with_capacity(500);
        for _ in 0..40 {
            s.push_str("abcdefghij"); // IDIOM: vec-grown
        }
        n += black_box(&s).len();
    }
    n
}

#[inline(never)]
fn collected() -> u64 {
    let data: Vec<u64> = (0..200).collect();
    let mut n = 0;
    for k in 0..1000u64 {
        #[cfg(not(cured))]
        {
            let even: Vec<u64> = data.iter().copied().filter(|x| (x ^ k) & 1 == 0).collect(); // IDIOM: collect-needless
            n += black_box(even).len() as u64;
        }
        #[cfg(cured)]
        {
            n += data.iter().filter(|x| (*x ^ k) & 1 == 0).count() as u64;
        }
    }
    n
}

#[inline(never)]
fn chars_nth() -> u32 {
    let s = "x".repeat(300);
    let mut n = 0;
    for i in 0..300 {
        #[cfg(not(cured))]
        { n += black_box(&s).chars().nth(i).unwrap() as u32; } // IDIOM: chars-nth
        #[cfg(cured)]
        {
            n += s.as_bytes()[i] as u32;
        }
    }
    n
}

#[inline(never)]
fn chars_counted() -> usize {
    let s = "xyz".repeat(100);
    let mut n = 0;
    for _ in 0..2000 {
        #[cfg(not(cured))]
        { n += black_box(&s).chars().count(); } // IDIOM: chars-counted
        #[cfg(cured)]
        {
            n += black_box(&s).len();
        }
    }
    n
}

#[inline(never)]
fn sorted_by_key() -> usize {
    let mut n = 0;
    for k in 0..10usize {
        let mut v: Vec<String> = (0..100).map(|i| format!("N{}", i * 37 % 100 + k)).collect();
        #[cfg(not(cured))]
        v.sort_by_key(|s| s.to_lowercase()); // IDIOM: to-lowercase
        #[cfg(cured)]
        v.sort();
        n += v[0].len();
    }
    n
}

#[inline(never)]
fn sorted_again() -> u64 {
    let mut v: Vec<u64> = Vec::new();
    for i in 0..250u64 {
        v.push(i * 7919 % 250);
        #[cfg(not(cured))]
        v.sort(); // IDIOM: slice-sort-repeated
    }
    v.sort();
    v[3]
}

#[inline(never)]
fn boxed() -> u64 {
    let mut n = 0;
    for i in 0..8000u64 {
        #[cfg(not(cured))]
        let b = Box::new(i); // IDIOM: box-allocated
        #[cfg(cured)]
        let b = &i;
        n += **black_box(&b);
    }
    n
}

#[inline(never)]
fn removed_front() -> u64 {
    let mut v: Vec<u64> = (0..1500).collect();
    let mut n = 0;
    #[cfg(not(cured))]
    while !v.is_empty() {
        n += v.remove(0); // IDIOM: vec-removed
    }
    #[cfg(cured)]
    {
        let mut d: VecDeque<u64> = v.drain(..).collect();
        while let Some(x) = d.pop_front() {
            n += x;
        }
    }
    n
}

#[inline(never)]
fn inserted_front() -> usize {
    #[cfg(not(cured))]
    let mut v: Vec<u64> = vec![0; 9000];
    #[cfg(cured)]
    let mut v: VecDeque<u64> = vec![0; 9000].into();
    for i in 0..300 {
        #[cfg(not(cured))]
        v.insert(0, i); // IDIOM: vec-inserted
        #[cfg(cured)]
        v.push_front(i);
    }
    v.len()
}

#[inline(never)]
fn contains_scanned() -> usize {
    let v: Vec<String> = (0..200).map(|i| format!("n{}", i)).collect();
    #[cfg(cured)]
    let s: HashSet<&String> = v.iter().collect();
    let mut n = 0;
    for w in &v {
        #[cfg(not(cured))]
        { n += v.contains(w) as usize; } // IDIOM: contains-scanned
        #[cfg(cured)]
        {
            n += s.contains(w) as usize;
        }
    }
    n
}

#[inline(never)]
fn lines_read(text: &[u8]) -> usize {
    let mut n = 0;
    #[cfg(not(cured))]
    for line in std::io::BufReader::new(text).lines() { // IDIOM: lines-allocated
        n += line.unwrap().len();
    }
    #[cfg(cured)]
    {
        let mut r = std::io::BufReader::new(text);
        let mut line = String::new();
        while r.read_line(&mut line).unwrap() > 0 {
            n += line.len();
            line.clear();
        }
    }
    n
}

#[inline(never)]
fn unbuffered() -> usize {
    let f = std::fs::OpenOptions::new().write(true).open("/dev/null").unwrap();
    #[cfg(not(cured))]
    let mut out = f;
    #[cfg(cured)]
    let mut out = std::io::BufWriter::new(f);
    for _ in 0..9000 {
        out.write_all(b"x").unwrap(); // IDIOM: file-unbuffered
    }
    0
}

#[inline(never)]
fn utf8_checked() -> usize {
    let b = vec![b'x'; 300];
    let mut n = 0;
    for _ in 0..2000 {
        #[cfg(not(cured))]
        { n += std::str::from_utf8(black_box(&b)).unwrap().len(); } // IDIOM: utf8-checked
        #[cfg(cured)]
        {
            n += black_box(&b).len();
        }
    }
    n
}

#[inline(never)]
fn btree() -> u64 {
    let m: BTreeMap<u64, u64> = (0..500).map(|i| (i, i)).collect();
    let v: Vec<u64> = (0..500).collect();
    let mut n = v[1];
    for i in 0..6000u64 {
        #[cfg(not(cured))]
        { n += m[&(i * 17 % 500)]; } // IDIOM: btree-looked-up
        #[cfg(cured)]
        {
            n += v[(i * 17 % 500) as usize];
        }
    }
    n + m.len() as u64
}

#[inline(never)]
fn locked() -> u64 {
    let m = Mutex::new(0u64);
    #[cfg(not(cured))]
    for i in 0..40000 {
        *m.lock().unwrap() += i; // IDIOM: rust-mutex-locked
    }
    #[cfg(cured)]
    {
        let mut g = m.lock().unwrap();
        for i in 0..40000 {
            *g += black_box(i);
        }
    }
    let n = *m.lock().unwrap();
    n
}

#[inline(never)]
fn arc_cloned() -> usize {
    let a = Arc::new(String::from("x"));
    let mut n = 0;
    for _ in 0..20000 {
        #[cfg(not(cured))]
        let b = Arc::clone(&a); // IDIOM: arc-cloned
        #[cfg(cured)]
        let b = &a;
        n += black_box(&b).len();
    }
    n
}

#[inline(never)]
fn replaced() -> usize {
    let mut n = 0;
    for _ in 0..1000 {
        #[cfg(not(cured))]
        { n += black_box("a, b, c").replace(", ", ";").len(); } // IDIOM: replace-allocates
        #[cfg(cured)]
        {
            n += black_box("a, b, c").len();
        }
    }
    n
}

#[inline(never)]
fn linked() -> u64 {
    let mut n = 0;
    for _ in 0..200 {
        #[cfg(not(cured))]
        let mut l = LinkedList::new();
        #[cfg(cured)]
        let mut l = VecDeque::new();
        for i in 0..200u64 {
            l.push_back(i); // IDIOM: linked-list-filled
        }
        n += *l.front().unwrap();
    }
    n
}

#[inline(never)]
fn env_read() -> usize {
    let mut n = 0;
    #[cfg(cured)]
    let home = std::env::var("HOME");
    for _ in 0..1000 {
        #[cfg(not(cured))]
        let home = std::env::var("HOME"); // IDIOM: env-read
        n += home.is_ok() as usize;
    }
    n
}

#[inline(never)]
fn float_formatted() -> usize {
    let mut s = String::new();
    for i in 0..1000u32 {
        #[cfg(not(cured))]
        write!(s, "{:.2}", i as f64 * 0.37).unwrap(); // IDIOM: float-formatted
        #[cfg(cured)]
        s.push((b'0' + (i % 10) as u8) as char);
    }
    let _ = write!(s, "x");
    s.len()
}

#[inline(never)]
fn string_inserted() -> usize {
    let mut s = "x".repeat(60000);
    for _ in 0..300 {
        #[cfg(not(cured))]
        s.insert(0, 'x'); // IDIOM: vec-inserted
        #[cfg(cured)]
        s.push('x');
    }
    s.len()
}

#[inline(never)]
fn owned() -> usize {
    let mut n = 0;
    for _ in 0..5000 {
        #[cfg(not(cured))]
        { n += black_box(black_box("some name").to_owned()).len(); } // IDIOM: str-owned
        #[cfg(cured)]
        {
            n += black_box("some name").len();
        }
    }
    n
}

#[inline(never)]
fn threads() -> usize {
    let mut n = 0;
    for i in 0..30usize {
        #[cfg(not(cured))]
        { n += std::thread::spawn(move || i).join().unwrap(); } // IDIOM: spawned-thread
        #[cfg(cured)]
        {
            n += i;
        }
    }
    n
}

#[inline(never)]
fn bytes_read() -> usize {
    let f = std::fs::File::open("/proc/self/exe").unwrap();
    #[cfg(not(cured))]
    let mut f = f;
    #[cfg(cured)]
    let mut f = std::io::BufReader::new(f);
    let mut b = [0u8; 1];
    let mut n = 0;
    for _ in 0..3000 {
        f.read_exact(&mut b).unwrap(); // IDIOM: file-unbuffered
        n += b[0] as usize;
    }
    n
}

#[inline(never)]
fn joined() -> usize {
    let mut n = 0;
    let words = ["a", "b", "c"];
    for _ in 0..1000 {
        #[cfg(not(cured))]
        { n += black_box(&words).join(",").len(); } // IDIOM: join-allocates
        #[cfg(cured)]
        {
            n += black_box(&words).len();
        }
    }
    n
}

#[inline(never)]
fn vecs_nested() -> usize {
    let mut n = 0;
    #[cfg(cured)]
    let mut t = vec![0usize; 9 * 9];
    for i in 0..200usize {
        #[cfg(not(cured))]
        let mut t = vec![vec![0usize; black_box(9)]; black_box(9)]; // IDIOM: vec-nested
        #[cfg(cured)]
        t.fill(0);
        #[cfg(not(cured))]
        {
            t[i % 9][2] = i;
        }
        #[cfg(cured)]
        {
            t[i % 9 * 9 + 2] = i;
        }
        n += black_box(&t).len();
    }
    n
}

#[inline(never)]
fn vec_filled() -> usize {
    let mut n = 0;
    #[cfg(cured)]
    let mut t = vec![7u32; 12];
    for i in 0..2500usize {
        #[cfg(not(cured))]
        let mut t = vec![7u32; black_box(12)]; // IDIOM: vec-filled
        #[cfg(cured)]
        t.fill(7);
        t[i % 12] = i as u32;
        n += black_box(&t).len();
    }
    n
}

#[inline(never)]
fn vec_zeroed() -> usize {
    let mut n = 0;
    #[cfg(cured)]
    let mut t = vec![0u32; 12];
    for i in 0..1000usize {
        #[cfg(not(cured))]
        let mut t = vec![0u32; black_box(12)]; // IDIOM: vec-filled
        #[cfg(cured)]
        t.fill(0);
        t[i % 12] = i as u32;
        n += black_box(&t).len();
    }
    n
}

fn main() {
    let text = "some line of text\n".repeat(3000);
    let n = [
        string_cloned(), vec_cloned(), strings_cloned(), map_cloned(), number_to_string(),
        lowercased(), formatted(), printed(), siphashed() as usize, rehashed(), vec_grown(),
        string_pushed(), collected() as usize, chars_nth() as usize, chars_counted(),
        sorted_by_key(), sorted_again() as usize, boxed() as usize, removed_front() as usize,
        inserted_front(), contains_scanned(), lines_read(text.as_bytes()), unbuffered(),
        utf8_checked(), btree() as usize, locked() as usize, arc_cloned(), replaced(),
        linked() as usize, env_read(), float_formatted(), string_inserted(), owned(),
        threads(), bytes_read(), joined(), vecs_nested(), vec_filled(), vec_zeroed(),
    ];
    println!("{}", n.iter().fold(0usize, |a, b| a.wrapping_add(*b)) != 0);
}
