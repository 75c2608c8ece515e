#!/bin/sh
# 33-names.sh -- SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/faults/lib.sh"
not_ok "not written yet"
plan
