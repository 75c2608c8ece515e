#!/bin/sh
# crates.sh -- whose code it is: of a workspace in Rust with a vendored crate, and of a
# program in C++.
# SPDX-License-Identifier: GPL-2.0-or-later

# shellcheck source=tests/lib.sh
. "${srcdir:?}/tests/lib.sh"

python=${PYTHON:-python3}

# has_crates NAME FILE NAMES: it has these; own ones have a + before.
has_crates()
{
   "$builddir/cs_annotate" --by=crate --json --threshold=0 "$2" >crates.json
   check "$1" "$python" -S -c 'import json, sys
rows = json.load(open("crates.json"))["crates"]
names = {("+" if r.get("own") else "") + r["crate"] for r in rows}
assert set(sys.argv[1].split()) <= names, names' "$3"
}

# ---- C++ ----

cat >words.cc <<'END'
#include <map>
#include <sstream>
#include <string>
int main()
{
   std::map<std::string, int> count;
   std::ostringstream out;
   for (int i = 0; i < 3000; i++)
      count["a long name of a word, " + std::to_string(i % 700)]++;
   for (auto &word : count)
      out << word.first << ' ' << word.second << '\n';
   return out.str().size() == 0;
}
END
check "a program in C++" g++ -g -O1 -o words words.cc
check "its counts" "$builddir/valgrind-in-place" -q --tool=cachesim --call-graph=yes \
   --cachesim-out-file=words.out ./words
has_crates "C++: own code, its library and C's" words.out "libc libstdc++ +own"
check "its heap" "$builddir/valgrind-in-place" -q --tool=heapprof \
   --heapprof-out-file=words.heap ./words
check "the heap: own code decides" sh -c '"$1" --by=crate words.heap | grep -q " own$"' sh \
   "$builddir/hp_annotate"
check "a comparison" sh -c '"$1" --by=crate --threshold=0 words.out words.out |
   grep -q " libstdc++$"' sh "$builddir/cs_diff"
check "its first screen names the rest" sh -c '"$1" words.out | sed 10q |
   grep -qE "^ +(ld|libc|libstdc\+\+) [0-9]+%"' sh "$builddir/cs_annotate"

# ---- Rust ----

if ! command -v cargo >/dev/null; then
   skip "crates of Rust" "no cargo; Debian package: cargo"
   plan
   exit 0
fi

mkdir -p lists/src app/src vendor/spread/src
printf '[workspace]\nmembers = ["lists", "app"]\nexclude = ["vendor"]\n' >Cargo.toml
for name in lists app vendor/spread; do
   printf '[package]\nname = "%s"\nversion = "0.1.0"\nedition = "2021"\n' \
      "${name#vendor/}" >$name/Cargo.toml
done
printf '[dependencies]\nlists = { path = "../lists" }\nspread = { path = "../vendor/spread" }\n' \
   >>app/Cargo.toml
cat >vendor/spread/src/lib.rs <<'END'
#[inline(never)]
pub fn hash(word: &str) -> u64 {
    word.bytes().fold(7, |sum, byte| (sum ^ byte as u64).wrapping_mul(0x9E3779B97F4A7C15))
}

pub fn each(words: Vec<String>, work: fn(&str) -> u64) -> u64 {
    let worker = std::thread::spawn(move || {
        let mut seen: Vec<Vec<u64>> = words.iter().map(|w| vec![hash(w); 20]).collect();
        seen.sort();
        words.iter().map(|word| work(word)).sum::<u64>() + seen[0][0]
    });
    worker.join().unwrap()
}
END
cat >lists/src/lib.rs <<'END'
#[inline(never)]
pub fn vowels(word: &str) -> u64 {
    word.chars().filter(|c| "aeiou".contains(*c)).count() as u64
}
END
cat >app/src/main.rs <<'END'
fn main() {
    let words: Vec<String> = (0..2000).map(|i| format!("word {}", i * 7919)).collect();
    println!("{}", spread::each(words, lists::vowels));
}
END
check "a workspace" env CARGO_PROFILE_RELEASE_DEBUG=2 CARGO_PROFILE_RELEASE_LTO=off \
   cargo build --release --offline --quiet
check "its counts" "$builddir/valgrind-in-place" -q --tool=cachesim --call-graph=yes \
   --cachesim-out-file=app.out target/release/app
has_crates "Rust: crates and libraries" app.out "libc +app +lists spread std"
check "its heap" "$builddir/valgrind-in-place" -q --tool=heapprof \
   --heapprof-out-file=app.heap target/release/app
"$builddir/hp_annotate" --by=crate app.heap >heap.txt
check "the heap of the vendored crate" grep -q " spread$" heap.txt
check "and of the program's" grep -q " app (own)$" heap.txt
equal "no row of what only allocates for others" 0 "$(grep -cE ' (std|libc)$' heap.txt)"
"$builddir/cs_annotate" app.out >first.txt
check "the first screen names crates" sh -c 'sed 24q first.txt |
   grep -qE "(spread|std|libc) [0-9]+%, "'
equal "no shim is own" 0 "$(sed 24q first.txt | grep -cE '__rust_|__rdl_|call_once|lang_start')"
plan
