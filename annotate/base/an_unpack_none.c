/* an_unpack_none.c -- without the libraries of zstd and xz.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_unpack.h"

const an_packing an_packings_more[] = { { .magic = NULL } };
