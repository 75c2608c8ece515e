#!/bin/sh
# 46-private-sources.sh -- profiles that name private files: --source-root confines what
# is opened, --no-source opens no
# source.  SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

hostile()
{
   "$PYTHON" -B "$srcdir/tests/faults/hostile.py" "$@"
}

mkdir -p pub/src pubs more secret
printf 'int a;\nint PUBLIC;\n' >pub/src/a.c
printf 'int b;\nint MORE;\n' >more/b.c
printf 'login\nPRIVATE\n' >secret/key
printf 'login\nPRIVATE\n' >pubs/key
ln -s ../secret/key pub/key
ln -s .. pub/up
ln -s pub link_to_pub
ln -s pub/src/a.c a_link.c
private="secret/key pub/key pub/../secret/key pub/up/secret/key pubs/key
   $work/secret/key"
# shellcheck disable=SC2086
for tool in $tools; do
   hostile $tool files ./pub/src/a.c ./a_link.c ./more/b.c $private >$tool.out
   hostile $tool files ./pub/src/a.c ./a_link.c ./more/b.c $private ./x.c \
      >$tool.new
done

# report COMMAND OPTION...: the command's report on the profiles with those names.
report()
{
   report_command=$1
   shift
   case $report_command in
   cs_annotate) "$CS_ANNOTATE" --threshold=0 --own='*' "$@" cachesim.out ;;
   cs_diff)     "$CS_DIFF" --threshold=0 "$@" cachesim.out cachesim.new ;;
   hp_annotate) "$HP_ANNOTATE" --threshold=0 --top=99 "$@" heapprof.out ;;
   hp_diff)     "$HP_DIFF" --threshold=0 "$@" heapprof.out heapprof.new ;;
   esac >report.out 2>report.err
}

# shows NAME N_PUBLIC N_MORE N_PRIVATE N_OUTSIDE: the number of source lines that the
# report shows of each kind, and of files reported as outside.  Reports show each twice:
# among the lines that cost most, and in its file.  secret/key has two names that are one.
shows()
{
   equal "$1" "$(($2 * 2)) $(($3 * 2)) $(($4 * 2)) $5" "$(grep -c '  int PUBLIC;$' report.out) \
$(grep -c '  int MORE;$' report.out) $(grep -c '  PRIVATE$' report.out) \
$(grep -c ': outside of the source root$' report.out)"
}

for command in cs_annotate cs_diff hp_annotate; do
   report $command
   shows "$command: without a root, all is shown" 2 1 5 0
   for root in pub pub/ ./pub//src/.. "$work/pub" link_to_pub; do
      report $command --source-root="$root"
      shows "$command: the root $(basename "$root")" 2 0 0 6
   done
   report $command --source-root=more --source-root=pub
   shows "$command: two roots" 2 1 0 5
   report $command --source-root=/
   shows "$command: the root of all" 2 1 5 0
   report $command --source-root=pub/src -I secret -I pub -I .
   shows "$command: where else files are looked for makes no difference" 2 0 0 6
   report $command --source-root=secret/..
   shows "$command: their parent" 2 1 5 0
   equal "$command: the report names the root" "Source root:      $work" \
      "$(grep '^Source root:' report.out)"

   # Everything except the source.
   report $command --no-source
   shows "$command: no source" 0 0 0 0
   check "$command: no reason for source that is not shown" \
      sh -c '! grep -E "Source files not shown|Annotated" report.out'
   check "$command: the counts are there" grep -qE '^ *900 .*  f8 \(|  16 B .*  f8 ' \
      report.out
   report $command --no-source --source-root=pub -I secret
   shows "$command: no source, whatever else is asked for" 0 0 0 0

   # A root that is not a directory is an error; the option is never ignored.
   for root in no/such pub/src/a.c ''; do
      report $command --source-root=$root
      equal "$command: no root: '$root'" "2 0" "$? $(wc -c <report.out)"
      check "$command: the error names the root" grep -q "^$command: --source-root=$root: " \
         report.err
   done
done

# page COMMAND OPTION...: the command's page on the profiles with those names.
page()
{
   rm -f page.html
   report "$@" --html=page.html
}

for command in cs_annotate cs_diff hp_annotate hp_diff; do
   page $command
   check "$command: the page has source" grep -q 'int PUBLIC;' page.html
   check "$command: the page has all source" grep -q 'PRIVATE' page.html
   page $command --source-root=pub
   check "$command: the page has source below the root" grep -q 'int PUBLIC;' page.html
   check "$command: the page has no other source" \
      sh -c '! grep -E "int MORE;|PRIVATE" page.html'
   test $command = hp_diff && continue
   page $command --no-source
   check "$command: the page has no source" \
      sh -c '! grep -E "int PUBLIC;|int MORE;|PRIVATE" page.html'
