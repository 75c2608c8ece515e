/* ac_read_layout.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_read_layout.h"

#include "counts/ac_data_note.h"
#include "counts/ac_layout.h"
#include "counts/ac_notes.h"

#include <inttypes.h>
#include <string.h>

/* ---- The line desc: ---- */

static bool is_first(const ac_reader *r)
{
   return ac_profile_n_states(r->profile) == 0;
}

static const ac_layout *own_layout(const ac_reader *r)
{
   return ac_profile_layout(r->profile, 0);
}

/* Texts; NULL: none. */
static bool fail_differs(ac_reader *r, const char *expected, const char *found)
{
   an_span e = an_span_of(expected == NULL ? "none" : expected);
   an_span f = an_span_of(found == NULL ? "none" : found);
   const char *eq = expected == NULL ? "" : "\"", *fq = found == NULL ? "" : "\"";
   return ac_reader_fail(r, "layouts differ: expected %s%.*s%s, found %s%.*s%s", eq,
                         an_fail_quoted(e), e.at, eq, fq, an_fail_quoted(f), f.at, fq);
}

static bool read_file(ac_reader *r, an_span name)
{
   if (r->layout != NULL)
      return ac_reader_fail(r, "a second \"desc: Layout:\" line");
   if (an_span_length(name) == 0)
      return ac_reader_fail(r, "expected a file's name after \"desc: Layout:\"");
   r->layout = ac_reader_intern(r, name);
   return is_first(r) || r->reading->by_name || own_layout(r)->file != NULL
          || fail_differs(r, NULL, r->layout);
}

bool ac_read_layout_desc(ac_reader *r, an_span rest)
{
   an_span name = an_span_trimmed(rest);
   return an_span_take_key(&name, "Layout:") ? read_file(r, an_span_trimmed(name))
                                             : ac_reader_desc(r, rest);
}

bool ac_read_layout_check(ac_reader *r)
{
   const char *expected = own_layout(r)->file;
   return is_first(r) || r->reading->by_name || r->layout != NULL || expected == NULL
          || fail_differs(r, expected, NULL);
}

/* ---- Rules ---- */

/* Of a later file: whether the rule is that of the profile, or may be another. */
static bool check_rule(ac_reader *r, ac_read_layout *l, const char *text)
{
   const ac_layout *own = own_layout(r);
   const char *expected = l->n < own->n ? own->rules[l->n].text : NULL;
   if (expected == text)
      return true;
   l->is_other = true;
   return r->reading->by_name || fail_differs(r, expected, text);
}

static bool add_rule(ac_reader *r, ac_read_layout *l, const char *text)
{
   AC_NOTE_ROOM(r, l->has_counts, l->n, l->max_rules);
   bool ok = is_first(r) || check_rule(r, l, text);
   if (is_first(r))
      ac_layout_add_rule(r->profile, 0, l->line, text);
   l->has_counts[l->n++] = false;
   return ok;
}

bool ac_read_layout_rule(ac_reader *r, const ac_fields *f)
{
   ac_read_layout *l = &r->notes->layout;
   uint32_t line = (uint32_t)f->n[0];
   if (r->layout == NULL)
      return ac_reader_fail(r, "\"#: lr\" without \"desc: Layout:\" in the header");
   if (line <= l->line)
      return ac_reader_fail(
         r, "line %" PRIu32 " of the layout is not behind line %" PRIu32, line, l->line);
   l->line = line;
   return (strstr(f->text, ": ") != NULL || ac_note_fail(r)) && add_rule(r, l, f->text);
}

bool ac_read_layout_counts(ac_reader *r, const ac_fields *f)
{
   ac_read_layout *l = &r->notes->layout;
   uint32_t rule = (uint32_t)f->n[0];
   const int64_t *counts = &f->n[1];
   if (l->has_counts[rule - 1])
      return ac_reader_fail(r, "a second \"#: lc\" of rule %" PRIu32, rule);
   if (counts[AC_LAYOUT_BLOCKS] == 0 && counts[AC_LAYOUT_BYTES] > 0)
      return ac_reader_fail(r, "%" PRId64 " bytes in no block", counts[AC_LAYOUT_BYTES]);
   l->has_counts[rule - 1] = true;
   if (!l->is_other)
      ac_layout_add_counts(r->profile, rule, counts);
   return true;
}

bool ac_read_layout_datum(ac_reader *r, const ac_fields *f)
{
   ac_read_datum *datum = &r->notes->data.data[f->n[1] - 1];
   if (datum->has_rule)
      return ac_reader_fail(r, "a second \"#: ld\" of this data object");
   datum->has_rule = true;
   ac_data_sums_rule(ac_data_note_sums(r), datum->index, (uint32_t)f->n[0]);
   return true;
}

/* ---- The whole ---- */

/* A later file has all rules of the profile. */
static bool check_end(ac_reader *r, ac_read_layout *l)
{
   const ac_layout *own = own_layout(r);
   if (is_first(r) || l->n >= own->n)
      return true;
   l->is_other = true;
   return r->reading->by_name || fail_differs(r, own->rules[l->n].text, NULL);
}

bool ac_read_layout_end(ac_reader *r)
{
   ac_read_layout *l = r->notes == NULL ? NULL : &r->notes->layout;
   const ac_layout *own = own_layout(r);
   if (l == NULL ? !ac_read_layout_check(r) : !check_end(r, l))
      return false;
   if (!is_first(r)
       && ((l != NULL && l->is_other) || (r->layout == NULL) != (own->file == NULL)))
      ac_layout_mix(r->profile);
   if (own->file == NULL)
      ac_layout_set_file(r->profile, 0, r->layout);
   return true;
}
