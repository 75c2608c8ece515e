// heap_types.rs -- blocks of types of Rust; prints what ty_types must find for
// each, as heap_types.c does.  SPDX-License-Identifier: GPL-2.0-or-later

#[repr(C)]
pub struct Point {
    pub x: i32,
    pub y: i32,
    pub tag: u8,
}

#[repr(C)]
pub struct Node {
    pub next: Option<Box<Node>>,
    pub key: u64,
    pub place: Point,
}

#[inline(never)]
#[no_mangle]
pub fn case_box() -> Box<Node> {
    Box::new(Node { next: None, key: 3, place: Point { x: 1, y: 2, tag: 3 } })
}

#[inline(never)]
#[no_mangle]
pub fn case_vec(n: i32) -> Vec<Point> {
    let mut v = Vec::new();
    for x in 0..n {
        v.push(Point { x, y: 1, tag: 3 });
    }
    v
}

#[inline(never)]
#[no_mangle]
pub fn case_string(n: usize) -> String {
    "abc".repeat(n)
}

pub enum Value {
    Null,
    Number(f64),
    Pair([u64; 2]),
}

#[repr(C)]
pub struct Entry {
    pub key: u64,
    pub value: Value,
    pub corners: [Point; 2],
}

#[inline(never)]
#[no_mangle]
pub fn case_enum(n: usize) -> Box<Value> {
    Box::new(if n > 9 { Value::Null } else { Value::Number(n as f64) })
}

#[inline(never)]
#[no_mangle]
pub fn case_fields(n: usize) -> Box<Entry> {
    let corner = || Point { x: 1, y: 2, tag: 3 };
    Box::new(Entry { key: 1, value: Value::Number(n as f64), corners: [corner(), corner()] })
}

fn main() {
    let n = std::env::args().count();
    let kept = (case_box(), case_vec(9), case_string(n + 6));
    let others = (case_enum(n), case_fields(n));
    println!("case_enum heap_types::Value 24; Null | Number | Pair:0:24");
    println!("case_fields heap_types::Entry 56; key:0:8; value:8:24; \
              corners[0].x:32:4; corners[0].y:36:4; corners[0].tag:40:1; \
              corners[1].x:44:4; corners[1].y:48:4; corners[1].tag:52:1");
    if let Value::Pair(_) = *others.0 {
        println!("{}", others.1.key);
    }
    println!("case_box heap_types::Node 32; next:0:8; key:8:8; \
              place.x:16:4; place.y:20:4; place.tag:24:1");
    println!("case_vec heap_types::Point 12; x:0:4; y:4:4; tag:8:1");
    println!("case_string ?");
    std::process::exit((kept.1.len() + kept.2.len() != 30) as i32);
}
