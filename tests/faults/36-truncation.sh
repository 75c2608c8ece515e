#!/bin/sh
# 36-truncation.sh -- a profile of each format cut after every third byte, in the long form
# after every byte: an error with a line number, never a report.
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Two cuts cannot be detected: a heap profile without the newline after its last
# bracket is complete, and so are the first parts of a callgrind.out of several.

. "${srcdir:?}/tests/faults/readers.sh"

# Short names and many kinds of lines, to cut everything that a file can have.
cat >lines.out <<'END'
desc: I1 cache: 1 B
cmd: a \x0ab
events: Ir Dr
#: cachesim 1
#: pid 7
#: state exited 0
fl=a\x5cx.c
fn=f
1 10 0
12 2 113
fn=g
0 1
summary: 13 113
#: region 0 2 r\x09
#: counts 4 0
#: fn 1 \x01
#: f 1 0 0x0 1 13 113
#: i 1 3 7 1
#: g 3 1
#: lf 1
#: l 7 1
#: by 0
#: a 0 1 1 13 113
#: t 0 0 0
#: t 1 1 1 12 113
#: ti 2 1 1
#: end 3
END
sed '/^#/d; s/\\x5cx/b/' lines.out >stock.out
cat >parts.out <<'END'
# callgrind format
version: 1
creator: callgrind-3.19.0
cmd: a
positions: instr line
events: Ir
summary: 13

fl=(1) a.c
fn=(1) f
0x10 1 10
cfn=(2) g
calls=1 0x20 5
+3 * 2
fn=(2)
+2 +4 3

totals: 13
END
"$PYTHON" -SIB - heapprof.out >heap.out <<'END'
import json, sys
p = json.load(open(sys.argv[1]))
h = p["heapprof"]
for site in p["pps"]:
    site["fs"] = site["fs"][:1]
del p["pps"][2:], h["timeline"][2:], h["snapshots"][:], p["ftbl"][30:]
p["ftbl"][1] += "\u00e4\\n"
del h["ftbl_dirs"][30:]
sums = {key: sum(site[key] for site in p["pps"])
        for key in ("tb", "tbk", "gb", "gbk", "eb", "ebk")}
h["totals"].update(zip(("bytes", "blocks", "peak_bytes", "peak_blocks",
                        "end_bytes", "end_blocks"), sums.values()))
# Nothing of these sites is ever freed.
h["totals"].update(most_blocks=sums["tbk"], temporary_blocks=0, temporary_bytes=0,
                   reallocs=0, freed_blocks=0, freed_bytes=0)
h["timeline"][1][2] = h["timeline"][1][4] = sums["gb"]
h["timeline"][1][8] = sums["ebk"]
print(json.dumps(p, ensure_ascii=False, separators=(",", ":")
                 ).replace("},", "},\n"))
END
for file in lines stock parts; do
   accepted "$file.out is whole" "$cs_readers" $file.out $file.out
done
for file in heap dhat; do
   accepted "$file.out is whole" "hp_annotate hp_merge" $file.out heapprof.out
done

# cut_everywhere FILE LAST PATTERN COMMAND...: runs the command with cut.out, which is
# the file cut after such bytes except the last LAST.  The command must accept the
# whole file first: then only the cut is wrong.
cat >cut.py <<'END'
import os, re, subprocess, sys
name, last, pattern, *command = sys.argv[1:]
data = open(name, "rb").read()
program = os.path.basename(command[0])
message = re.compile(rf"{program}: cut\.out{pattern}\n")
open("cut.out", "wb").write(data)
bad = []
step = 1 if os.environ.get("LONG") else 3
for size in range(len(data) - int(last) - 1, -1, -step):
    os.truncate("cut.out", size)
    done = subprocess.run(command, stdin=subprocess.DEVNULL, close_fds=False,
                          capture_output=True)
    said = os.fsdecode(done.stderr)
    if done.returncode != 1 or done.stdout or not message.fullmatch(said):
        bad.append((size, done.returncode, len(done.stdout), said[:200]))
for wrong in bad[:4]:
    print(*wrong)
sys.exit(bool(bad))
END
cut_everywhere()
{
   cut_file=$1 cut_last=$2 cut_pattern=$3
   shift 3
   check "$cut_file, cut: $(basename "$1") $2" \
      "$PYTHON" -SIB cut.py "$cut_file" "$cut_last" "$cut_pattern" "$@"
}

# With the installed commands, which are faster.
at_line=':[0-9]+: .*'
for file in lines stock parts; do
   cut_everywhere $file.out 0 "$at_line" "$builddir/cs_annotate" cut.out
done
cut_everywhere lines.out 0 "$at_line" "$builddir/cs_diff" cut.out lines.out
cut_everywhere lines.out 0 "$at_line" "$builddir/cs_merge" -o - cut.out
for file in heap dhat; do
   cut_everywhere $file.out 1 "$at_line" "$builddir/hp_annotate" cut.out
done
cut_everywhere dhat.out 1 "$at_line" "$builddir/hp_diff" cut.out dhat.out
cut_everywhere dhat.out 1 "$at_line" "$builddir/hp_merge" -o - cut.out
cut_everywhere dhat.out 1 "$at_line" "$builddir/hp_export" --format=csv cut.out
for file in lines.out dhat.out; do
   gzip -n <$file >$file.gz
done
damaged=': the compressed data are damaged or cut short|:1: .*'
cut_everywhere lines.out.gz 0 "($damaged)" "$builddir/cs_annotate" cut.out
cut_everywhere dhat.out.gz 0 "($damaged)" "$builddir/hp_annotate" cut.out

# At some bytes, all commands, with sanitizers.
for size in 0 30 60 100 150; do
   head -c $size lines.out >cut.out
   refused "lines.out, $size bytes" "$cs_readers" cut.out lines.out \
      "cut\.out$at_line"
   head -c $((size * 9)) heap.out >cut.out
   refused "heap.out, $((size * 9)) bytes" "$hp_readers" cut.out heapprof.out \
      "cut\.out$at_line"
done
plan
