# corpus.sh -- keeps, of what a target has learnt, what covers more than the files
# made by hand do.  Arguments: the target, the directory of what it has learnt, its
# corpus in the source tree.
# SPDX-License-Identifier: GPL-2.0-or-later

target=$1 learnt=$2 corpus=$3
work=$learnt.merged
rm -rf "$work"
mkdir -p "$work" "$corpus" || exit 1

# Files that libFuzzer made have their hash for a name.
is_hash='????????????????????????????????????????'
find "$corpus" -type f ! -name "$is_hash" -exec cp {} "$work/" \;
# By edges, not by how often each was passed: far fewer files.
"$target" -merge=1 -use_counters=0 -max_len=2048 "$work" "$corpus" \
   "$learnt" || exit 1
find "$corpus" -type f -name "$is_hash" -exec rm -f {} \;
find "$work" -type f -name "$is_hash" -exec cp {} "$corpus/" \;
rm -rf "$work"
find "$corpus" -type f | wc -l
