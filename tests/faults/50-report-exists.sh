#!/bin/sh
# 50-report-exists.sh -- the file that a command writes exists already, or the command
# is interrupted while it writes.  SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"

hostile()
{
   "$PYTHON" -B "$srcdir/tests/faults/hostile.py" "$@"
}

cs_plot=$builddir/cs_plot hp_plot=$builddir/hp_plot
for tool in $tools; do
   hostile $tool markup >$tool.out
   hostile $tool markup 2 >$tool.new
done

# writes COMMAND FILE [OPTION]...: the command writes the file, quickly.
writes()
{
   writes_command=$1 writes_file=$2
   shift 2
   case $writes_command in
   cs_merge) "$CS_MERGE" "$@" -o "$writes_file" cachesim.out ;;
   hp_merge) "$HP_MERGE" "$@" -o "$writes_file" heapprof.out ;;
   cs_plot)  "$cs_plot" "$@" --script --format=svg -o "$writes_file" cachesim.out ;;
   hp_plot)  "$hp_plot" "$@" --script --format=svg -o "$writes_file" heapprof.out ;;
   cs_diff*) "$CS_DIFF" "$@" "--${writes_command#*-}=$writes_file" cachesim.out \
                cachesim.new ;;
   hp_diff*) "$HP_DIFF" "$@" "--${writes_command#*-}=$writes_file" heapprof.out \
                heapprof.new ;;
   cs_annotate*) "$CS_ANNOTATE" "$@" "--html=$writes_file" cachesim.out ;;
   hp_annotate*) "$HP_ANNOTATE" "$@" "--html=$writes_file" heapprof.out ;;
   cs_export*)
      "$CS_EXPORT" "$@" --format="${writes_command#*-}" -o "$writes_file" \
         cachesim.out ;;
   hp_export*)
      "$HP_EXPORT" "$@" --format="${writes_command#*-}" -o "$writes_file" \
         heapprof.out ;;
   esac >writes.out 2>writes.err </dev/null
}

# refuses COMMAND FILE REASON: the command refuses with one line and no output.
refuses()
{
   writes "$1" "$2"
   equal "$1: $2: $3" "1 ${1%-*}: $2: $3" "$? $(cat writes.out writes.err)"
}

for command in cs_merge hp_merge cs_plot hp_plot hp_export-massif hp_export-dhat \
   cs_export-callgrind cs_export-csv cs_export-json hp_export-callgrind \
   hp_export-folded hp_export-csv cs_diff-json cs_diff-csv cs_diff-junit \
   hp_diff-json hp_diff-csv hp_diff-junit cs_annotate-html cs_diff-html \
   hp_annotate-html hp_diff-html; do
   rm -rf there && mkdir there there/directory
   echo before >there/file
   chmod 640 there/file
   ln -s file there/link
   ln -s nowhere there/broken
   case $command in
   cs_*) input=cachesim.out ;;
   hp_*) input=heapprof.out ;;
   esac
   cp $input there/profile
   ln -s profile there/alias
   printf '#!/bin/sh\n' >there/script

   writes $command there/fresh
   equal "$command: a new file is written" "0 yes" \
      "$? $(test -s there/fresh && echo yes)"
   for file in file link broken; do
      writes $command there/$file
      equal "$command: $file is replaced" "0 $file" "$? $(cd there && find $file -type f)"
      check "$command: $file: by the same content" cmp there/fresh there/$file
   done
   equal "$command: the mode stays" 640 "$(stat -c %a there/file)"
   refuses $command there/script "would replace a script"
   refuses $command there/directory "Is a directory"
   refuses $command $input "would replace what is read"
   if [ $command != hp_export-dhat ]; then # its own looks the same
      refuses $command there/profile "would replace a tool's profile"
      refuses $command there/alias "would replace a tool's profile"
      check "$command: it is unchanged" cmp there/profile $input
   fi
   writes $command /dev/null
   equal "$command: a device is written directly" 0 $?
   equal "$command: no temporary file is left" \
      "alias broken directory file fresh link profile script" \
      "$(ls -A there | tr '\n' ' ' | sed 's/ $//')"
done

