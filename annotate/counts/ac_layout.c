/* ac_layout.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_layout.h"

#include "base/an_json_members.h"
#include "base/an_number.h"
#include "base/an_text.h"
#include "base/tk_array.h"
#include "counts/ac_layout_words.h"
#include "counts/ac_profile_private.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const ac_layout *ac_profile_layout(const ac_profile *profile, size_t side)
{
   return &profile->layouts[side];
}

bool ac_layout_is_same(const ac_layout *a, const ac_layout *b)
{
   bool is_same = (a->file == NULL) == (b->file == NULL) && a->n == b->n;
   for (size_t i = 0; i < a->n && is_same; i++)
      is_same = strcmp(a->rules[i].text, b->rules[i].text) == 0;
   return is_same;
}

/* ---- Building ---- */

void ac_layout_set_file(ac_profile *profile, size_t side, const char *file)
{
   profile->layouts[side].file = file;
}

void ac_layout_add_rule(ac_profile *profile, size_t side, uint32_t line, const char *text)
{
   ac_layout *layout = &profile->layouts[side];
   TK_ARRAY_ADD(profile->alloc, AN_LABEL, layout->rules, layout->n, layout->capacity,
                (ac_layout_rule){ .line = line, .text = text });
}

void ac_layout_add_counts(ac_profile *profile, uint32_t rule,
                          const int64_t counts[AC_LAYOUT_COUNTS])
{
   an_number_add(profile->layouts[0].rules[rule - 1].counts, counts, AC_LAYOUT_COUNTS);
}

void ac_layout_mix(ac_profile *profile)
{
   profile->layouts[0].is_mixed = true;
}

void ac_layout_copy(ac_profile *pair, size_t side, const ac_layout *from)
{
   ac_layout *to = &pair->layouts[side];
   if (from->file == NULL)
      return;
   to->file = tk_strings_intern(pair->strings, from->file, strlen(from->file));
   for (size_t i = 0; i < from->n; i++) {
      const ac_layout_rule *rule = &from->rules[i];
      const char *text = tk_strings_intern(pair->strings, rule->text, strlen(rule->text));
      ac_layout_add_rule(pair, side, rule->line, text);
      memcpy(to->rules[i].counts, rule->counts, sizeof rule->counts);
   }
}

void ac_layout_finish(ac_profile *profile)
{
   ac_layout *layout = &profile->layouts[0];
   char *text = NULL;
   if (!layout->is_mixed)
      return;
   layout->n = 0;
   an_text_form(&text, "several, among them %s", layout->file);
   layout->file = tk_strings_intern(profile->strings, text, strlen(text));
   free(text);
}

/* ---- What people and programs read ---- */

void ac_layout_print(const ac_layout *layout, FILE *out)
{
   an_text_name(out, layout->file);
   if (layout->n > 0)
      fprintf(out, ", %zu rule%s", layout->n, layout->n == 1 ? "" : "s");
}

static void put_rule(an_json_out *json, const ac_layout_rule *rule)
{
   static const char *const keys[AC_LAYOUT_COUNTS] = {
      [AC_LAYOUT_BLOCKS] = "blocks",      [AC_LAYOUT_BYTES] = "bytes",
      [AC_LAYOUT_MISFITS] = "misfits",    [AC_LAYOUT_MORE] = "more_accesses",
      [AC_LAYOUT_CALLS] = "kernel_calls",
   };
   an_json_open_line(json, " ", NULL, '{');
   AN_JSON_PUT(json, AN_JSON("line", rule->line), AN_JSON("text", rule->text),
               AN_JSON("kind", ac_layout_kind_name(ac_layout_kind_of(rule->text))));
   for (int i = 0; i < AC_LAYOUT_COUNTS; i++)
      an_json_put_int(json, keys[i], rule->counts[i]);
   an_json_put_close(json, '}');
}

void ac_layout_put_json(an_json_out *json, const char *key, const ac_layout *layout)
{
   if (layout->file == NULL)
      return;
   an_json_open_line(json, "", key, '{');
   an_json_put_text(json, "file", layout->file);
   AN_JSON_PUT_ARRAY(json, NULL, "rules", i, layout->n,
                     put_rule(json, &layout->rules[i]));
   an_json_put_close(json, '}');
}
