#!/bin/sh
# modules.sh -- the unit tests of quern_plot.
# SPDX-License-Identifier: GPL-2.0-or-later

exec "${PYTHON:-python3}" -SIB "${srcdir:?}/tests/plot/test_modules.py" \
   "$srcdir/plot"
