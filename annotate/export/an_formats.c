/* an_formats.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "export/an_formats.h"

#include "export/an_path_formats.h"
#include "heap/ah_write.h"

#include <string.h>

/* DHAT's own format, without the keys that heapprof adds. */
static an_status write_dhat(const ah_profile *profile, const tk_alloc *alloc,
                            const ah_value *metric, FILE *out)
{
   static const ah_write_options plain = { .own = false };
   (void)metric;
   return ah_write(profile, alloc, &plain, out);
}

const an_format an_formats[AN_FORMATS] = {
   { .name = "callgrind", .description = "for KCachegrind and callgrind_annotate",
     .is_whole = true, .write_heap = ah_export_callgrind,
     .write_counts = an_export_callgrind },
   { .name = "massif", .description = "for ms_print and massif-visualizer",
     .made = AN_KIND_MASSIF,
     .no_peak = "massif's format needs a peak; this profile has totals only",
     .write_heap = ah_export_massif },
   { .name = "dhat", .description = "for dh_view.html, without heapprof's own keys",
     .made = AN_KIND_HEAP, .write_heap = write_dhat },
   { .name = "folded", .takes_metric = true, .holds_one = true, .is_whole = true,
     .description = "folded stacks, for flame graphs: \"main;parse 12\"",
     .write_stacks = an_export_folded },
   { .name = "csv", .description = "all values of each allocation site",
     .write_heap = ah_export_csv },
   { .name = "csv", .description = "functions, calls and call paths, as one table",
     .write_counts = an_export_csv },
   { .name = "json", .description = "all that the profile says, as JSON",
     .is_page = true },
   { .name = "json", .description = "the same as JSON", .write_counts = an_export_json },
   { .name = "speedscope", .takes_metric = true, .is_whole = true,
     .description = "for speedscope.app: all values by call path",
     .write_stacks = an_export_speedscope },
   { .name = "pprof", .takes_metric = true, .is_whole = true,
     .description = "for pprof: all values by call path",
     .write_stacks = an_export_pprof },
   { .name = "firefox", .takes_metric = true, .is_whole = true,
     .description = "for profiler.firefox.com: all values by call path",
     .write_stacks = an_export_firefox },
};

const an_format *an_format_find(const char *name, an_format_kind kind)
{
   for (size_t i = 0; i < AN_FORMATS; i++)
      if (strcmp(an_formats[i].name, name) == 0
          && an_format_is_for(&an_formats[i], kind))
         return &an_formats[i];
   return NULL;
}

void an_format_list(an_format_kind kind, bool only_with_metric, char *text,
                    size_t size_B)
{
   const char *names[AN_FORMATS] = { NULL };
   size_t n = 0, length = 0;
   for (size_t i = 0; i < AN_FORMATS; i++)
      if (an_format_is_for(&an_formats[i], kind)
          && (an_formats[i].takes_metric || !only_with_metric))
         names[n++] = an_formats[i].name;
   *text = '\0';
   for (size_t i = 0; i < n && length < size_B; i++)
      length += (size_t)snprintf(text + length, size_B - length, "%s%s",
                                 i == 0 ? "" : i + 1 == n ? " or " : ", ",
                                 names[i]);
}
