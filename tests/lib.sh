# tests/lib.sh -- shared by the shell tests: TAP, a work directory, comparison
# with cachegrind.  SPDX-License-Identifier: GPL-2.0-or-later
#
# The environment sets builddir and srcdir, both absolute.

set -u
: "${builddir:?}" "${srcdir:?}"

valgrind=$builddir/valgrind-in-place
programs=$builddir/tests/programs
work=$(mktemp -d "${TMPDIR:-/tmp}/quern-test.XXXXXX") || exit 99
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 99

# The program's environment: the same for every run, without random hash seeds
# and without the caller's variables.  Valgrind adds to LD_PRELOAD, which is always there:
# as the last variable it would lie before the kernel's random bytes, and ld.so reads up to
# three bytes beyond it.
clean="env -i PATH=/usr/local/bin:/usr/bin:/bin HOME=/nonexistent LC_ALL=C LD_PRELOAD=
   PYTHONHASHSEED=0 PERL_HASH_SEED=0 PERL_PERTURB_KEYS=0"

# Reports are as wide as they need, if a test does not say how wide.
COLUMNS=0
export COLUMNS

n_tests=0

# ok NAME, not_ok NAME [LINE...]: report one test.
ok()
{
   n_tests=$((n_tests + 1))
   echo "ok $n_tests - $1"
}

not_ok()
{
   n_tests=$((n_tests + 1))
   echo "not ok $n_tests - $1"
   shift
   for line; do
      printf '%s\n' "$line" | sed 's/^/#   /'
   done
}

skip()
{
   n_tests=$((n_tests + 1))
   echo "ok $n_tests - $1 # SKIP $2"
}

# is_long: whether this is the long form of a test, which runs at night: make check-long.
is_long()
{
   [ -n "${LONG:-}" ]
}

# sampled N: whether to try this one of many alike: the first of each N calls, and in the
# long form all.
n_sampled=0
sampled()
{
   n_sampled=$((n_sampled + 1))
   is_long || [ $(((n_sampled - 1) % $1)) -eq 0 ]
}

# library NAME: the path of a library of the system, or nothing.
library()
{
   ldconfig -p 2>/dev/null | sed -n "s|.*$1 .* => ||p" | head -n 1
}

# is_missing PROGRAM: whether a program of the system, named without its directory, is not
# installed.  Tests of programs that are not there are skipped.
is_missing()
{
   case $1 in
   */*) return 1 ;;
   esac
   ! command -v "$1" >/dev/null 2>&1
}

# lacks SYMBOL: whether configure found that the core's function cannot be wrapped.
lacks()
{
   sed -n 's/^VALGRIND_LACKS = *//p' "$builddir/Makefile" | grep -qwE "$1"
}

# has_core_option OPTION: whether Valgrind's core takes the option.
has_core_option()
{
   "$valgrind" -q --tool=none "$1" true >/dev/null 2>&1
}

# share_tools: other users may run $valgrind from now on, which is in the work directory, and
# may enter that.  The build directory can be in somebody's private home: what a test hands
# to another user is a copy in a directory of its own.
share_tools()
{
   chmod 755 "$work"
   mkdir "$work/shared"
   for file in "$builddir"/in-place/*; do
      case ${file##*/} in
      *32 | *x86-linux* | memcheck* | helgrind* | drd* | exp-*) ;;
      *) cp -L "$file" "$work/shared/" ;;
      esac
   done
   own_valgrind=$(sed -n 's/^exec \(.*valgrind\) .*/\1/p' "$builddir/valgrind-in-place")
   printf '#!/bin/sh\nVALGRIND_LIB=%s\nexport VALGRIND_LIB\nexec %s "$@"\n' \
      "$work/shared" "$own_valgrind" >"$work/shared/run"
   chmod -R a+rX "$work/shared"
   chmod 755 "$work/shared/run"
   valgrind=$work/shared/run
}

# nobody_runs_tools: whether a user without rights can run the shared $valgrind; the Valgrind
# that it is built for can be out of reach, too.
nobody_runs_tools()
{
   su nobody -s /bin/sh -c "'$valgrind' --tool=none --version" >/dev/null 2>&1
}

# guide HEADING LANGUAGE [N]: the code in that language below this heading of docs/GUIDE.md:
# the Nth block, or all.
guide()
{
   awk -v heading="## $1" -v start="\`\`\`$2" -v wanted="${3:-0}" '
      /^## / { is_here = $0 == heading }
      $0 == "```" { inside = 0 }
      inside { print }
      is_here && $0 == start { n++; inside = !wanted || n == wanted }' \
      "$srcdir/docs/GUIDE.md"
}

