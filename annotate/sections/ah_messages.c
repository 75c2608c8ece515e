/* ah_messages.c -- the lines that allocate most as messages of a compiler; sites are
   charged to lines by ah_lines.h.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ah_report.h"

#include "base/an_text.h"
#include "heap/ah_text.h"
#include "sections/ah_lines.h"
#include "sections/ac_messages.h"

#include <string.h>

enum { DESCRIPTION_B = 128 };

typedef struct {
   const ah_profile *profile;
   int64_t total;
   bool is_bytes;
   char of[DESCRIPTION_B]; /* what the first event is of: "the peak" */
   bool has_blocks;        /* the second event: how many blocks the bytes are in */
} amounts;

/* The blocks of the bytes; the same value if there are none. */
static ah_sort blocks_of(ah_sort value)
{
   switch (value) {
   case AH_SORT_PEAK: return AH_SORT_PEAK_BLOCKS;
   case AH_SORT_TOTAL: return AH_SORT_BLOCKS;
   case AH_SORT_LEAKED: return AH_SORT_LEAKED_BLOCKS;
   default: return value;
   }
}

static void describe_sort(const ah_profile *profile, ah_sort sort, char *to)
{
   char unit[AH_TEXT_B], value[DESCRIPTION_B - 8];
   if (sort == AH_SORT_PEAK) {
      snprintf(to, DESCRIPTION_B, "the peak");
   } else if (sort == AH_SORT_TOTAL || sort == AH_SORT_BLOCKS) {
      ah_text_unit(unit,
                   sort == AH_SORT_TOTAL ? profile->bytes_unit : profile->blocks_unit);
      snprintf(to, DESCRIPTION_B, "all %s", unit);
   } else {
      ah_value_describe(&ah_values[sort], profile, value, sizeof value);
      snprintf(to, DESCRIPTION_B, "the %s", value);
   }
}

/* "1.20 MiB (45.0%) of the peak in 3 blocks" */
static void print_amount(const void *context, const ac_message *line, FILE *out)
{
   const amounts *a = context;
   char text[AH_TEXT_B];
   if (a->is_bytes)
      ah_text_bytes(text, a->profile, line->counts[0]);
   else
      an_text_count(text, line->counts[0]);
   fprintf(out, "%s (", text);
   ac_messages_share(line->counts[0], a->total, out);
   fputs(") of ", out);
   an_text_name(out, a->of);
   if (!a->has_blocks)
      return;
   int64_t n = line->counts[1];
   bool is_one = n == 1 && strcmp(a->profile->blocks_unit, "blocks") == 0;
   an_text_count(text, n);
   fprintf(out, " in %s ", text);
   an_text_name(out, is_one ? "block" : a->profile->blocks_unit);
}

static void print_lines(const ah_report_options *options, const tk_alloc *alloc,
                        const ac_profile *lines, amounts *a, FILE *out)
{
   an_error error;
   ac_metrics *metrics = ac_metrics_new(alloc, lines, NULL, &error);
   ac_measure sorted = { .metric = ac_metrics_at(metrics, 0),
                         .aspect = AC_VALUE,
                         .n_events = ac_profile_n_events(lines) };
   const ac_analysis analysis = { .data_modified = options->data_modified };
   ac_request request = *options->source;
   request.sort = (ac_measures){ .of = &sorted, .n = 1 };
   request.threshold = options->threshold;
   request.is_limited = !options->is_asked[AH_SHARE_LINES]
                        && !options->is_asked[AH_SHARE_PEAK];
   a->total = ac_profile_totals(lines)[0];
   const ac_scope scope = {
      .profile = lines, .alloc = alloc, .request = &request, .analysis = &analysis
   };
   ac_hot hot;
   ac_hot_open(&hot, alloc, lines, &request.sort, ac_request_row_threshold(&request));
   ac_messages_print_hot(&scope, &hot, print_amount, a, out);
}

void ah_report_messages(const ah_profile *profile, const tk_alloc *alloc,
                        const ah_report_options *options, FILE *out)
{
   ah_sort blocks = blocks_of(options->sort);
   const ah_line_event events[] = { { "value", options->sort }, { "blocks", blocks } };
   amounts a = {
      .profile = profile,
      .has_blocks = blocks != options->sort,
      .is_bytes = ah_values[options->sort].unit == AH_UNIT_BYTES,
   };
   describe_sort(profile, options->sort, a.of);
   ac_profile *lines = ah_lines_new(alloc, profile, &options->source->source, events,
                                    a.has_blocks ? 2 : 1);
   print_lines(options, alloc, lines, &a, out);
}
