/* an_build_id.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "code/an_build_id.h"

#include <elfutils/libdwelf.h>
#include <stdio.h>
#include <string.h>

bool an_build_id_is(Elf *elf, const char *expected)
{
   const void *bits;
   ssize_t n = dwelf_elf_gnu_build_id(elf, &bits);
   if (n <= 0 || strlen(expected) != 2 * (size_t)n)
      return false;
   for (ssize_t i = 0; i < n; i++) {
      char digits[3];
      snprintf(digits, sizeof digits, "%02x", ((const unsigned char *)bits)[i]);
      if (memcmp(digits, expected + 2 * i, 2) != 0)
         return false;
   }
   return true;
}