# check NAME COMMAND...: passes if the command succeeds.
check()
{
   check_name=$1
   shift
   if check_output=$("$@" 2>&1); then
      ok "$check_name"
   else
      not_ok "$check_name" "$*" "$check_output"
   fi
}

# equal NAME EXPECTED FOUND
equal()
{
   if [ "$2" = "$3" ]; then
      ok "$1"
   else
      not_ok "$1" "expected: $2" "found:    $3"
   fi
}

# Prints the plan; call this last.
plan()
{
   if [ $n_paths_checked -gt 0 ]; then
      equal "call paths and threads of $n_paths_checked profiles add up" "" "$(cat "$work/paths.wrong")"
   fi
   echo "1..$n_tests"
}

# body FILE: the part of the profile in which cachesim and cachegrind must agree:
# every count of every line, names, order and sums.
body()
{
   sed '/^desc:/d; /^cmd:/d; /^events:/s/ *$//; /^#/d' "$1"
}

# paths_add_up FILE: has the profile call paths whose costs add up to its summary?
# It says so if not.  awk's numbers are exact up to 2^53; above, they need not be equal.
paths_add_up()
{
   awk '/^#: cachesim / { is_profile = 1 }
        /^summary:/ { for (i = 2; i <= NF; i++) sum[i - 1] = $i; n = NF - 1 }
        /^#: t / { for (i = 6; i <= NF; i++) found[i - 5] += $i; has = 1 }
        /^#: ti / || /^#: tr / { for (i = 5; i <= NF; i++) found[i - 4] += $i }
        END { if (is_profile && !has)
                 print FILENAME ": there are no paths"
              for (i = 1; has && i <= n; i++)
                 if (sum[i] != found[i] + 0 && sum[i] < 9007199254740992) {
                    print FILENAME ", event " i ": paths cost " found[i] + 0 \
                       ", the summary is " sum[i]
                    exit 1
                 } }' "$1"
}

# threads_add_up FILE: the same of its threads, if there are several.
threads_add_up()
{
   awk '/^summary:/ { for (i = 2; i <= NF; i++) sum[i - 1] = $i; n = NF - 1 }
        /^#: thread-counts / { for (i = 3; i <= NF; i++) found[i - 2] += $i; has = 1 }
        END { for (i = 1; has && i <= n; i++)
                 if (sum[i] != found[i] && sum[i] < 9007199254740992) {
                    print FILENAME ", event " i ": threads count " found[i] + 0 \
                       ", the summary is " sum[i]
                    exit 1
                 } }' "$1"
}

# records_paths OPTIONS: whether cachesim records call paths; the last option decides.
records_paths()
{
   records_last=no
   for records_option in $1; do
      case $records_option in
      --call-graph=*) records_last=${records_option#*=} ;;
      esac
   done
   [ "$records_last" != no ]
}

# run_tool TOOL OUTFILE OPTIONS COMMAND...: OPTIONS is one word, split at
# blanks.  The program's standard output goes to client.out.  $preload, if set,
# is a library to preload into the program.  $counting are more options of cachesim: the
# default leaves out call paths, which can go wrong where counts do.
preload=
counting=--call-graph=yes
n_paths_checked=0
run_tool()
{
   run_tool_name=$1 run_outfile=$2 run_options=$3
   shift 3
   # From Valgrind 3.21 on, cachegrind simulates no caches unless told to.
   case $run_tool_name in
   cachegrind) run_options="--cache-sim=yes $run_options" ;;
   cachesim) run_options="$counting $run_options" ;;
   esac
   # shellcheck disable=SC2086
   $clean ${preload:+LD_PRELOAD=$preload} "$valgrind" --tool="$run_tool_name" \
      --"$run_tool_name"-out-file="$run_outfile" $run_options "$@" \
      >client.out 2>"$run_tool_name.err" </dev/null
   run_status=$?
   if [ "$run_tool_name" = cachesim ] && [ -s "$run_outfile" ]; then
      { ! records_paths "$run_options" || paths_add_up "$run_outfile"
        threads_add_up "$run_outfile"; } >>"$work/paths.wrong"
      n_paths_checked=$((n_paths_checked + 1))
   fi
   return $run_status
}

