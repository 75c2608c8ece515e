/* tk_layout_text.h -- cuts the text of a rule of a layout; pure, freestanding.
   docs/FORMAT-layout.md is the reference.

   A span borrows bytes, without a NUL at their end.  What is cut off has no blanks around
   it.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct tk_span {
   const char *at, *end;
} tk_span;

static inline size_t tk_span_length(tk_span span)
{
   return (size_t)(span.end - span.at);
}

tk_span tk_span_of(const char *text);

/* The span without the blanks around it. */
tk_span tk_span_trimmed(tk_span span);
bool tk_span_is_same(tk_span a, tk_span b);
bool tk_span_is(tk_span span, const char *text);

/* Takes the first word. */
tk_span tk_layout_take_word(tk_span *rest);

/* Takes what is before the separator, or all.  One within brackets is the name's. */
tk_span tk_layout_take_until(tk_span *rest, char separator);

/* Cuts a line at the first colon with a blank or nothing behind; false: it has none. */
bool tk_layout_cut_line(tk_span line, tk_span *head, tk_span *body);

/* Cuts "A WORD B" at the last such word; false: it has none, and nothing is set. */
bool tk_layout_cut_at(tk_span text, const char *word, tk_span *before, tk_span *behind);

/* How a field is aligned that says nothing else: as C aligns what is there. */
uint32_t tk_layout_alignment(uint64_t offset, uint64_t size_B);
