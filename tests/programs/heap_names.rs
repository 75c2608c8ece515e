// heap_names.rs -- functions that the compiler inlines, in modules and types.
// SPDX-License-Identifier: GPL-2.0-or-later

mod outer {
    pub mod inner {
        #[inline(always)]
        pub fn in_module(n: usize) -> Vec<u8> {
            Vec::with_capacity(n)
        }
    }

    pub struct Shape {
        pub size: usize,
    }

    impl Shape {
        #[inline(always)]
        pub fn in_type(&self) -> Vec<u8> {
            Vec::with_capacity(self.size)
        }
    }
}

// As std::hint::black_box, which Rust has from 1.66 on.
#[inline(never)]
fn black_box<T>(value: T) -> T {
    let copy = unsafe { std::ptr::read_volatile(&value) };
    std::mem::forget(value);
    copy
}

#[inline(never)]
fn call_all(n: usize) {
    black_box(outer::inner::in_module(n));
    black_box(outer::Shape { size: n + 1 }.in_type());
}

fn main() {
    call_all(black_box(100));
}
