/* an_objects_print.c -- the table of objects: the executable and its libraries.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "report/an_page.h"

#include "counts/an_objects.h"
#include "counts/an_rank.h"
#include "report/an_messages.h"

#include <string.h>

#define LABEL "an.objects"

enum { LIMITED = 5, LEAD = 2 };

/* Objects with any count, largest first.  The caller frees ranking->entries. */
static an_status rank(const an_page *page, an_ranking *ranking)
{
   const an_profile *profile = page->profile;
   const size_t n = an_objects_count(profile);
   const size_t n_events = an_profile_n_events(profile);
   ranking->n = 0;
   ranking->entries = tk_get(page->alloc, LABEL, (n + 1) * sizeof *ranking->entries);
   if (ranking->entries == NULL)
      return AN_NO_MEMORY;
   for (size_t i = 0; i < n; i++) {
      const int64_t *counts = an_objects_at(profile, i)->counts;
      size_t e = 0;
      while (e < n_events && counts[e] == 0)
         e++;
      if (e < n_events)
         ranking->entries[ranking->n++] = (an_ranked){ i, counts };
   }
   an_rank(ranking, an_profile_totals(profile), &page->options->sort, 0);
   return AN_OK;
}

static const char *path_of(const an_page *page, const an_ranked *object)
{
   const an_object *at = an_objects_at(page->profile, object->index);
   if (at == an_objects_generated(page->profile))
      return AN_GENERATED " (no file, no symbols)";
   return strcmp(at->path, AN_UNKNOWN) == 0 ? "(no known object)" : at->path;
}

/* The sum of the entries from `first` on, a row in `sums`. */
static void add_others(const an_page *page, const an_ranking *objects, size_t first,
                       int64_t *sums)
{
   const size_t n_events = an_profile_n_events(page->profile);
   memset(sums, 0, n_events * sizeof *sums);
   for (size_t i = first; i < objects->n; i++)
      for (size_t e = 0; e < n_events; e++)
         sums[e] += objects->entries[i].totals[e];
}

/* Prints n objects, and the others as one. */
static void print_table(an_page *page, const an_ranking *objects, size_t n,
                        int64_t *others)
{
   an_columns_reset(&page->columns);
   add_others(page, objects, n, others);
   an_columns_fit(&page->columns, others);
   for (size_t i = 0; i < n; i++)
      an_columns_fit(&page->columns, objects->entries[i].totals);
   an_page_heading(page, "Objects", NULL);
   an_page_names(page);
   fputs("  object\n\n", page->out);
   for (size_t i = 0; i < n; i++) {
      an_columns_print(&page->columns, page->out, objects->entries[i].totals);
      fprintf(page->out, "%*s", LEAD, "");
      an_text_path_fit(page->out, path_of(page, &objects->entries[i]),
                       an_page_room(page, LEAD));
      putc('\n', page->out);
   }
   if (n < objects->n) {
      an_columns_print(&page->columns, page->out, others);
      fprintf(page->out, "%*s(others)\n", LEAD, "");
   }
   an_page_more(page, objects->n - n, "object", "--by=object");
   if (!page->options->is_pair)
      an_messages_generated(page->profile, &page->options->sort.of[0], page->out);
   putc('\n', page->out);
}

an_status an_objects_report(an_page *page)
{
   an_ranking objects;
   if (!an_objects_are_known(page->profile)) {
      if (page->options->by != NULL)
         fputs("No counts by object: the profile has none, or --include or --exclude"
               " takes\nonly some of its functions.\n", page->out);
      return AN_OK;
   }
   if (rank(page, &objects) != AN_OK)
      return AN_NO_MEMORY;
   bool is_limited = an_budget_is_limited(&page->budget);
   size_t most = is_limited ? LIMITED : page->options->n_top;
   if (is_limited && an_objects_generated(page->profile) != NULL)
      most--; /* for the line about it */
   int64_t *others = tk_get(page->alloc, LABEL, an_profile_n_events(page->profile)
                                                   * sizeof *others);
   if (others != NULL)
      print_table(page, &objects,
                  most > 0 && most < objects.n ? most : objects.n, others);
   tk_put(page->alloc, others);
   tk_put(page->alloc, objects.entries);
   return others == NULL ? AN_NO_MEMORY : AN_OK;
}