done

# The formats for programs open no source.
if command -v strace >/dev/null && strace -o trace true 2>/dev/null; then
   for command in "cs_annotate --no-source" "cs_annotate --json" \
      "cs_annotate --csv" "hp_annotate --no-source" "hp_annotate --json" \
      "hp_annotate --csv" "hp_annotate --list"; do
      case $command in
      cs_*) profile=cachesim.out ;;
      hp_*) profile=heapprof.out ;;
      esac
      # shellcheck disable=SC2086
      strace -f -o trace -e trace=file "$builddir"/$command $profile >report.out
      equal "$command opens no file that the profile names" "0 0" \
         "$? $(grep -cE 'key|a\.c|a_link|b\.c|/o/' trace)"
   done
   strace -f -o trace -e trace=open,openat "$builddir/hp_annotate" \
      --threshold=0 --source-root=pub heapprof.out >report.out
   check "other files below a root are examined, not opened" sh -c '
      grep key trace | grep -q O_PATH && ! grep key trace | grep -v O_PATH'
else
   skip "no named file is opened" "no strace"
fi

# ---- Objects ----

# fields OPTION...: the number of struct fields that the report names, by the debug
# info of a program.
fields()
{
   "$HP_ANNOTATE" --no-annotate --heat=9 "$@" heap.out >report.out 2>&1
   grep -cE '(first_field|second_field)' report.out
}

if command -v gcc >/dev/null; then
   cat >pub/fields.c <<'END'
#include <stdlib.h>
struct hidden { long first_field, second_field; };
int main(void)
{
   for (int i = 0; i < 100; i++) {
      struct hidden *h = malloc(sizeof *h);
      h->first_field = i;
      h->second_field = h->first_field + 1;
      free(h);
   }
   return 0;
}
END
   gcc -g -O0 -o pub/fields pub/fields.c
   run_tool heapprof heap.out --accesses=yes ./pub/fields
   equal "fields are named" 2 "$(fields)"
   equal "fields below the root are named, too" 2 "$(fields --source-root=pub)"
   check "no object below the root is reported as outside" sh -c \
      '! grep "pub/fields: " report.out'
   equal "no fields outside of the root" 0 "$(fields --source-root=more)"
   equal "the object outside is reported" "$work/pub/fields: outside of the source root" \
      "$(grep 'pub/fields: ' report.out)"
   equal "without source, debug info must name what was allocated" 0 \
      "$(fields --no-source)"
   if command -v strace >/dev/null && strace -o trace true 2>/dev/null; then
      for option in --no-annotate --json; do
         strace -f -o trace -e trace=file "$HP_ANNOTATE" --no-source $option heap.out \
            >report.out
         equal "$option: no source is opened" 0 "$(grep -c 'fields\.c' trace)"
      done
   else
      skip "no source is opened" "no strace"
   fi
   # --no-source is about source: a variable in a register has its type in debug info.
   cat >pub/register.c <<'END'
#include <stdlib.h>
struct hidden { volatile long first_field, second_field; };
static struct hidden *volatile kept;
int main(void)
{
   for (int i = 0; i < 100; i++) {
      struct hidden *h = malloc(sizeof *h);
      h->first_field = i;
      h->second_field = h->first_field + 1;
      kept = h;
      free(kept);
   }
   return 0;
}
END
   mv heap.out stack.out
   gcc -g -O2 -o pub/register pub/register.c
   run_tool heapprof heap.out --accesses=yes ./pub/register
   equal "without source, fields are named" 2 "$(fields --no-source)"
   equal "without source and below another root, no object is opened" 0 \
      "$(fields --no-source --source-root=more)"
   mv stack.out heap.out
   # Separate debug info can be anywhere.
   objcopy --only-keep-debug pub/fields more/fields.debug
   (cd more && objcopy --strip-debug --add-gnu-debuglink=fields.debug ../pub/fields)
   mkdir pub/.debug
   mv more/fields.debug pub/.debug/
   equal "debug info beside the object" 2 "$(fields)"
   equal "debug info beside the object is not searched with a root" 0 "$(fields --source-root=pub)"
else
   skip "objects" "no gcc"
fi
plan
