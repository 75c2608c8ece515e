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
says "no command" 2 "expected run, test, bench or nextest"
says "another command" 2 "build: expected run, test, bench or nextest" build
says "no value" 2 "option '--tool-args' requires an argument" test --tool-args
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
resolver = "2"

[profile.release]
strip = true
END
for name in lists app; do
   printf '[package]\nname = "%s"\nversion = "0.1.0"\nedition = "2021"\n' $name \
      >$name/Cargo.toml
done
printf '[[bench]]\nname = "sums"\nharness = false\n' >>lists/Cargo.toml
printf '[dependencies]\nlists = { path = "../lists" }\n[features]\nodd = []\n' >>app/Cargo.toml
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
    let n: u64 = std::env::args().nth(1).unwrap().parse().unwrap();
    assert!(std::env::var("CARGO_QUERN").is_err());
    println!("{}", lists::sum(&lists::squares(n)));
    if n == 0 {
        std::process::abort();
    }
    while n == 1 {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    std::process::exit(if cfg!(feature = "odd") { 9 } else { 7 });
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

# total FILE: the instructions of a profile.
total()
{
   sed -n 's/^summary: \([0-9]*\).*/\1/p' "$1"
}

# ---- A program ----

runs "a program's status" 7 run -q -p app -- 200000
equal "its output is all of standard output" 2666646666700000 "$(cat out)"
# Debug information in spite of the build profile.
check "the first screen" grep -qE '^ *[0-9.]+% .* lists::(squares|sum) \(lib\.rs:[0-9]+\)' err
check "begins with the whole run" \
   sh -c 'grep -q "^app 200000 exited with 7 after $1[kM.]" err' sh \
   "$(total $profiles/run.cachesim.out | cut -c1)"
check "on the host's machine, with its data objects" \
   grep -q '^events:.* Cx ' $profiles/run.cachesim.out
check "nothing is left out" grep -qE '[0-9]% +everything else, ' err
equal "how to see the rest" 1 "$(grep -cE \
   '^[.]{3} [0-9]* more lines: cs_annotate .*--own=.*/a crate.? target/quern/run.cachesim.out$' err)"
check "no heading of the rest is there" sh -c '! grep -q "^-----" err'
sed -n 's/^\.\.\. [0-9]* more lines: //p' err >rest
PATH=$builddir:$PATH sh ./rest >all 2>&1
check "which works" grep -qx -- '-- Summary' all
check "its total is the whole run's" \
   sh -c 'tr -d , <all | grep -q " $1 (100.0%).* PROGRAM TOTALS"' sh \
   "$(total $profiles/run.cachesim.out)"
check "optimised builds need no hint" sh -c '! grep -qE "optimised|Cargo.toml" err'
runs "features and --bin are cargo's" 9 run -q --bin app --features app/odd -- 1000
runs "a signal's status" 134 run -q -p app -- 0
check "has a report" grep -q '^app 0 was killed by signal 6 (SIGABRT) after' err
# As by Ctrl-C, to the whole process group.
PATH=$builddir:$PATH timeout --preserve-status -s INT 5 cargo quern run -q -p app -- 1 >out 2>err
equal "Ctrl-C ends it" 130 $?
check "with a report" grep -q '^app 1 was killed by signal 2 (SIGINT) after' err
runs "another build profile" 7 run -q -p app --profile dev --messages -- 1000
check "it says that the build is slow" grep -q 'this build is not optimised' err

# ---- Debug information ----

runs "a build without" 7 run -q -p app --config 'profile.release.package."*".debug=false' \
   --config 'profile.release.package.app.debug=false' \
   --config 'profile.release.package.lists.debug=false' -- 1000
check "is told the lines that cure it" sh -c 'grep -A3 "^cargo-quern: .*; add to .*/a crate/Cargo.toml:$" err |
   tr "\n" " " | grep -q "\[profile.quern\] inherits = \"release\" debug = true"'
printf '\n[profile.quern]\ninherits = "release"\n' >>Cargo.toml
runs "the profile quern" 7 run -q -p app -- 1000
check "is used" test -x target/quern/app
check "has debug information" sh -c '! grep -q "no line of this workspace" err'

# ---- Tests ----

runs "tests" 0 test --tests -- --test-threads=1 sums
check "they ran" grep -q 'test sums_outside ... ok' out
check "a name chooses" sh -c '! grep -q "^test fails_if_asked" out'
equal "a profile of each test program" "app lists outside" \
   "$(cd $profiles/test.cachesim && for file in *.out; do echo "${file%%.*}"; done |
      sort | tr '\n' ' ' | sed 's/ $//')"
