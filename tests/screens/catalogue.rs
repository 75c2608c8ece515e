// catalogue.rs -- a library's catalogue: the titles of each author, and how long their
// summaries are.
// SPDX-License-Identifier: GPL-2.0-or-later

use std::collections::BTreeMap;

const WORDS: [&str; 6] = ["one ", "finds ", "here ", "what ", "nobody ", "knew "];

struct Record {
    title: String,
    author: String,
    summary: String,
    words: usize,
}

fn field(text: &str, name: &str) -> String {
    let start = text.find(name).map_or(text.len(), |at| at + name.len());
    let rest = &text[start..];
    rest[..rest.find('\n').unwrap_or(rest.len())].to_string()
}

impl Record {
    fn parse(text: &str) -> Record {
        let mut record = Record {
            title: field(text, "title: "),
            author: field(text, "author: "),
            summary: field(text, "summary: "), // FAULT CURED
            words: 0,
        };
        record.words = record.summary.split(' ').count(); // FAULT CURED
        #[cfg(fixed)]
        {
            record.summary = String::new(); // CURED
        }
        record
    }
}

fn make_text(number: usize) -> String {
    let mut text = format!(
        "title: The book of number {}\nauthor: Writer {}\nsummary: ",
        number * 7919 % 3001,
        number % 40
    );
    for i in 0..120 + number % 60 {
        text.push_str(WORDS[(number + i) % WORDS.len()]);
    }
    text
}

fn main() {
    let texts = (0..3000).map(make_text);
    let records: Vec<Record> = texts
        .map(|text| Record::parse(&text)) // FAULT CURED
        .collect();
    let mut authors: BTreeMap<&str, Vec<&Record>> = BTreeMap::new();
    for record in &records {
        authors.entry(&record.author).or_default().push(record);
    }
    for (author, books) in &authors {
        let first = books.iter().min_by_key(|book| &book.title).unwrap();
        let words: usize = books.iter().map(|book| book.words).sum();
        println!("{}: {}, {}, {} words", author, books.len(), first.title, words);
    }
}
