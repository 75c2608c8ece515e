/* ac_note.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_note.h"

#include <inttypes.h>
#include <string.h>

/* ---- Errors ---- */

bool ac_note_fail(ac_reader *r)
{
   return ac_reader_fail(r, "expected %s after \"#: %s\"", r->note->shape, r->note->key);
}

bool ac_note_fail_place(ac_reader *r)
{
   return ac_reader_fail(r, "\"#: %s\" out of place", r->note->key);
}

bool ac_note_fail_second(ac_reader *r)
{
   return ac_reader_fail(r, "a second \"#: %s\" line", r->note->key);
}

/* ---- Parts of notes ---- */

bool ac_note_number(ac_reader *r, an_span *rest, int64_t *number)
{
   return ac_reader_take_number(rest, number) || ac_note_fail(r);
}

bool ac_note_address(ac_reader *r, an_span *rest, uint64_t *address)
{
   return ac_reader_take_address(rest, address) || ac_note_fail(r);
}

bool ac_note_narrow_line(ac_reader *r, int64_t number, uint32_t *line)
{
   *line = (uint32_t)number;
   return number <= UINT32_MAX
          || ac_reader_fail(r, "line number %" PRId64 " is larger than %" PRIu32, number,
                            UINT32_MAX);
}

bool ac_note_line(ac_reader *r, an_span *rest, uint32_t *line)
{
   int64_t number;
   return ac_note_number(r, rest, &number) && ac_note_narrow_line(r, number, line);
}

bool ac_note_check(ac_reader *r, int64_t number, const char *what, size_t n)
{
   return (number > 0 && (uint64_t)number <= n)
          || ac_reader_fail(r, "there is no %s %" PRId64 " before this note", what,
                            number);
}

bool ac_note_reference(ac_reader *r, an_span *rest, const char *what, size_t n,
                       bool or_none, uint32_t *number)
{
   int64_t wide;
   if (!ac_note_number(r, rest, &wide))
      return false;
   *number = (uint32_t)wide;
   return (or_none && wide == 0) || ac_note_check(r, wide, what, n);
}

bool ac_note_two(ac_reader *r, an_span *rest, char separator, int64_t *a, int64_t *b)
{
   an_span word = an_span_take_word(rest);
   const char *at = memchr(word.at, separator, an_span_length(word));
   an_span first = { word.at, at == NULL ? word.end : at };
   an_span second = { at == NULL ? word.end : at + 1, word.end };
   *b = -1;
   return (ac_reader_take_number(&first, a)
           && (at == NULL || ac_reader_take_number(&second, b)))
          || ac_note_fail(r);
}

bool ac_note_ends(ac_reader *r, an_span rest)
{
   return an_span_length(an_span_trimmed(rest)) == 0 || ac_note_fail(r);
}

const char *ac_note_text(ac_reader *r, an_span rest)
{
   if (rest.at < rest.end)
      rest.at++;
   return ac_reader_intern_escaped(r, rest);
}

const char *ac_note_name(ac_reader *r, an_span rest)
{
   const char *name = ac_note_text(r, rest);
   if (name != NULL && *name == '\0')
      ac_note_fail(r);
   return name == NULL || *name == '\0' ? NULL : name;
}

const int64_t *ac_note_counts(ac_reader *r, an_span rest)
{
   return ac_note_counts_of(r, rest, 1);
}

const int64_t *ac_note_counts_of(ac_reader *r, an_span rest, int64_t n)
{
   return ac_reader_counts(r, rest, r->counts) && ac_reader_check_part(r, n)
             ? ac_reader_row(r, r->counts)
             : NULL;
}
