#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* open_memstream */
#endif

/* fuzz_heap.c -- any bytes through the reader of heap profiles and all reports:
   the bytes are refused, with a reason, or reported on to the end; and a merged
   profile can be read again.

   libFuzzer calls LLVMFuzzerTestOneInput (make fuzz FUZZ=heap), and so does
   replay.c (make check).  Errors trap.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_alloc.h"
#include "base/an_overflow.h"
#include "heap/ah_keepers.h"
#include "heap/ah_merge_sum.h"
#include "heap/ah_read.h"
#include "sections/ah_report.h"
#include "heap/ah_write.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size_B);

static void require(bool holds)
{
   if (!holds)
      __builtin_trap();
}

typedef struct {
   const uint8_t *at;
   size_t left_B;
} input;

static ptrdiff_t read_input(void *context, char *to, size_t size_B)
{
   input *in = context;
   size_t n = in->left_B < size_B ? in->left_B : size_B;
   memcpy(to, in->at, n);
   in->at += n;
   in->left_B -= n;
   return (ptrdiff_t)n;
}

/* Debug info that knows a type for some addresses and offsets. */
static const ty_field fields[] = { { 0, 8, "next", "void *", false },
                                   { 8, 4, "n", "int", false } };
static const ty_type type = { "struct node", 16, fields, 2 };

static bool variable_at(ty_types *types, const an_object *binary, bool is_thread_local,
                        uint64_t address, ty_variable *variable)
{
   (void)types, (void)binary;
   *variable = (ty_variable){ .type = is_thread_local ? NULL : &type };
   return address % 2 == 0;
}

static bool local_at(ty_types *types, const ty_stack_frame *frames, size_t n,
                     int64_t cfa_offset, ty_local *local, size_t *frame)
{
   (void)types;
   *frame = n - 1;
   *local = (ty_local){ .type = &type, .name = "local", .offset = cfa_offset % 64 };
   return frames[*frame].pc % 2 == 0 && cfa_offset < 0;
}

static const ah_naming naming = { NULL, variable_at, local_at };

/* No owner is shown as part of more than it is, and all blocks are somewhere. */
static void check_keepers(const ah_keepers *keepers, const ah_look *look)
{
   ah_amount sum = { 0, 0 };
   for (size_t i = 0; i < keepers->n; i++) {
      const ah_keeper *k = &keepers->of[i];
      require(k->above >= -1 && k->above < (int64_t)i);
      require(k->own.bytes <= k->retained.bytes && k->own.blocks <= k->retained.blocks);
      if (k->above >= 0)
         require(k->retained.bytes <= keepers->of[k->above].retained.bytes);
      else
         require(ah_amount_add(&sum, k->retained));
   }
   require(sum.bytes == look->live.bytes && sum.blocks == look->live.blocks);
}

/* The keepers of each look; NULL if there is none. */
static ah_keepers *make_keepers(const ah_profile *profile, const ah_groups *groups)
{
   ah_keepers *keepers = calloc(profile->n_looks + 1, sizeof *keepers);
   for (size_t i = 0; i < profile->n_looks; i++) {
      ah_keepers_make(&keepers[i], an_alloc_malloc(), profile, &profile->looks[i], groups,
                      i % 2 == 0 ? &naming : NULL);
      check_keepers(&keepers[i], &profile->looks[i]);
   }
   return keepers;
}

static void report_by(const ah_profile *profile, const ah_report_options *options,
                      ac_request *source, FILE *out)
{
   static const char *const names[] = { "snapshot", "owner", "leak", "chain", "look" };
   const tk_alloc *alloc = an_alloc_malloc();
   for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
      source->by = ac_section_find(names[i], 0);
      require(source->by != NULL);
      ah_report(profile, alloc, options, out);
      ah_report_csv(profile, alloc, options, out);
   }
}