# functions FILE PATTERN: instructions, reads and writes of each function whose
# name matches.
functions()
{
   awk -v pattern="$2" '
      /^events:/ { for (i = 2; i <= NF; i++) column[$i] = i }
      /^fn=/ { fn = substr($0, 4); wanted = fn ~ pattern; next }
      wanted && /^[0-9]/ {
         ir[fn] += $column["Ir"]; dr[fn] += $column["Dr"]
         dw[fn] += $column["Dw"]
      }
      END { for (fn in ir) print fn, ir[fn], dr[fn], dw[fn] }' "$1" | sort
}

# same_computation NAME PATTERN OPTIONS COMMAND...: the matching functions (at
# least min_functions) execute, read and write the same under both tools.  For
# programs with threads, whose other counts depend on the order of threads.
min_functions=10
same_computation()
{
   same_name=$1 same_pattern=$2 same_options=$3
   shift 3
   run_tool cachesim ours.out "$same_options" "$@"
   functions ours.out "$same_pattern" >ours.functions
   # Threads' order can differ from run to run.
   for same_try in 1 2 3 4; do
      run_tool cachegrind stock.out "$same_options" "$@"
      functions stock.out "$same_pattern" >stock.functions.$same_try
      if [ "$(wc -l <stock.functions.$same_try)" -ge $min_functions ] &&
         cmp -s stock.functions.$same_try ours.functions; then
         ok "$same_name"
         return
      fi
   done
   mv stock.functions.4 stock.functions
   if ! cmp -s stock.functions.3 stock.functions; then
      skip "$same_name" "cachegrind's own counts differ from run to run"
   else
      not_ok "$same_name" "$(diff stock.functions ours.functions | head -n 12)" \
         "$(wc -l stock.functions)"
   fi
}

# executed BODY: a body without the columns of misses.  Only misses can differ
# from run to run.
executed()
{
   awk '/^events:/ { n = NF
                     for (i = 2; i <= NF; i++)
                        kept[i] = $i ~ /^(Ir|Dr|Dw|Bc|Bi)$/ }
        /^[0-9]|^summary:/ { line = $1
                             for (i = 2; i <= n; i++)
                                if (kept[i]) line = line " " $i
                             print line; next }
        { print }' "$1"
}

# same_as_stock NAME OPTIONS COMMAND...: cachesim's outfile equals cachegrind's.
# Executed instructions, reads and writes must be equal in the first run.  Random
# bytes from the kernel can change the misses of either tool from run to run; set
# $tries then: the result of one run of cachesim must equal one of cachegrind.
tries=1
same_as_stock()
{
   same_name=$1 same_options=$2
   shift 2
   if is_missing "$1"; then
      skip "$same_name" "no $1"
      return
   fi
   rm -f stock.* ours.*
   same_try=0
   while [ $same_try -lt "$tries" ]; do
      same_try=$((same_try + 1))
      run_tool cachegrind stock.out "$same_options" "$@"
      same_status=$?
      mv client.out stock.client
      run_tool cachesim ours.out "$same_options" "$@"
      if [ $? -ne $same_status ] || ! cmp -s stock.client client.out; then
         not_ok "$same_name" "the program's status or output differs"
         return
      fi
      if [ ! -s stock.out ] && [ -s ours.out.checkpoint ]; then
         skip "$same_name" "the program's sandbox keeps cachegrind from writing"
         return
      fi
      if [ ! -s stock.out ] || [ ! -s ours.out ]; then
         not_ok "$same_name" "no outfile" "$(tail -n 5 cachegrind.err)" \
            "$(tail -n 5 cachesim.err)"
         return
      fi
      body stock.out >stock.$same_try
      body ours.out >ours.$same_try
      executed stock.$same_try >stock.executed
      executed ours.$same_try >ours.executed
      if ! cmp -s stock.executed ours.executed; then
         run_tool cachegrind again.out "$same_options" "$@"
         body again.out >stock.again
         executed stock.again >again.executed
         if ! cmp -s stock.executed again.executed; then
            skip "$same_name" "cachegrind's own counts differ from run to run"
            return
         fi
         not_ok "$same_name" "$* ($same_options): execution differs" \
            "$(diff stock.executed ours.executed | head -n 12)"
         return
      fi
      for same_stock in stock.[0-9]*; do
         for same_ours in ours.[0-9]*; do
            if cmp -s "$same_stock" "$same_ours"; then
               ok "$same_name"
               return
            fi
         done
      done
   done
   not_ok "$same_name" "$* ($same_options)" \
      "$(diff stock.1 ours.1 | head -n 12)"
}
