/* an_build_id.h -- whether an ELF file is of the build that a profile names; over
   elfutils' libelf.  SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <libelf.h>
#include <stdbool.h>

/* `expected` is in hexadecimal, of small letters. */
bool an_build_id_is(Elf *elf, const char *expected);
