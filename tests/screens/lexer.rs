// lexer.rs -- splits the source of a small language into tokens.
// SPDX-License-Identifier: GPL-2.0-or-later

#[derive(Debug, PartialEq)]
enum Token {
    Name(String),
    Number(u64),
    Sign(char),
}

struct Lexer<'a> {
    text: &'a str,
    position: usize,
    #[cfg(fixed)]
    chars: Vec<char>,
}

impl<'a> Lexer<'a> {
    fn new(text: &'a str) -> Lexer<'a> {
        Lexer {
            text,
            position: 0,
            #[cfg(fixed)]
            chars: text.chars().collect(), // CURED
        }
    }

    fn peek(&self) -> Option<char> {
        #[cfg(not(fixed))]
        return self.text.chars().nth(self.position); // FAULT
        #[cfg(fixed)]
        return self.chars.get(self.position).copied(); // CURED
    }

    fn take_while(&mut self, is_part: fn(char) -> bool) -> String {
        let mut word = String::new();
        while let Some(c) = self.peek().filter(|&c| is_part(c)) {
            word.push(c);
            self.position += 1;
        }
        word
    }

    fn next(&mut self) -> Option<Token> {
        self.take_while(char::is_whitespace);
        let c = self.peek()?;
        if c.is_alphabetic() {
            return Some(Token::Name(self.take_while(char::is_alphanumeric)));
        }
        if c.is_ascii_digit() {
            let digits = self.take_while(|c| c.is_ascii_digit());
            return Some(Token::Number(digits.parse().unwrap_or(0)));
        }
        self.position += 1;
        Some(Token::Sign(c))
    }
}

fn main() {
    let mut source = String::new();
    for i in 0..170 {
        source += &format!("let größe{} = (width{} + {}) * 3;\n", i, i % 7, i * 31);
    }
    let mut lexer = Lexer::new(&source);
    let (mut names, mut signs, mut sum) = (0, 0, 0);
    while let Some(token) = lexer.next() {
        match token {
            Token::Name(name) => names += name.len(),
            Token::Number(number) => sum += number,
            Token::Sign(_) => signs += 1,
        }
    }
    println!("{} bytes: {} {} {}", lexer.text.len(), names, sum, signs);
}
