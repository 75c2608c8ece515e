/* an_formats.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "export/an_formats.h"

#include "export/an_path_formats.h"
#include "heap/ah_write.h"

#include <string.h>

/* DHAT's own format, without the keys that heapprof adds. */
static void write_dhat(const ah_profile *profile, const tk_alloc *alloc,
                       const ah_value *metric, FILE *out)
{
   (void)metric;
   static const ah_write_options plain = { .own = false };
   ah_write(profile, alloc, &plain, out);
}

const an_format an_formats[] = {
   { .name = "callgrind",
     .description = "for KCachegrind and callgrind_annotate",
     .is_whole = true,
     .write_heap = ah_export_callgrind,
     .write_counts = an_export_callgrind },
   { .name = "massif",
     .description = "for ms_print and massif-visualizer",
     .made = AN_KIND_MASSIF,
     .no_peak = "massif's format needs a peak; this profile has totals only",
     .write_heap = ah_export_massif },
   { .name = "dhat",
     .description = "for dh_view.html, without heapprof's own keys",
     .made = AN_KIND_HEAP,
     .write_heap = write_dhat },
   { .name = "folded",
     .takes_metric = true,
     .holds_one = true,
     .is_whole = true,
     .description = "folded stacks, for flame graphs: \"main;parse 12\"",
     .write_stacks = an_export_folded },
   { .name = "csv",
     .description = "all values of each allocation site",
     .write_heap = ah_export_csv },
   { .name = "csv",
     .description = "functions, calls and call paths, as one table",
     .write_counts = an_export_csv },
   { .name = "json",
     .description = "all that the profile says, as JSON",
     .is_page = true },
   { .name = "json", .description = "the same as JSON", .write_counts = an_export_json },
   { .name = "speedscope",
     .takes_metric = true,
     .is_whole = true,
     .description = "for speedscope.app: all values by call path",
     .write_stacks = an_export_speedscope },
   { .name = "pprof",
     .takes_metric = true,
     .has_addresses = true,
     .is_whole = true,
     .description = "for pprof: all values by call path",
     .write_stacks = an_export_pprof },
   { .name = "firefox",
     .takes_metric = true,
     .is_whole = true,
     .description = "for profiler.firefox.com: all values by call path",
     .write_stacks = an_export_firefox },
   { .name = NULL },
};

const an_format *an_format_find(const char *name, an_format_kind kind)
{
   for (const an_format *format = an_formats; format->name != NULL; format++)
      if (strcmp(format->name, name) == 0 && an_format_is_for(format, kind))
         return format;
   return NULL;
}

/* The next format of the list, from this one on; NULL: there is none. */
static const an_format *next_listed(const an_format *from, an_format_kind kind,
                                    bool only_with_metric)
{
   while (from->name != NULL
          && (!an_format_is_for(from, kind) || (only_with_metric && !from->takes_metric)))
      from++;
   return from->name == NULL ? NULL : from;
}

void an_format_list(an_format_kind kind, bool only_with_metric, char *text, size_t size_B)
{
   const char *between = "";
   size_t length = 0;
   const an_format *format = next_listed(an_formats, kind, only_with_metric), *next;
   *text = '\0';
   for (; format != NULL && length < size_B; format = next) {
      length += (size_t)snprintf(text + length, size_B - length, "%s%s", between,
                                 format->name);
      next = next_listed(format + 1, kind, only_with_metric);
      between = next != NULL && next_listed(next + 1, kind, only_with_metric) == NULL
                   ? " or "
                   : ", ";
   }
}
