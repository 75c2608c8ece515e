/* ac_suggest_shared.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/ac_layout_names.h"
#include "advice/ac_suggest_finders.h"

#include "base/an_text.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { LINE_B = 64 };

/* Transfers that lines of their own would save: of lines of memory that have bytes of the
   object; of those that others have bytes of, too. */
typedef struct {
   int64_t transfers;
   bool has_others;
} sharing;

static bool is_of(const ac_suggest_making *k, const ac_shared_access *access)
{
   return access->datum < k->view->data->n_data
          && k->view->object_of[access->datum] == k->index;
}

static sharing find_sharing(const ac_suggest_making *k)
{
   const ac_sharing_side *side = &k->report->sharing;
   sharing found = { 0, false };
   for (size_t i = 0; side->of != NULL && i < side->of->n_lines; i++) {
      const ac_shared_line *line = &side->of->lines[i];
      const ac_shared_access *first = &side->of->accesses[line->first_access];
      size_t n_own = 0;
      for (size_t a = 0; a < line->n_accesses; a++)
         n_own += is_of(k, &first[a]);
      if (n_own == 0 || (side->judged[i].verdict & AC_SHARING_FALSE) == 0)
         continue;
      found.transfers += side->judged[i].bound_false;
      found.has_others |= n_own < line->n_accesses;
   }
   return found;
}

/* Elements of an array, each for a thread, get lines of their own; else the whole
   does. */
static void add_pad(ac_suggest_making *k, const sharing *found)
{
   const ac_data_object *o = k->object;
   ac_words words = { .text = NULL };
   char transfers[AN_TEXT_NUMBER_B];
   ac_suggested_rule rule = { .gain = -1, .misses = NAN, .all_misses = 0, .n_parts = 1 };
   int64_t extent_B = ac_data_extent(o), size_B = o->type == NULL ? 0 : o->type->size_B;
   bool is_array = size_B > 0 && extent_B >= 2 * size_B && extent_B % size_B == 0;
   an_text_count(transfers, found->transfers);
   rule.transfers = found->transfers;
   rule.is_plain = k->lack != NULL;
   if (!rule.is_plain && !is_array && o->type->n_fields > 1)
      ac_words_add(&words, "soa; pad %d", LINE_B);
   else if (is_array && rule.is_plain && size_B % LINE_B != 0)
      ac_words_add(&words, "pitch %" PRId64 " +%" PRId64 "; align %d", size_B,
                   LINE_B - size_B % LINE_B, LINE_B);
   else
      ac_words_add(&words, "pad %d", LINE_B);
   rule.actions = ac_words_keep(&words, &k->out->arena);
   ac_words_add(&words,
                "threads write to different bytes of a line: at most %s transfers",
                transfers);
   rule.why = ac_words_keep(&words, &k->out->arena);
   ac_suggest_add(k, &rule);
}

void ac_suggest_shared(ac_suggest_making *k)
{
   const sharing found = find_sharing(k);
   if (found.transfers != 0)
      add_pad(k, &found);
}