static void report(const ah_profile *profile, const ah_weight *at)
{
   static FILE *nowhere;
   static const an_terminal terminal = { .width = 60, .picture_width = 60, .utf8 = true };
   ac_request source = { .percents = true };
   ah_report_options options = {
      .file = "-",
      .sort = AH_SORT_TOTAL,
      .n_top = 3,
      .n_frames = 2,
      .threshold = 1,
      .top_down = true,
      .bottom_up = true,
      .terminal = &terminal,
      .at = at,
      .source = &source,
      .n_findings = 2,
      .n_heat = 3,
   };
   ah_findings findings;
   if (nowhere == NULL)
      nowhere = fopen("/dev/null", "w");
   require(nowhere != NULL);
   const tk_alloc *alloc = an_alloc_malloc();
   ah_groups groups;
   ah_groups_make(&groups, alloc, profile, NULL, NULL);
   ah_findings_find(&findings, alloc, profile, &groups, NULL, &ah_criteria_default);
   options.groups = &groups;
   options.findings = &findings;
   ah_keepers *keepers = make_keepers(profile, &groups);
   options.keepers = keepers;
   options.naming = &naming;
   ah_report(profile, alloc, &options, nowhere);
   ah_report_json(profile, alloc, &options, nowhere);
   ah_report_csv(profile, alloc, &options, nowhere);
   report_by(profile, &options, &source, nowhere);
   free(keepers);
}

/* ---- Accesses, regions and objects ---- */

static void check_heat(const ah_heat *heat)
{
   require(heat->n > 0 && heat->n <= AH_HEAT_MAX && heat->unit_B > 0);
   require((heat->reads == NULL) == (heat->writes == NULL));
   for (size_t i = 0; i < heat->n; i++) {
      require(heat->sum[i] >= 0);
      if (heat->reads != NULL)
         require(heat->reads[i] >= 0 && heat->writes[i] >= 0
                 && heat->sum[i] - heat->reads[i] == heat->writes[i]);
   }
}

/* No part is more than the whole: no percentage is above 100. */
static void check_site(const ah_profile *p, const ah_site *s)
{
   require(s->at_peak.bytes <= s->max.bytes && s->at_end.bytes <= s->max.bytes);
   require(s->max.bytes <= s->total.bytes || p->is_saturated);
   require(s->at_peak.blocks <= s->total.blocks && s->at_end.blocks <= s->total.blocks);
   require(s->freed_blocks <= s->total.blocks && s->freed_lifetime <= s->lifetime);
   ah_amount left = s->total;
   const ah_rare *rare = ah_site_rare(s);
   for (size_t i = 0; i < rare->n_threads; i++) {
      left.bytes -= rare->threads[i].total.bytes;
      left.blocks -= rare->threads[i].total.blocks;
   }
   require(rare->threads == NULL || (left.bytes == 0 && left.blocks == 0));
}

static void check_moments(const ah_profile *p)
{
   const ah_totals *t = &p->totals;
   int64_t most = 0;
   for (size_t i = 0; i < p->n_timeline; i++) {
      const ah_bucket *b = &p->timeline[i];
      require(i == 0 || b->max_at > b[-1].end);
      require(b->min <= b->last && b->last <= b->max && b->max_at <= b->end);
      require(b->max <= t->peak.bytes && b->end <= t->end_time);
      require(b->max_blocks <= t->most_blocks && b->last_blocks <= t->most_blocks);
      require((p->has_stacks && t->most_stack == 0) || b->max_stack <= t->most_stack);
      most = b->max > most ? b->max : most;
   }
   require(p->n_timeline == 0 || most == t->peak.bytes);
   for (size_t i = 0; i < p->n_snapshots; i++) {
      const ah_snapshot *s = &p->snapshots[i];
      ah_amount sum = s->rest;
      for (size_t k = 0; k < s->n_sites; k++)
         require(ah_amount_add(&sum, s->sites[k].amount));
      require(sum.bytes == s->live.bytes && sum.blocks == s->live.blocks);
      require(s->live.bytes <= t->peak.bytes && s->live.blocks <= t->most_blocks);
      require(s->time <= t->end_time);
   }
}

/* Of a profile by heapprof. */
static void check_own(const ah_profile *p)
{
   const ah_totals *t = &p->totals;
   for (size_t i = 0; i < p->n_sites && p->has_lifetimes; i++)
      check_site(p, &p->sites[i]);
   if (p->has_lifetimes) {
      require(t->end.bytes <= t->peak.bytes && t->peak_time <= t->end_time);
      require(t->peak.blocks <= t->most_blocks && t->end.blocks <= t->most_blocks);
      require(t->freed.blocks <= t->total.blocks && t->reallocs <= t->total.blocks);
      check_moments(p);
   }
   for (size_t i = 0; i < p->n_regions; i++) {
      require(p->regions[i].total.bytes <= t->total.bytes);
      require(p->regions[i].peak <= t->peak.bytes);
   }
}