equal "their sum" \
   "$(for file in $profiles/test.cachesim/*.out; do total "$file"; done |
      awk '{ sum += $1 } END { print sum }')" "$(total $profiles/test.cachesim.out)"
check "the report is of all" grep -q '^3 processes of several commands' err
FAIL=1
export FAIL
runs "a test that fails" 101 --messages test -p lists --test outside
unset FAIL
check "has a report all the same" grep -q '^lists/src/lib\.rs:[0-9]*: note: ' out
equal "old profiles are gone" 1 "$(find $profiles/test.cachesim -name '*.out' | wc -l)"
runs "many after one" 0 test -q --tests --no-report -- sums

# ---- nextest ----

# Does what nextest documents: asks each test program for its tests, and runs each alone.
mkdir bin
cat >bin/cargo-nextest <<'END'
#!/bin/sh
[ "$1 $2 $3" = "nextest run --cargo-profile=quern" ] || exit 97
shift 3
runner=$(env | sed -n 's/^CARGO_TARGET_.*_RUNNER=//p')
cargo test -q --no-run --message-format=json --profile quern "$@" 2>/dev/null |
   sed -n 's/.*"executable":"\([^"]*\)".*/\1/p' |
   while read -r program; do
      cd lists || exit 98
      $runner "$program" --list --format terse </dev/null | sed -n 's/: test$//p' |
         while read -r name; do
            NEXTEST=1 $runner "$program" --exact "$name" --nocapture </dev/null >&2 || exit 100
         done || exit
      cd ..
   done
END
chmod +x bin/cargo-nextest
PATH=$PWD/bin:$PATH
runs "nextest" 0 nextest --tests -p lists
equal "a profile of each test" "lists outside outside" \
   "$(cd $profiles/nextest.cachesim && for file in *.out; do echo "${file%%.*}"; done |
      sort | tr '\n' ' ' | sed 's/ $//')"
check "the report is of all" grep -q '^3 processes of several commands' err
FAIL=1
export FAIL
runs "a test that fails under nextest" 100 heap nextest run --no-report --tests -p lists
unset FAIL

# ---- The heap ----

runs "the heap of tests" 0 heap test --report-args='--sort=total' --messages --lib -p lists
check "is charged to own lines" \
   grep -q '^lists/src/lib\.rs:3: note: 15.6 KiB (.*%) of all bytes in 1 block$' out
runs "the heap of a program, in full" 7 heap -q -p app --report-args=--top=0 -- 100000
check "with bytes read, and owners" grep -q '^-- What keeps it alive' out
check "its first screen" sh -c 'grep -q "peak 78[0-9] KiB" out'

# ---- A benchmark ----

runs "a benchmark, and options of both" 0 bench --bench sums \
   --tool-args='--branch-sim=yes --cache-sim=yes' --report-args=--sort=Dr
check "it ran once" grep -qx 41654167500 out
check "with the report's" grep -q '^-- Lines of the program' out
check "debug information in spite of the build profile" \
   grep -q '(lib\.rs:[0-9]*)' out

# Stands in for criterion and divan: their options, and the names of their functions.
for name in criterion divan loops; do
   mkdir -p $name/src $name/benches
   printf '[package]\nname = "%s"\nversion = "0.1.0"\nedition = "2021"\n' $name \
      >$name/Cargo.toml
done
for name in crit div; do
   printf '[[bench]]\nname = "%s"\nharness = false\n' $name >>loops/Cargo.toml
done
cat >>loops/Cargo.toml <<'END'
[dev-dependencies]
criterion = { path = "../criterion" }
divan = { path = "../divan" }
lists = { path = "../lists" }
END
sed -i 's/"app"/"app", "loops"/' Cargo.toml
: >loops/src/lib.rs
cat >criterion/src/lib.rs <<'END'
pub mod bencher {
    pub struct Bencher<M> {
        pub passes: u64,
        pub measures: M,
    }
    impl<M> Bencher<M> {
        #[inline(never)]
        pub fn iter<R>(&mut self, routine: impl FnMut() -> R) {
            self.inlined(routine)
        }
        #[inline(always)]
        pub fn inlined<R>(&mut self, mut routine: impl FnMut() -> R) {
            for _ in 0..self.passes {
                super::keep(routine());
            }
        }
    }
}
// std::hint::black_box is younger than Debian 12's rustc.
pub fn keep<T>(value: T) -> T {
    let kept = std::mem::ManuallyDrop::new(value);
    unsafe { std::ptr::read_volatile(&*kept) }
}

