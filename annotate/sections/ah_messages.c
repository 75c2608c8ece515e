/* ah_messages.c -- findings, and the lines that allocate most, as messages of a compiler
   or results of a log; sites are charged to lines by ah_lines.h.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ah_report.h"

#include "base/an_text.h"
#include "heap/ah_owner.h"
#include "heap/ah_text.h"
#include "sections/ac_messages.h"
#include "sections/ac_sections.h"
#include "sections/ah_finding_reason.h"
#include "sections/ah_lines.h"

#include <string.h>

enum { DESCRIPTION_B = 128 };

typedef struct {
   const ah_profile *profile;
   int64_t total;
   bool is_bytes;
   char of[DESCRIPTION_B]; /* what the first event is of: "the peak" */
   bool has_blocks;        /* the second event: how many blocks the bytes are in */
   const ah_findings *findings;
   size_t n_lines; /* rows from here on are findings */
} amounts;

/* "9.57 MiB of the peak: lost: 3 blocks; in a ring: free it before ..." */
static void print_finding(const amounts *a, const ah_finding *f, FILE *out)
{
   char reason[AH_FINDING_REASON_B];
   ah_amount saved = ah_finding_saved(f);
   if (saved.bytes > 0)
      fputs(AH_BYTES(a->profile, saved.bytes), out);
   else
      fprintf(out, "%s blocks", AH_SHORT(saved.blocks));
   ah_finding_reason(reason, a->profile, f);
   fprintf(out, " %s: %s: ", ah_when_text(f->when), ah_finding_name(f->kind));
   an_text_name(out, reason);
   fprintf(out, ": %s", ah_finding_cure(f->kind));
}

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
   char value[DESCRIPTION_B - 8];
   if (sort == AH_SORT_PEAK) {
      snprintf(to, DESCRIPTION_B, "the peak");
   } else if (sort == AH_SORT_TOTAL || sort == AH_SORT_BLOCKS) {
      snprintf(
         to, DESCRIPTION_B, "all %s",
         AH_UNIT(sort == AH_SORT_TOTAL ? profile->bytes_unit : profile->blocks_unit));
   } else {
      ah_value_describe(&ah_values[sort], profile, value, sizeof value);
      snprintf(to, DESCRIPTION_B, "the %s", value);
   }
}

/* "1.20 MiB (45.0%) of the peak in 3 blocks" */
static void print_amount(const void *context, const ac_message *line, FILE *out)
{
   const amounts *a = context;
   if (line->row >= a->n_lines) {
      print_finding(a, &a->findings->findings[line->row - a->n_lines], out);
      return;
   }
   fprintf(out, "%s (",
           a->is_bytes ? AH_BYTES(a->profile, line->counts[0])
                       : AH_COUNT(line->counts[0]));
   ac_messages_share(line->counts[0], a->total, out);
   fputs(") of ", out);
   an_text_name(out, a->of);
   if (!a->has_blocks)
      return;
   int64_t n = line->counts[1];
   bool is_one = n == 1 && strcmp(a->profile->blocks_unit, "blocks") == 0;
   fprintf(out, " in %s ", AH_COUNT(n));
   an_text_name(out, is_one ? "block" : a->profile->blocks_unit);
}

static long double percent_of(const ah_profile *profile, const ah_finding *f)
{
   bool is_of_peak = f->when == AH_WHEN_PEAK && profile->totals.peak.bytes > 0;
   return is_of_peak
             ? 100 * (long double)ah_finding_saved(f).bytes / profile->totals.peak.bytes
             : -1;
}

/* Those that have a place, which is the program's own line. */
static size_t choose_findings(const amounts *a, const tk_alloc *alloc, size_t most,
                              const ac_messages_to *to, ac_message *messages)
{
   const ah_profile *p = a->profile;
   an_sarif_rule *rules = tk_get(alloc, AN_LABEL, AH_N_KINDS * sizeof *rules);
   for (int i = 0; i < AH_N_KINDS; i++)
      rules[i] = (an_sarif_rule){ ah_finding_name((ah_finding_kind)i),
                                  ah_finding_title((ah_finding_kind)i),
                                  ah_finding_cure((ah_finding_kind)i) };
   size_t n = 0;
   for (size_t i = 0; a->findings != NULL && i < a->findings->n && n < most; i++) {
      const ah_finding *f = &a->findings->findings[i];
      const ah_site *site = &p->sites[f->site];
      size_t own = ah_owner_frame(p, site);
      const an_frame *frame = own < site->n_frames ? &p->frames[site->frames[own]] : NULL;
      bool fails = to->all_fail || (to->fails_on >> f->kind & 1) != 0;
      if (frame != NULL && frame->file != NULL && frame->line > 0)
         messages[n++] = (ac_message){
            .file = frame->file,
            .line = frame->line,
            .row = a->n_lines + i,
            .rule = &rules[f->kind],
            .level = fails ? AN_SARIF_ERROR : AN_SARIF_WARNING,
            .function = frame->function,
            .part = percent_of(p, f),
         };
   }
   return n;
}

static void put_all(const ah_report_options *options, const tk_alloc *alloc,
                    const ac_profile *lines, amounts *a, const ac_messages_to *to)
{
   static const an_sarif_rule costly = {
      "hot-allocation", "A line that allocates a large share of the memory", NULL
   };
   an_error error;
   ac_metrics *metrics = ac_metrics_new(alloc, lines, NULL, &error);
   ac_measure sorted = { .metric = ac_metrics_at(metrics, 0),
                         .aspect = AC_VALUE,
                         .n_events = ac_profile_n_events(lines) };
   const ac_analysis analysis = { .data_modified = options->data_modified };
   ac_request request = *options->source;
   bool has_lines = !ac_section_is(request.by, "finding");
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
   size_t n_findings = a->findings == NULL ? 0 : a->findings->n;
   size_t most = has_lines && to->log == NULL ? AC_MESSAGES_FINDINGS : n_findings;
   ac_message *messages = tk_get(alloc, AN_LABEL,
                                 (hot.n + n_findings + 1) * sizeof *messages);
   a->n_lines = hot.n;
   size_t n = ac_section_is(request.by, "line")
                 ? 0
                 : choose_findings(a, alloc, most, to, messages);
   if (has_lines)
      n += ac_messages_of_hot(lines, &hot, &costly, messages + n);
   ac_messages_print(&scope, messages, n, print_amount, a, to);
}

void ah_report_messages(const ah_profile *profile, const tk_alloc *alloc,
                        const ah_report_options *options, const ac_messages_to *to)
{
   ah_sort blocks = blocks_of(options->sort);
   const ah_line_event events[] = { { "value", options->sort }, { "blocks", blocks } };
   amounts a = {
      .profile = profile,
      .findings = options->findings,
      .has_blocks = blocks != options->sort,
      .is_bytes = ah_values[options->sort].unit == AH_UNIT_BYTES,
   };
   describe_sort(profile, options->sort, a.of);
   ac_profile *lines = ah_lines_new(alloc, profile, &options->source->source, events,
                                    a.has_blocks ? 2 : 1);
   put_all(options, alloc, lines, &a, to);
}
