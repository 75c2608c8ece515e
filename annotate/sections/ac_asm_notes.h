/* ac_asm_notes.h -- what a costly instruction of a listing waits for, in words.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "code/ac_asm.h"
#include "advice/ac_why.h"
#include "advice/ac_data_report.h"
#include "sections/ac_scope.h"

/* The name of a listing's function as headings have it, for free(). */
char *ac_asm_title(const ac_request *request, const ac_asm *listing);

/* What a row misses on: a place of a data object, of all its records. */
typedef struct ac_asm_datum {
   uint32_t object; /* index in the view */
   ac_data_spot spot;
   int64_t misses; /* of D1 */
} ac_asm_datum;

enum { AC_ASM_DATA_MOST = 8 };

/* Those with the most misses, most first; returns how many there are in `found`.  *all:
   the misses of the row. */
size_t ac_asm_data_of(const ac_scope *scope, const ac_asm *listing, size_t row,
                      ac_asm_datum found[AC_ASM_DATA_MOST], int64_t *all);

/* The rows of a chain, from the one on that the row waits for, until it closes or ends;
   returns how many, at most `most`.  *closes: the row to which it leads back, this one or
   one of those; AC_ASM_NONE: it ends. */
size_t ac_asm_chain(const ac_asm *listing, size_t row, size_t *chain, size_t most,
                    size_t *closes);

/* The name of what is called, or where a jump goes, or the operands; in *text, for
   free(), or the row's. */
const char *ac_asm_operands(char **text, const ac_asm_row *row);

/* Lines of text in place of those in *text, each ends with a newline but the last; NULL
   if there is nothing to say.  `prices` is NULL of a profile without estimated cycles. */
const char *ac_asm_note(const ac_scope *scope, const ac_asm *listing, size_t row,
                        const ac_prices *prices, char **text);
