# corpus.sh -- keeps those inputs found by a target that cover more than the hand-made
# ones, in few files.  Arguments: the target, the directory of found inputs, the
# target's corpus in the source tree.
# SPDX-License-Identifier: GPL-2.0-or-later

target=$1 learnt=$2 corpus=$3
work=$learnt.merged small=$learnt.small
rm -rf "$work" "$small"
mkdir -p "$work" "$small" "$corpus" || exit 1

# Files by libFuzzer are named after their hash.
is_hash='????????????????????????????????????????'
find "$corpus" -type f ! -name "$is_hash" -exec cp {} "$work/" \;
# Large files are not worth their space in each copy of the sources.
find "$corpus" "$learnt" -type f -name "$is_hash" -size -3 -exec cp {} "$small/" \;
# Compare covered edges, not their counts: far fewer files.
"$target" -set_cover_merge=1 -use_counters=0 "$work" "$small" || exit 1
find "$corpus" -type f -name "$is_hash" -exec rm -f {} \;
find "$work" -type f -name "$is_hash" -exec cp {} "$corpus/" \;
rm -rf "$work" "$small"
echo "$corpus: $(find "$corpus" -type f | wc -l) files"
