#!/bin/sh
# random.sh -- two minutes of random.py, always the same; `make random` has new seeds.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"

check "random options, programs and signals" "${PYTHON:-python3}" -B \
   "$srcdir/tests/random/random.py" "$builddir" "$srcdir" --minutes=2 --seed=1
echo "# $(printf '%s\n' "$check_output" | tail -n 1)"
plan
