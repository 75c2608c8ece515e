# corpus.sh -- keeps, of what a target has learnt, what covers more than the files
# made by hand do, in few files.  Arguments: the target, the directory of what it has
# learnt, its corpus in the source tree.
# SPDX-License-Identifier: GPL-2.0-or-later

target=$1 learnt=$2 corpus=$3
work=$learnt.merged small=$learnt.small
rm -rf "$work" "$small"
mkdir -p "$work" "$small" "$corpus" || exit 1

# Files that libFuzzer made have their hash for a name.
is_hash='????????????????????????????????????????'
find "$corpus" -type f ! -name "$is_hash" -exec cp {} "$work/" \;
# What is large costs more, in each copy of the sources, than it is worth.
find "$corpus" "$learnt" -type f -name "$is_hash" -size -3 -exec cp {} "$small/" \;
# By edges, not by how often each was passed: far fewer files.
"$target" -set_cover_merge=1 -use_counters=0 "$work" "$small" || exit 1
find "$corpus" -type f -name "$is_hash" -exec rm -f {} \;
find "$work" -type f -name "$is_hash" -exec cp {} "$corpus/" \;
rm -rf "$work" "$small"
echo "$corpus: $(find "$corpus" -type f | wc -l) files"