static void check_sums(const ah_profile *p)
{
   ah_totals sums = { .end_time = 0 };
   for (size_t i = 0; i < p->n_sites; i++) {
      require(ah_amount_add(&sums.total, p->sites[i].total));
      require(ah_amount_add(&sums.peak, p->sites[i].at_peak));
      require(ah_amount_add(&sums.end, p->sites[i].at_end));
   }
   require(sums.total.bytes == p->totals.total.bytes);
   require(sums.peak.bytes == p->totals.peak.bytes);
   require(sums.end.bytes == p->totals.end.bytes);
   if (p->is_heapprof)
      check_own(p);
}

static void check_profile(const ah_profile *profile)
{
   check_sums(profile);
   for (size_t i = 0; i < profile->n_sites; i++) {
      const ah_heat *heat = ah_site_rare(&profile->sites[i])->heat;
      if (heat != NULL)
         check_heat(heat);
   }
   for (size_t i = 0; i < profile->n_regions; i++)
      require(profile->regions[i].parent >= -1
              && profile->regions[i].parent < (int64_t)i);
   for (size_t i = 0; i < profile->n_objects; i++) {
      const an_object *object = &profile->objects[i];
      require(object->start < object->end);
      require(i == 0 || object->start >= object[-1].end);
   }
}

/* ---- Writing ---- */

static ah_profile *read_bytes(const void *bytes, size_t size_B, an_error *error)
{
   input in = { bytes, size_B };
   an_source_of_bytes from = { .read = read_input, .context = &in };
   return ah_read(an_alloc_malloc(), from, error);
}

/* The reader accepts it, with the same totals. */
static void write_and_read(const ah_profile *profile)
{
   an_error error = { .message = "" };
   ah_write_options options = { .own = profile->is_heapprof, .is_merged = true };
   char *text = NULL;
   size_t size_B = 0;
   FILE *out = open_memstream(&text, &size_B);
   require(out != NULL);
   ah_write(profile, an_alloc_malloc(), &options, out);
   require(fclose(out) == 0);
   ah_profile *again = read_bytes(text, size_B, &error);
   require(again != NULL);
   check_profile(again);
   require(again->totals.total.bytes == profile->totals.total.bytes);
   require(again->n_sites == profile->n_sites);
   require(again->n_regions == profile->n_regions);
   free(text);
}

static void merge(const ah_profile *profile)
{
   ah_sum *sum = ah_sum_new(an_alloc_malloc());
   require(sum != NULL);
   ah_sum_add(sum, profile);
   ah_sum_add(sum, profile);
   if (!an_overflow_take()) {
      const ah_profile *all = ah_sum_finish(sum);
      check_profile(all);
      write_and_read(all);
   }
}

/* ---- Known leaks ---- */

static void read_rules(ah_ignored *ignored, const void *bytes, size_t size_B)
{
   input in = { bytes, size_B };
   an_source_of_bytes from = { .read = read_input, .context = &in };
   an_error error;
   bool ok = ah_ignored_read_from(ignored, "fuzz", from, &error);
   require(ok == (error.message[0] == '\0'));
}

/* Whatever is taken out, sums agree. */
static void ignore(ah_profile *profile)
{
   static const char rules[] = "fn:*a*\nfile:*.c\nlib:*.so*\nleak:n$\n{\n a\n Memcheck:"
                               "Leak\n fun:*alloc\n...\n fun:*m*\n src:*:1\n}\n";
   ah_ignored ignored = { .alloc = an_alloc_malloc() };
   ah_amount left = { 0 }, end = profile->totals.end;
   read_rules(&ignored, rules, sizeof rules - 1);
   require(ignored.n == 5);
   ah_ignored_take_out(&ignored, profile, 0);
   for (size_t i = 0; i < profile->n_sites; i++)
      require(ah_amount_add(&left, profile->sites[i].at_end));
   require(left.bytes == profile->totals.end.bytes);
   require(left.bytes + profile->ignored.bytes == end.bytes);
   require(left.blocks + profile->ignored.blocks == end.blocks);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size_B)
{
   an_alloc_end(); /* the memory of the input before */
   an_error error = { .message = "" };
   ah_ignored ignored = { .alloc = an_alloc_malloc() };
   read_rules(&ignored, bytes, size_B);
   ah_profile *profile = read_bytes(bytes, size_B, &error);
   if (profile == NULL) {
      require(error.message[0] != '\0');
      return 0;
   }
   check_profile(profile);
   report(profile, NULL);
   for (size_t i = 0; i < profile->n_snapshots && i < 3; i++) {
      ah_weight at = { .kind = AH_AT_SNAPSHOT, .index = i };
      report(profile, &at);
   }
   merge(profile);
   ignore(profile);
   report(profile, NULL);
   return 0;
}
