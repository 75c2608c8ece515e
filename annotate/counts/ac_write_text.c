/* ac_write_text.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_write_text.h"

static bool add_length(void *context, const char *bytes, size_t length_B)
{
   (void)bytes;
   *(size_t *)context += length_B;
   return true;
}

size_t ac_write_escaped_B(const char *text)
{
   size_t n = 0;
   tk_text counted;
   tk_text_init(&counted, add_length, &n);
   tk_text_escaped(&counted, text);
   tk_text_flush(&counted);
   return n;
}