# The refusal comes before anything is read.
mkfifo fifo
printf '#!/bin/sh\n' >taken
for command in "$CS_MERGE -o taken" "$HP_MERGE -o taken" \
   "$HP_EXPORT --format=csv -o taken" "$cs_plot -o taken" "$hp_plot -o taken" \
   "$CS_DIFF --json=taken fifo" "$HP_DIFF --junit=taken fifo" \
   "$CS_ANNOTATE --html=taken" "$HP_ANNOTATE --html=taken" \
   "$CS_DIFF --html=taken fifo" "$HP_DIFF --html=taken fifo"; do
   # shellcheck disable=SC2086
   timeout 10 $command fifo >early.out 2>early.err
   early=$?
   equal "$(basename "${command%% *}"): refused before reading" \
      "1 would replace a script" "$early $(sed 's/.*: taken: //' early.err)"
done

# ---- Interrupts ----

# So many functions that writing takes a while.
"$PYTHON" -c '
n = 100000
print("cmd: x\nevents: Ir\nfl=a")
print("".join(f"fn=function_{i:0100d}\n1 1\n" for i in range(n)), end="")
print(f"summary: {n}")' >many.cs
"$PYTHON" -c '
import json
n = 20000
print(json.dumps({"dhatFileVersion": 2, "mode": "copy", "verb": "Copied",
   "bklt": False, "bkacc": False, "tu": "instrs", "Mtu": "Minstr", "cmd": "x",
   "pid": 1, "te": 1, "pps": [{"tb": 1, "tbk": 1, "fs": [i + 1]} for i in range(n)],
   "ftbl": ["[root]"] + [f"0x1: f{i:0300d} (a.c:1)" for i in range(n)]}))' >many.hp

printf '#!/bin/sh\n: >started/it\nexec sleep 60\n' >slow_gnuplot
chmod +x slow_gnuplot
GNUPLOT=$work/slow_gnuplot
export GNUPLOT

# interrupted NAME SIGNAL SIGN COMMAND...: the command writes places/file.  A signal as
# soon as the directory SIGN is not empty leaves nothing in places.  If the signal
# comes too late, as it does when the whole file is there, the test is repeated.
interrupted()
{
   interrupted_name=$1 interrupted_signal=$2 interrupted_sign=$3
   shift 3
   "$PYTHON" -B - "$interrupted_signal" "$interrupted_sign" "$@" 2>errors <<'END'
import os, shutil, signal, subprocess, sys

def read(path):
    with open(path, "rb") as file:
        return file.read()

def interrupted(number, sign, words):
    """Whether the signal came in time; nothing is left then."""
    for place in ("places", "started"):
        shutil.rmtree(place, ignore_errors=True)
        os.mkdir(place)
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
    while not os.listdir(sign) and process.poll() is None:
        pass
    process.send_signal(number)
    status = process.wait()
    assert status in (0, -number), status
    left = os.listdir("places")
    if status == 0 or not left:
        return status != 0
    assert left == ["file"], left
    found = read("places/file")
    subprocess.run(words, stdout=subprocess.DEVNULL, check=True)
    assert found == read("places/file"), "a part of the file"
    return False

number = getattr(signal, "SIG" + sys.argv[1])
signal.signal(number, signal.SIG_DFL)
assert any(interrupted(number, sys.argv[2], sys.argv[3:]) for _ in range(20)), \
    "always too late"
END
   equal "$interrupted_name: SIG$interrupted_signal leaves nothing" "0 " \
      "$? $(tail -n 1 errors)"
}

for signal in INT TERM; do
   interrupted cs_merge $signal places "$builddir/cs_merge" -o places/file many.cs
   interrupted hp_merge $signal places "$builddir/hp_merge" -o places/file many.hp
   interrupted hp_export $signal places "$builddir/hp_export" --format=dhat \
      -o places/file many.hp
   interrupted cs_diff $signal places "$builddir/cs_diff" --json=places/file \
      --no-annotate many.cs many.cs
   interrupted hp_diff $signal places "$builddir/hp_diff" --json=places/file many.hp \
      many.hp
   # The plots write the picture in one go and delay signals meanwhile; see
   # tests/plot/test_modules.py.
   interrupted cs_plot $signal started "$cs_plot" -o places/file cachesim.out
   interrupted hp_plot $signal started "$hp_plot" -o places/file heapprof.out
done
for signal in HUP QUIT; do
   interrupted cs_merge $signal places "$builddir/cs_merge" -o places/file many.cs
done

# A file that exceeds its size limit is an error, and nothing is left.
rm -rf places && mkdir places
(ulimit -f 1; "$builddir/cs_merge" -o places/file many.cs) 2>limit.err
equal "cs_merge: a limit of the file's size" \
   "1 cs_merge: places/file: File too large" "$? $(cat limit.err)$(ls -A places)"
plan
