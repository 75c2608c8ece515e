#!/bin/sh
# cargo_quern.sh -- cargo quern on a workspace: tests, a benchmark and a program.
# SPDX-License-Identifier: GPL-2.0-or-later

# shellcheck source=tests/lib.sh
. "${srcdir:?}/tests/lib.sh"

quern=$builddir/cargo-quern

# says NAME STATUS MESSAGE WORD...: standard error's first line.
says()
{
   says_name=$1 says_status=$2 says_message=$3
   shift 3
   "$quern" quern "$@" >out 2>err
   equal "$says_name" "$says_status cargo-quern: $says_message" "$? $(head -n 1 err)"
}
says "no command" 2 "expected test, bench or run"
says "another command" 2 "build: expected test, bench or run" build
says "another tool" 2 "--tool=x: expected cachesim or heapprof" test --tool=x
says "no value" 2 "option '--tool' requires an argument" test --tool
says "an open quote" 2 "--tool-args='x: No closing quotation" "--tool-args='x" test
equal "the version" 1 "$("$quern" quern --version | grep -c '^cargo-quern (quern) [0-9.]*$')"
check "--help fits a screen" sh -c '"$1" quern --help |
   awk "length > 80 { bad = 1 } END { exit bad || NR > 30 }"' sh "$quern"

if ! command -v cargo >/dev/null; then
   skip "cargo quern" "no cargo; Debian package: cargo"
   plan
   exit 0
fi

# ---- A workspace ----

# A directory with a blank.
mkdir -p "a crate/lists/src" "a crate/lists/tests" "a crate/lists/benches" "a crate/app/src"
cd "a crate" || exit 99
cat >Cargo.toml <<'END'
[workspace]
members = ["lists", "app"]

[profile.release]
strip = true
END
for name in lists app; do
   printf '[package]\nname = "%s"\nversion = "0.1.0"\nedition = "2021"\n' $name \
      >$name/Cargo.toml
done
printf '[[bench]]\nname = "sums"\nharness = false\n' >>lists/Cargo.toml
printf '[dependencies]\nlists = { path = "../lists" }\n' >>app/Cargo.toml
cat >lists/src/lib.rs <<'END'
#[inline(never)]
pub fn squares(n: u64) -> Vec<u64> {
    (0..n).map(|i| i * i).collect()
}

#[inline(never)]
pub fn sum(list: &[u64]) -> u64 {
    let mut total: u64 = 0;
    for value in list {
        total += value;
    }
    total
}

#[test]
fn sums_inside() {
    assert_eq!(sum(&squares(2000)), 2664667000);
}
END
cat >lists/tests/outside.rs <<'END'
#[test]
fn sums_outside() {
    assert_eq!(lists::sum(&lists::squares(1000)), 332833500);
}

#[test]
fn fails_if_asked() {
    assert!(std::env::var("FAIL").is_err());
}
END
cat >lists/benches/sums.rs <<'END'
fn main() {
    println!("{}", lists::sum(&lists::squares(5000)));
}
END
cat >app/src/main.rs <<'END'
fn main() {
    let n = std::env::args().nth(1).unwrap().parse().unwrap();
    assert!(std::env::var("CARGO_QUERN").is_err());
    println!("{}", lists::sum(&lists::squares(n)));
    std::process::exit(7);
}
END
CARGO_NET_OFFLINE=true
export CARGO_NET_OFFLINE
profiles=target/quern

# runs NAME STATUS WORD...: output goes to out and err.
runs()
{
   runs_name=$1 runs_status=$2
   shift 2
   PATH=$builddir:$PATH timeout 300 cargo quern "$@" >out 2>err </dev/null
   runs_found=$?
   if [ $runs_found -eq "$runs_status" ]; then
      ok "$runs_name"
   else
      not_ok "$runs_name" "status $runs_found, not $runs_status" "$(tail -n 20 err)"
   fi
}

# ---- Tests ----

runs "tests" 0 test --tests -- --test-threads=1 sums
check "they ran" grep -q 'test sums_outside ... ok' out
check "a name chooses" sh -c '! grep -q "^test fails_if_asked" out'
equal "a profile of each test program" "app lists outside" \
   "$(cd $profiles/test.cachesim && for file in *.out; do echo "${file%%.*}"; done |
      sort | tr '\n' ' ' | sed 's/ $//')"
equal "their sum" \
   "$(sed -n 's/^summary: \([0-9]*\).*/\1/p' $profiles/test.cachesim/*.out |
      awk '{ sum += $1 } END { print sum }')" \
   "$(sed -n 's/^summary: \([0-9]*\).*/\1/p' $profiles/test.cachesim.out)"
check "the share of crates" grep -qE '^ +[0-9,]+ +[0-9.]+%  lists  \(this workspace\)$' out
check "and of Rust's library" grep -qE '^ +[0-9,]+ +[0-9.]+%  Rust.s library$' out
check "the report is of its own source" grep -q 'lists/src/lib\.rs:1[01])$' out
check "alone" sh -c '! grep -qE "source file: .*(/rustc|library/)" out'
check "it says that the build is slow" grep -q 'this build is not optimised' err
check "and how to see the rest" \
   grep -qx 'cargo-quern: all code: cs_annotate target/quern/test.cachesim.out' err
FAIL=1
export FAIL
runs "a test that fails" 101 --messages test -p lists --test outside
unset FAIL
check "has a report all the same" grep -q '^lists/src/lib\.rs:[0-9]*: note: ' out
equal "old profiles are gone" 1 "$(find $profiles/test.cachesim -name '*.out' | wc -l)"

# ---- The heap ----

runs "the heap of tests" 0 test --tool heapprof --report-args='--sort=total' --messages \
   --lib -p lists
check "is charged to own lines" \
   grep -q '^lists/src/lib\.rs:3: note: 15.6 KiB (.*%) of all bytes in 1 block$' out
runs "the report" 0 test -q --tool=heapprof --lib -p lists
check "of one profile has its timeline" grep -q '^-- Live bytes over time' out
check "which is there" sh -c '! grep -q "no timeline" out'

# ---- A benchmark, a program ----

runs "a benchmark, and options of both" 0 bench --bench sums \
   --tool-args='--branch-sim=yes --D1=32768,8,64' --report-args=--sort=Dr
check "it ran once" grep -qx 41654167500 out
check "with the tool's options" grep -q 'D1 cache: *32768 B' out
check "and the report's" grep -q '^Dr by crate' out
check "debug information in spite of the build profile" \
   grep -q 'lists/src/lib\.rs:[0-9]*)$' out
runs "a program's status" 7 run -q --release --messages -p app -- 1000
equal "and output" 332833500 "$(head -n 1 out)"
check "optimised builds need no hint" sh -c '! grep -q optimised err'
runs "nothing to run" 0 test -q --no-run
check "is said" grep -q '^cargo-quern: no program ran under the tool' err
runs "cargo's own errors" 101 test -p none
plan
