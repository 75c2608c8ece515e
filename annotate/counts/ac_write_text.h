/* ac_write_text.h -- parts of the lines of a cachesim.out file.  Write errors are left to
   ferror(out).
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The bytes of a name with its escapes. */
size_t ac_write_escaped_B(const char *text);

/* The key, the name with its escapes, and the end of the line. */
void ac_write_escaped(const char *key, const char *text, FILE *out);

void ac_write_number(int64_t number, FILE *out);

/* A blank before each, then the end of the line. */
void ac_write_counts(const int64_t *counts, size_t n, FILE *out);

/* The same without the zeros at the end. */
void ac_write_nonzero(const int64_t *counts, size_t n, FILE *out);
