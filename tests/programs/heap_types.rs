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

fn main() {
    let n = std::env::args().count();
    let kept = (case_box(), case_vec(9), case_string(n + 6));
    println!("case_box heap_types::Node 32; next:0:8; key:8:8; \
              place.x:16:4; place.y:20:4; place.tag:24:1");
    println!("case_vec heap_types::Point 12; x:0:4; y:4:4; tag:8:1");
    println!("case_string ?");
    std::process::exit((kept.1.len() + kept.2.len() != 30) as i32);
}
