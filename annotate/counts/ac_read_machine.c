/* ac_read_machine.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_read_machine.h"

#include "counts/ac_notes.h"

#include <string.h>

enum { NOTES_MAX = 64 }; /* a machine has at most 24 lines */

/* The first word of `a` that `b` does not have at its place; empty if there is none. */
static an_span first_other_word(an_span a, an_span b)
{
   for (;;) {
      an_span word = an_span_take_word(&a), other = an_span_take_word(&b);
      size_t n = an_span_length(word);
      if (n == 0 || n != an_span_length(other) || memcmp(word.at, other.at, n) != 0)
         return word;
   }
}

static bool fail_differs(ac_reader *r, an_span expected, an_span found)
{
   an_span key = expected, other_key = found;
   key = an_span_take_word(&key);
   other_key = an_span_take_word(&other_key);
   an_span word = first_other_word(expected, found);
   an_span other = first_other_word(found, expected);
   bool is_key = word.at == key.at;
   return ac_reader_fail(r,
                         "machines differ: expected \"%.*s%s%.*s\", found "
                         "\"%.*s%s%.*s\"",
                         an_fail_quoted(key), key.at, is_key ? "" : " ",
                         is_key ? 0 : an_fail_quoted(word), word.at,
                         an_fail_quoted(other_key), other_key.at, is_key ? "" : " ",
                         is_key ? 0 : an_fail_quoted(other), other.at);
}

/* Nothing needs an escape. */
static size_t count_words(an_span rest)
{
   size_t n_words = 0;
   for (const char *c = rest.at; c < rest.end; c++)
      if (*c < ' ' || *c > '~' || *c == '\\')
         return 0;
   while (an_span_length(an_span_take_word(&rest)) > 0)
      n_words++;
   return n_words;
}

static bool check_same(ac_reader *r, const ac_read_machine *machine, an_span rest)
{
   const ac_texts *own = ac_profile_texts(r->profile, AC_MACHINE);
   if (machine->n >= own->n)
      return ac_reader_fail(r, "machines differ: expected no \"%.*s\"",
                            an_fail_quoted(rest), rest.at);
   an_span expected = an_span_of(own->text[machine->n]);
   return tk_span_is_same(expected, rest) || fail_differs(r, expected, rest);
}

static bool take_line(ac_reader *r, an_span rest)
{
   ac_read_machine *machine = &r->notes->machine;
   bool ok = r->keeps_header || r->reading->by_name || check_same(r, machine, rest);
   if (r->keeps_header)
      ac_profile_add_text(r->profile, AC_MACHINE, rest.at, an_span_length(rest));
   machine->n++;
   return ok;
}

bool ac_read_machine_name(ac_reader *r, const ac_fields *f)
{
   an_span rest = an_span_trimmed(f->rest);
   if (r->notes->machine.n > 0)
      return ac_note_fail_second(r);
   return count_words(rest) == 1 ? take_line(r, rest) : ac_note_fail(r);
}

/* A key and values. */
bool ac_read_machine_line(ac_reader *r, const ac_fields *f)
{
   an_span rest = an_span_trimmed(f->rest);
   if (r->notes->machine.n == 0)
      return ac_reader_fail(r, "\"#: m\" without \"#: machine\" before it");
   if (r->notes->machine.n == NOTES_MAX)
      return ac_reader_fail(r, "more than %d lines on the machine", NOTES_MAX);
   return count_words(rest) >= 2 ? take_line(r, rest) : ac_note_fail(r);
}

bool ac_read_machine_end(ac_reader *r)
{
   const ac_read_machine *machine = &r->notes->machine;
   const ac_texts *own = ac_profile_texts(r->profile, AC_MACHINE);
   if (r->keeps_header || r->reading->by_name || machine->n >= own->n)
      return true;
   an_span missing = an_span_of(own->text[machine->n]);
   return ac_reader_fail(r, "machines differ: expected \"%.*s\", found none",
                         an_fail_quoted(missing), missing.at);
}
