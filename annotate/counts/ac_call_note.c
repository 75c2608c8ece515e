/* ac_call_note.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_call_note.h"

#include <inttypes.h>
#include <string.h>

bool ac_note_fail(ac_reader *r, const ac_read_calls *c)
{
   return ac_reader_fail(r, "expected %s after \"#: %s\"", c->note->shape,
                         c->note->key);
}

bool ac_note_fail_place(ac_reader *r, const ac_read_calls *c)
{
   return ac_reader_fail(r, "\"#: %s\" out of place", c->note->key);
}

bool ac_note_number(ac_reader *r, const ac_read_calls *c, an_span *rest,
                        int64_t *number)
{
   return ac_reader_take_number(rest, number) || ac_note_fail(r, c);
}

bool ac_note_check(ac_reader *r, int64_t number, const char *what, size_t n)
{
   return (number > 0 && (uint64_t)number <= n)
          || ac_reader_fail(r, "there is no %s %" PRId64 " before this note", what,
                            number);
}

bool ac_note_reference(ac_reader *r, const ac_read_calls *c, an_span *rest,
                           const char *what, size_t n, uint32_t *number)
{
   int64_t wide;
   if (!ac_note_number(r, c, rest, &wide) || !ac_note_check(r, wide, what, n))
      return false;
   *number = (uint32_t)wide;
   return true;
}

bool ac_note_two(ac_reader *r, const ac_read_calls *c, an_span *rest,
                     char separator, int64_t *a, int64_t *b)
{
   an_span word = an_span_take_word(rest);
   const char *at = memchr(word.at, separator, an_span_length(word));
   an_span first = { word.at, at == NULL ? word.end : at };
   an_span second = { at == NULL ? word.end : at + 1, word.end };
   *b = -1;
   return (ac_reader_take_number(&first, a)
           && (at == NULL || ac_reader_take_number(&second, b)))
          || ac_note_fail(r, c);
}

/* Calls the file what the reading calls it. */
static bool rename_file(ac_reader *r, const char **file)
{
   const char *function = ac_reader_intern(r, an_span_of(AN_UNKNOWN));
   return function != NULL && ac_reader_rename(r, file, &function);
}

bool ac_note_file(ac_reader *r, const ac_read_calls *c, int64_t number,
                    const char **file)
{
   if (!ac_note_check(r, number, "file", c->n_files))
      return false;
   *file = c->files[number - 1];
   return rename_file(r, file);
}

bool ac_note_line(ac_reader *r, const ac_read_calls *c, an_span *rest,
                      uint32_t *line, const char **file)
{
   int64_t number, in;
   if (!ac_note_two(r, c, rest, '@', &number, &in))
      return false;
   if (number > UINT32_MAX)
      return ac_reader_fail(r, "line number %" PRId64 " is larger than %" PRIu32,
                            number, UINT32_MAX);
   *line = (uint32_t)number;
   return in < 0 || ac_note_file(r, c, in, file);
}

const int64_t *ac_note_counts(ac_reader *r, an_span rest)
{
   return ac_note_counts_of(r, rest, 1);
}

const int64_t *ac_note_counts_of(ac_reader *r, an_span rest, int64_t n)
{
   return ac_reader_counts(r, rest, r->counts) && ac_reader_check_part(r, n)
             ? ac_reader_row(r, r->counts) : NULL;
}

ac_call_sums *ac_note_sums(const ac_reader *r)
{
   return ac_call_sums_of(r->profile);
}
