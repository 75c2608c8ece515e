// owners_rings.rs -- nodes know their parents by Rc; FIXED: by Weak.
// SPDX-License-Identifier: GPL-2.0-or-later
use std::cell::RefCell;
use std::rc::Rc;
#[cfg(fixed)]
use std::rc::Weak;
struct Node {
    name: String,
    #[cfg(fixed)]
    parent: RefCell<Weak<Node>>,
    #[cfg(not(fixed))]
    parent: RefCell<Option<Rc<Node>>>,
    children: RefCell<Vec<Rc<Node>>>,
}
fn node(name: &str) -> Rc<Node> {
    Rc::new(Node { name: name.to_string(), parent: RefCell::new(Default::default()), children: RefCell::new(Vec::new()) })
}
fn add(to: &Rc<Node>, name: &str) -> Rc<Node> {
    let n = node(name);
    #[cfg(fixed)]
    { *n.parent.borrow_mut() = Rc::downgrade(to); }
    #[cfg(not(fixed))]
    { *n.parent.borrow_mut() = Some(to.clone()); }
    to.children.borrow_mut().push(n.clone());
    n
}
fn request(i: usize) -> usize {
    let root = node("document root");
    for k in 0..10 + i % 5 {
        let row = add(&root, "table row with a long name");
        for _ in 0..k % 4 { add(&row, "cell of the table"); }
    }
    let n = root.children.borrow().iter().map(|c| c.children.borrow().len() + c.name.len()
        + c.parent.borrow().iter_len()).sum();
    n
}
trait Len { fn iter_len(&self) -> usize; }
#[cfg(not(fixed))]
impl Len for Option<Rc<Node>> { fn iter_len(&self) -> usize { self.is_some() as usize } }
#[cfg(fixed)]
impl Len for Weak<Node> { fn iter_len(&self) -> usize { self.upgrade().is_some() as usize } }
fn main() {
    let mut n = 0;
    for i in 0..1500 { n += request(i); }
    println!("{}", n);
}
