/* an_call_note.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/an_call_note.h"

#include <inttypes.h>
#include <string.h>

bool an_note_fail(an_reader *r, const an_read_calls *c)
{
   return an_reader_fail(r, "expected %s after \"#: %s\"", c->note->shape,
                         c->note->key);
}

bool an_note_fail_place(an_reader *r, const an_read_calls *c)
{
   return an_reader_fail(r, "\"#: %s\" out of place", c->note->key);
}

bool an_note_number(an_reader *r, const an_read_calls *c, an_span *rest,
                        int64_t *number)
{
   return an_reader_take_number(rest, number) || an_note_fail(r, c);
}

bool an_note_check(an_reader *r, int64_t number, const char *what, size_t n)
{
   return (number > 0 && (uint64_t)number <= n)
          || an_reader_fail(r, "there is no %s %" PRId64 " before this note", what,
                            number);
}

bool an_note_reference(an_reader *r, const an_read_calls *c, an_span *rest,
                           const char *what, size_t n, uint32_t *number)
{
   int64_t wide;
   if (!an_note_number(r, c, rest, &wide) || !an_note_check(r, wide, what, n))
      return false;
   *number = (uint32_t)wide;
   return true;
}

bool an_note_two(an_reader *r, const an_read_calls *c, an_span *rest,
                     char separator, int64_t *a, int64_t *b)
{
   an_span word = an_span_take_word(rest);
   const char *at = memchr(word.at, separator, an_span_length(word));
   an_span first = { word.at, at == NULL ? word.end : at };
   an_span second = { at == NULL ? word.end : at + 1, word.end };
   *b = -1;
   return (an_reader_take_number(&first, a)
           && (at == NULL || an_reader_take_number(&second, b)))
          || an_note_fail(r, c);
}

/* Calls the file what the reading calls it. */
static bool rename_file(an_reader *r, const char **file)
{
   const char *function = an_reader_intern(r, an_span_of(AN_UNKNOWN));
   return function != NULL && an_reader_rename(r, file, &function);
}

bool an_note_file(an_reader *r, const an_read_calls *c, int64_t number,
                    const char **file)
{
   if (!an_note_check(r, number, "file", c->n_files))
      return false;
   *file = c->files[number - 1];
   return rename_file(r, file);
}

bool an_note_line(an_reader *r, const an_read_calls *c, an_span *rest,
                      uint32_t *line, const char **file)
{
   int64_t number, in;
   if (!an_note_two(r, c, rest, '@', &number, &in))
      return false;
   if (number > UINT32_MAX)
      return an_reader_fail(r, "line number %" PRId64 " is larger than %" PRIu32,
                            number, UINT32_MAX);
   *line = (uint32_t)number;
   return in < 0 || an_note_file(r, c, in, file);
}

const int64_t *an_note_counts(an_reader *r, an_span rest)
{
   return an_note_counts_of(r, rest, 1);
}

const int64_t *an_note_counts_of(an_reader *r, an_span rest, int64_t n)
{
   return an_reader_counts(r, rest, r->counts) && an_reader_check_part(r, n)
             ? an_reader_row(r, r->counts) : NULL;
}

an_call_sums *an_note_sums(const an_reader *r)
{
   return an_call_sums_of(r->profile);
}