pub type Bencher = bencher::Bencher<u64>;
pub type Entry = (&'static str, fn(&mut Bencher));

pub fn main(ending: &str, entries: &[Entry]) {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let has = |name: &str| words.iter().any(|word| word == name);
    let passes = if has("--test") { 1 } else { 100000 };
    assert!(has("--bench"));
    let mut work = 0;
    for i in 0..1000000u64 {
        work = keep(work + i);
    }
    run_tree(entries, |name| println!("{name}: {ending}"), passes);
}

#[inline(never)]
fn run_tree(entries: &[Entry], list: impl Fn(&str), passes: u64) {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let has = |name: &str| words.iter().any(|word| word == name);
    let filter = words.iter().find(|word| !word.starts_with("--"));
    for (name, run) in entries {
        let pattern = format!("^{}$", name.replace('+', "\\+"));
        if filter.map_or(false, |text| *text != pattern && !name.contains(text)) {
            continue;
        }
        if has("--list") {
            list(name);
        } else {
            println!("{name}: {passes}");
            run(&mut Bencher { passes, measures: 0 });
        }
    }
}
END
cp criterion/src/lib.rs divan/src
cat >loops/benches/crit.rs <<'END'
use lists::{squares, sum};

fn main() {
    let entries: [criterion::Entry; 3] = [
        ("sum a+b", |b| b.iter(|| sum(&squares(1000)))),
        ("sum more/9", |b| b.iter(|| sum(&squares(2000)))),
        ("own loop", |b| b.inlined(|| panic!())),
    ];
    criterion::main("bench", &entries);
}
END
cat >loops/benches/div.rs <<'END'
fn main() {
    let entry: divan::Entry =
        ("div::sum::1000", |b| b.inlined(|| lists::sum(&lists::squares(1000))));
    divan::main("benchmark", &[entry]);
}
END
# costs NAME: the instructions that were counted for a benchmark.
costs()
{
   tr -d , <err | sed -n "s/^cargo-quern: $1: \([0-9]*\) instructions [0-9]* cycles.*/\1/p"
}
runs "criterion's benchmarks" 0 bench -q --bench crit -- sum
equal "each runs once" "sum a+b: 1, sum more/9: 1, " "$(tr '\n' ' ' <out | sed 's/ s/, s/; s/ $/, /')"
equal "in a process of its own" "crit.sum-a-b crit.sum-more-9" \
   "$(cd $profiles/bench.cachesim && for file in *.out; do echo "${file%.*.out}"; done |
      sort | tr '\n' ' ' | sed 's/ $//')"
check "without the harness" sh -c '[ "$1" -gt 1000 ] && [ "$1" -lt 20000 ] && [ "$2" -gt "$1" ]' \
   sh "$(costs 'crit: sum a+b')" "$(costs 'crit: sum more\/9')"
equal "which add up" $(($(costs 'crit: sum a+b') + $(costs 'crit: sum more\/9'))) \
   "$(total $profiles/bench.cachesim.out)"
runs "a benchmark that fails" 101 bench -q --bench crit --no-report
equal "does not keep others from running" 3 "$(grep -c '^cargo-quern: crit: .* instructions' err)"
check "an unknown loop has the harness" sh -c '[ "$1" -gt 1000000 ]' sh "$(costs 'crit: own loop')"
check "which is said" \
   grep -q '^cargo-quern: crit: own loop: .* cycles, with the harness$' err
runs "divan's benchmarks" 0 bench -q --bench div
check "without the rest of the harness" sh -c '[ "$1" -gt 1000 ] && [ "$1" -lt 100000 ]' \
   sh "$(costs 'div: div::sum::1000')"
runs "the heap of a benchmark" 0 heap bench -q --bench crit --report-args= -- more
equal "runs it once" "sum more/9: 1" "$(cat out)"

runs "nothing to run" 0 test -q --no-run
check "is said" grep -q '^cargo-quern: no program ran under the tool' err
runs "cargo's own errors" 101 test -p none
plan
