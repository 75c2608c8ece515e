/* ac_note.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_notes.h"

#include <inttypes.h>
#include <stddef.h>
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

bool ac_note_check_line(ac_reader *r, int64_t number)
{
   return number <= UINT32_MAX
          || ac_reader_fail(r, "line number %" PRId64 " is larger than %" PRIu32, number,
                            UINT32_MAX);
}

bool ac_note_check(ac_reader *r, int64_t number, const char *what, size_t n)
{
   return (number > 0 && (uint64_t)number <= n)
          || ac_reader_fail(r, "there is no %s %" PRId64 " before this note", what,
                            number);
}

bool ac_note_reference(ac_reader *r, an_span *rest, const char *what, size_t n,
                       int64_t *number)
{
   return ac_note_number(r, rest, number) && ac_note_check(r, *number, what, n);
}

bool ac_note_run(ac_reader *r, an_span *rest, int64_t *n, an_span *value)
{
   *value = an_span_take_word(rest);
   const char *at = memchr(value->at, '*', an_span_length(*value));
   an_span times = { value->at, at };
   *n = 1;
   if (at == NULL)
      return true;
   value->at = at + 1;
   return (ac_reader_take_number(&times, n) && *n > 0) || ac_note_fail(r);
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

const int64_t *ac_note_counts(ac_reader *r, an_span rest, int64_t n)
{
   return ac_reader_counts(r, rest, r->counts) && ac_reader_check_part(r, n)
             ? ac_reader_row(r, r->counts)
             : NULL;
}

/* ---- Fields ---- */

static bool take_address(ac_reader *r, ac_fields *f, int64_t *n)
{
   uint64_t address;
   bool ok = ac_reader_take_address(&f->rest, &address);
   *n = ok ? (int64_t)address : 0;
   return ok || ac_note_fail(r);
}

static bool take_signed(ac_reader *r, ac_fields *f, int64_t *n)
{
   an_span_skip_blanks(&f->rest);
   int64_t sign = an_span_take_key(&f->rest, "-") ? -1 : 1;
   if (!ac_note_number(r, &f->rest, n))
      return false;
   *n *= sign;
   return true;
}

static bool take_two(ac_reader *r, ac_fields *f, char separator, int64_t *n)
{
   an_span word = an_span_take_word(&f->rest);
   const char *at = memchr(word.at, separator, an_span_length(word));
   an_span first = { word.at, at == NULL ? word.end : at };
   an_span second = { at == NULL ? word.end : at + 1, word.end };
   n[1] = -1;
   return (ac_reader_take_number(&first, &n[0])
           && (at == NULL || ac_reader_take_number(&second, &n[1])))
          || ac_note_fail(r);
}

static bool take_build_id(ac_reader *r, ac_fields *f)
{
   f->word = an_span_take_word(&f->rest);
   if (an_span_is(f->word, "-"))
      f->word.at = f->word.end;
   else if (!ac_reader_is_hexadecimal(f->word))
      return ac_note_fail(r);
   return true;
}

/* Takes a text that is the rest of the line. */
static bool take_text(ac_reader *r, ac_fields *f, bool can_be_empty)
{
   f->text = ac_note_text(r, f->rest);
   f->rest.at = f->rest.end;
   return f->text != NULL && (can_be_empty || *f->text != '\0' || ac_note_fail(r));
}

static bool take_counts(ac_reader *r, ac_fields *f)
{
   an_span all = f->rest;
   f->rest.at = f->rest.end;
   return ac_reader_counts(r, all, r->counts);
}

static bool take_part(ac_reader *r, ac_fields *f)
{
   f->counts = ac_note_counts(r, f->rest, 1);
   f->rest.at = f->rest.end;
   return f->counts != NULL;
}

#define NUMBER_OF(member) offsetof(ac_notes, member)

/* What notes refer to, and how many there are so far. */
static const struct {
   const char *what;
   size_t n;
} things[] = {
   ['A' - 'A'] = { "arc", NUMBER_OF(calls.n_arcs) },
   ['B' - 'A'] = { "binary", NUMBER_OF(data.n_binaries) },
   ['C' - 'A'] = { "function", NUMBER_OF(calls.n_functions) },
   ['D' - 'A'] = { "data object", NUMBER_OF(data.n_data) },
   ['F' - 'A'] = { "file", NUMBER_OF(calls.n_files) },
   ['G' - 'A'] = { "region", NUMBER_OF(regions.n) },
   ['I' - 'A'] = { "inlined code", NUMBER_OF(calls.n_inlined) },
   ['L' - 'A'] = { "rule", NUMBER_OF(layout.n) },
   ['N' - 'A'] = { "name", NUMBER_OF(calls.n_names) },
   ['O' - 'A'] = { "object", NUMBER_OF(objects.list.n) },
   ['T' - 'A'] = { "text", NUMBER_OF(data.n_texts) },
   ['X' - 'A'] = { "instruction", NUMBER_OF(instrs.n) },
};

static bool take_thing(ac_reader *r, char letter, bool or_none, ac_fields *f, int64_t *n)
{
   size_t i = (size_t)(letter - 'A'), most;
   if (!ac_note_number(r, &f->rest, n))
      return false;
   memcpy(&most, (const char *)r->notes + things[i].n, sizeof most);
   return (or_none && *n == 0) || ac_note_check(r, *n, things[i].what, most);
}

static inline bool take_field(ac_reader *r, const char *field, ac_fields *f, int64_t **n)
{
   switch (*field) {
   case '0': return true;
   case 'n': return ac_note_number(r, &f->rest, (*n)++);
   case 'l':
      return ac_note_number(r, &f->rest, (*n)++) && ac_note_check_line(r, (*n)[-1]);
   case 'x': return take_address(r, f, (*n)++);
   case 'i': return take_signed(r, f, (*n)++);
   case '.':
   case '@': *n += 2; return take_two(r, f, *field, *n - 2);
   case 'w': f->word = an_span_take_word(&f->rest); return true;
   case 'b': return take_build_id(r, f);
   case 't':
   case 'u': return take_text(r, f, *field == 't');
   case 'c': return take_counts(r, f);
   case 'p': return take_part(r, f);
   default: return take_thing(r, *field, field[1] == '0', f, (*n)++);
   }
}

bool ac_note_take(ac_reader *r, const char *fields, an_span rest, ac_fields *f)
{
   int64_t *n = f->n;
   f->rest = rest;
   for (; *fields != '\0' && *fields != '*'; fields++)
      if (!take_field(r, fields, f, &n))
         return false;
   return *fields == '*' || f->rest.at == f->rest.end || ac_note_ends(r, f->rest);
}

bool ac_note_read(ac_reader *r, an_span rest)
{
   ac_fields f = { .rest = rest };
   return ac_note_take(r, r->note->fields, rest, &f) && r->note->read(r, &f);
}
