// tokens.rs -- a list of tokens, each in a box: kinds are counted, texts are rarely read.
// Layouts: 1 a pool; 2 what the list needs in a pool apart; 3 the same, texts by
// pointers.
// Objects: new_token
// SPDX-License-Identifier: GPL-2.0-or-later

use std::ptr::null_mut;

// The clock needs more of it.
const TIMES: usize = if cfg!(clock) { 20 } else { 1 };
const TOKENS: usize = 15_000;
const ROUNDS: usize = 100 * TIMES;

#[cfg(any(layout = "0", layout = "1"))]
#[repr(C)]
struct Token {
    text: [u8; 52],
    kind: u32,
    line: u64,
    next: *mut Token,
}

#[cfg(layout = "2")]
#[repr(C)]
struct Token {
    next: *mut Token,
    kind: u32,
}

#[cfg(layout = "3")]
#[repr(C)]
struct Token {
    next: *mut Token,
    kind: u32,
    rest: *mut Rest,
}

#[cfg(any(layout = "2", layout = "3"))]
#[repr(C)]
struct Rest {
    text: [u8; 52],
    line: u64,
}

#[cfg(any(layout = "0", layout = "1"))]
impl Token {
    fn rest(&mut self, _: &Pool) -> &mut Token {
        self
    }
}

#[cfg(layout = "2")]
impl Token {
    fn rest(&mut self, pool: &Pool) -> &mut Rest {
        let token: *mut Token = self;
        unsafe { &mut *pool.rest.offset(token.offset_from(pool.tokens)) }
    }
}

#[cfg(layout = "3")]
impl Token {
    fn rest(&mut self, _: &Pool) -> &mut Rest {
        unsafe { &mut *self.rest }
    }
}

struct Pool {
    #[cfg(not(layout = "0"))]
    tokens: *mut Token,
    #[cfg(any(layout = "2", layout = "3"))]
    rest: *mut Rest,
    n: usize,
}

#[cfg(not(layout = "0"))]
fn room<T>() -> *mut T {
    Vec::with_capacity(TOKENS).leak().as_mut_ptr()
}

impl Pool {
    #[inline(never)]
    fn new_token(&mut self) -> *mut Token {
        self.n += 1;
        #[cfg(layout = "0")]
        {
            let token: Box<std::mem::MaybeUninit<Token>> = Box::new_uninit();
            let token = Box::into_raw(token) as *mut Token;
            unsafe { (*token).next = null_mut() };
            token
        }
        #[cfg(not(layout = "0"))]
        unsafe {
            if self.tokens.is_null() {
                self.tokens = room();
                #[cfg(any(layout = "2", layout = "3"))]
                {
                    self.rest = room();
                }
            }
            let token = self.tokens.add(self.n - 1);
            #[cfg(layout = "3")]
            {
                (*token).rest = self.rest.add(self.n - 1);
            }
            (*token).next = null_mut();
            token
        }
    }
}

/// The list goes through the tokens with large steps, as if it had been sorted.
fn make(pool: &mut Pool) -> *mut Token {
    let tokens: Vec<*mut Token> = (0..TOKENS).map(|_| pool.new_token()).collect();
    for i in 0..TOKENS {
        let token: &mut Token = unsafe { tokens[i * 7919 % TOKENS].as_mut() }.unwrap();
        token.kind = (i % 9) as u32;
        if i + 1 < TOKENS {
            token.next = tokens[(i + 1) * 7919 % TOKENS];
        }
        let rest = token.rest(pool);
        rest.line = i as u64 / 8;
        rest.text = [b'a' + (i % 26) as u8; 52];
    }
    tokens[0]
}

fn count(first: *mut Token, kind: u32) -> u64 {
    let (mut at, mut n) = (first, 0);
    while !at.is_null() {
        let token = unsafe { &*at };
        n += u64::from(token.kind == kind);
        at = token.next;
    }
    n
}

fn letters(pool: &Pool, first: *mut Token) -> u64 {
    let (mut at, mut sum) = (first, 0);
    while !at.is_null() {
        let token = unsafe { &mut *at };
        let kind = token.kind as usize;
        at = token.next;
        let rest = token.rest(pool);
        sum += rest.text[kind] as u64 + rest.line;
    }
    sum
}

fn main() {
    let mut pool = Pool {
        #[cfg(not(layout = "0"))]
        tokens: null_mut(),
        #[cfg(any(layout = "2", layout = "3"))]
        rest: null_mut(),
        n: 0,
    };
    let first = make(&mut pool);
    let mut sum = 0;
    for round in 0..ROUNDS {
        sum += count(first, (round % 9) as u32);
        if round % 10 == 0 {
            sum += letters(&pool, first);
        }
    }
    println!("{sum}");
}
