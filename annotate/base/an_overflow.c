/* an_overflow.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_overflow.h"

bool an_overflow_noted;
