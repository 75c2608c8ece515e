/* ah_dump.c -- heap profiles for programs: JSON and CSV.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "report/ah_dump.h"

#include "report/ah_findings_print.h"
#include "report/an_export.h"
#include "heap/ah_missing_debug.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
   const ah_profile *profile;
   const ah_report_options *options;
   FILE *out;
   const ah_amount *at; /* of each site, or NULL */
   const tk_alloc *alloc;
} dump;

/* ---- Members ---- */

typedef struct {
   const char *name;
   int64_t value;
   bool is_told;
} number;

/* Members, without a comma before or after. */
static void print_numbers(const dump *d, const number *numbers, size_t n)
{
   for (size_t i = 0; i < n; i++) {
      fprintf(d->out, "%s\"%s\":", i == 0 ? "" : ",", numbers[i].name);
      if (numbers[i].is_told)
         fprintf(d->out, "%" PRId64, numbers[i].value);
      else
         fputs("null", d->out);
   }
}

static void print_string(const dump *d, const char *name, const char *text)
{
   fprintf(d->out, "\"%s\":", name);
   if (text == NULL)
      fputs("null", d->out);
   else
      an_export_string(d->out, text);
}

/* ---- The header ---- */

static void print_header(const dump *d)
{
   const ah_profile *p = d->profile;
   const number numbers[] = {
      { "process", p->pid, true },
      { "exit_code", p->exit_code, p->is_heapprof },
   };
   fprintf(d->out, "{\"schema\":\"hp_annotate\",\"version\":%d,\n",
           AH_DUMP_VERSION);
   print_string(d, "command", p->command);
   putc(',', d->out);
   print_numbers(d, numbers, 2);
   fputs(",\n", d->out);
   an_state_print_json(&p->state, d->out);
   print_string(d, "creator", p->creator);
   putc(',', d->out);
   print_string(d, "mode", p->mode);
   putc(',', d->out);
   print_string(d, "verb", p->verb);
   fputs(",\n\"units\":{", d->out);
   print_string(d, "time", p->time_unit);
   putc(',', d->out);
   print_string(d, "bytes", p->bytes_unit);
   putc(',', d->out);
   print_string(d, "blocks", p->blocks_unit);
   fputs("},\n", d->out);
   print_string(d, "sort", ah_values[d->options->sort].name);
}

static void print_totals(const dump *d)
{
   const ah_totals *t = &d->profile->totals;
   const ah_profile *p = d->profile;
   bool has_peak = p->has_lifetimes, is_own = ah_profile_has_fates(p);
   bool has_moves = is_own && p->has_moves;
   bool has_never = is_own && p->has_accesses;
   const number numbers[] = {
      { "bytes", t->total.bytes, true },
      { "blocks", t->total.blocks, true },
      { "end_time", t->end_time, true },
      { "peak_time", t->peak_time, has_peak },
      { "peak_bytes", t->peak.bytes, has_peak },
      { "peak_blocks", t->peak.blocks, has_peak },
      { "end_bytes", t->end.bytes, has_peak },
      { "end_blocks", t->end.blocks, has_peak },
      { "peak_extra_bytes", t->peak_extra, is_own },
      { "most_blocks", t->most_blocks, is_own },
      { "temporary_bytes", t->temporary.bytes, is_own },
      { "temporary_blocks", t->temporary.blocks, is_own },
      { "freed_bytes", t->freed.bytes, is_own },
      { "freed_blocks", t->freed.blocks, is_own },
      { "zero_blocks", t->zero_blocks, is_own },
      { "reallocs", t->reallocs, is_own },
      { "failed", t->failed, is_own },
      { "invalid_frees", t->invalid_frees, is_own },
      { "threads", t->threads, p->is_heapprof },
      { "most_stack_bytes", t->most_stack, p->has_stacks },
      { "moves", t->moved.blocks, has_moves },
      { "moved_bytes", t->moved.bytes, has_moves },
      { "read_bytes", t->reads, p->has_accesses },
      { "written_bytes", t->writes, p->has_accesses },
      { "never_read_bytes", t->never_read.bytes, has_never },
      { "never_read_blocks", t->never_read.blocks, has_never },
      { "never_written_bytes", t->never_written.bytes, has_never },
      { "never_written_blocks", t->never_written.blocks, has_never },
      { "never_touched_bytes", t->never_touched.bytes, has_never },
      { "never_touched_blocks", t->never_touched.blocks, has_never },
   };
   fputs(",\n\"totals\":{", d->out);
   print_numbers(d, numbers, sizeof numbers / sizeof numbers[0]);
   putc('}', d->out);
   if (p->is_saturated)
      fputs(",\n\"saturated\":true", d->out);
}

/* Left out if there are none. */
static void print_no_lines(const dump *d)
{
   ah_missing_debug found;
   ah_missing_debug_find(&found, d->profile);
   for (size_t i = 0; i < found.n; i++) {
      fputs(i == 0 ? ",\n\"no_lines\":[" : ",", d->out);
      putc('{', d->out);
      print_string(d, "object", found.of[i].object);
      fprintf(d->out, ",\"bytes\":%" PRId64 "}", found.of[i].bytes);
   }
   if (found.n > 0)
      putc(']', d->out);
}

/* ---- Over time ---- */

static void print_timeline(const dump *d)
{
   fputs(",\n\"timeline\":[", d->out);
   for (size_t i = 0; i < d->profile->n_timeline; i++) {
      const ah_bucket *b = &d->profile->timeline[i];
      const number numbers[] = {
         { "end", b->end, true },
         { "min", b->min, true },
         { "max", b->max, true },
         { "max_at", b->max_at, true },
         { "last", b->last, true },
         { "max_blocks", b->max_blocks, true },
         { "max_extra", b->max_extra, true },
         { "max_stack", b->max_stack, true },
         { "last_blocks", b->last_blocks, true },
         { "last_extra", b->last_extra, true },
      };
      fputs(i == 0 ? "\n {" : ",\n {", d->out);
      print_numbers(d, numbers, sizeof numbers / sizeof numbers[0]);
      putc('}', d->out);
   }
   putc(']', d->out);
}

/* The live sites of a snapshot, as [position in `sites`, bytes, blocks]; false
   if memory ran out. */
static bool print_live_sites(const dump *d, size_t snapshot,
                             const uint32_t *sites, size_t n)
{
   ah_amount *live, rest;
   int64_t n_rest;
   const char *comma = "";
   if (!ah_weight_sites((ah_weight){ AH_AT_SNAPSHOT, snapshot }, d->alloc,
                        d->profile, &live, &n_rest, &rest))
      return false;
   for (size_t i = 0; i < n; i++) {
      ah_amount amount = live[sites[i]];
      if (amount.bytes == 0 && amount.blocks == 0)
         continue;
      fprintf(d->out, "%s[%zu,%" PRId64 ",%" PRId64 "]", comma, i,
              amount.bytes, amount.blocks);
      comma = ",";
   }
   tk_put(d->alloc, live);
   return true;
}

static bool print_snapshots(const dump *d, const uint32_t *sites,
                            size_t n_sites)
{
   fputs(",\n\"snapshots\":[", d->out);
   for (size_t i = 0; i < d->profile->n_snapshots; i++) {
      const ah_snapshot *s = &d->profile->snapshots[i];
      const number numbers[] = {
         { "number", (int64_t)i + 1, true },
         { "time", s->time, true },
         { "bytes", s->live.bytes, true },
         { "blocks", s->live.blocks, true },
         { "extra", s->extra, true },
         { "stack", s->stack, true },
      };
      fputs(i == 0 ? "\n {" : ",\n {", d->out);
      print_numbers(d, numbers, sizeof numbers / sizeof numbers[0]);
      fprintf(d->out, ",\"why\":\"%s\",\"sites\":[",
              s->asked ? "asked" : "periodic");
      if (!print_live_sites(d, i, sites, n_sites))
         return false;
      fputs("]}", d->out);
   }
   putc(']', d->out);
   return true;
}

/* What --at chose; the sites then have amounts of it. */
static void print_moment(const dump *d, int64_t n_rest, ah_amount rest)
{
   const ah_weight *at = d->options->at;
   fputs(",\n\"at\":", d->out);
   if (at == NULL) {
      fputs("null", d->out);
      return;
   }
   ah_amount amount = ah_weight_amount(*at, d->profile);
   const number numbers[] = {
      { "number", (int64_t)at->snapshot + 1, at->kind == AH_AT_SNAPSHOT },
      { "time", ah_weight_time(*at, d->profile), true },
      { "bytes", amount.bytes, true },
      { "blocks", amount.blocks, true },
      { "rest_sites", n_rest, true },
      { "rest_bytes", rest.bytes, true },
      { "rest_blocks", rest.blocks, true },
   };
   fprintf(d->out, "{\"moment\":\"%s\",", ah_weight_name(*at));
   print_numbers(d, numbers, sizeof numbers / sizeof numbers[0]);
   putc('}', d->out);
}

/* ---- Frames and sites ---- */

static void print_frames(const dump *d)
{
   fputs(",\n\"frames\":[", d->out);
   for (size_t i = 0; i < d->profile->n_frames; i++) {
      const an_frame *f = &d->profile->frames[i];
      fputs(i == 0 ? "\n {" : ",\n {", d->out);
      print_string(d, "function", f->function);
      putc(',', d->out);
      print_string(d, "file", f->file);
      fprintf(d->out, ",\"line\":%" PRIu32 ",", f->line);
      print_string(d, "object", f->object);
      fprintf(d->out, ",\"address\":\"0x%" PRIx64 "\"}", f->address);
   }
   putc(']', d->out);
}

enum { SITE_NUMBERS = 31 };

/* The amounts of a site, for both forms; `at` is NULL without a moment. */
static void site_numbers(const dump *d, const ah_site *s, const ah_amount *at,
                         number numbers[SITE_NUMBERS])
{
   const ah_profile *p = d->profile;
   bool has_peak = p->has_lifetimes, is_own = ah_profile_has_fates(p);
   bool has_freed = is_own && s->freed_blocks > 0, has_at = at != NULL;
   bool has_moves = is_own && p->has_moves, has_accesses = p->has_accesses;
   bool has_never = is_own && has_accesses;
   ah_amount there = { 0, 0 };
   if (at != NULL)
      there = *at;
   const number all[SITE_NUMBERS] = {
      { "total_bytes", s->total.bytes, true },
      { "total_blocks", s->total.blocks, true },
      { "peak_bytes", s->at_peak.bytes, has_peak },
      { "peak_blocks", s->at_peak.blocks, has_peak },
      { "end_bytes", s->at_end.bytes, has_peak },
      { "end_blocks", s->at_end.blocks, has_peak },
      { "max_bytes", s->max.bytes, has_peak },
      { "max_blocks", s->max.blocks, has_peak },
      { "at_bytes", there.bytes, has_at },
      { "at_blocks", there.blocks, has_at },
      { "lifetime", s->lifetime, has_peak },
      { "temporary_bytes", s->temporary.bytes, is_own },
      { "temporary_blocks", s->temporary.blocks, is_own },
      { "min_size", s->min_size, is_own },
      { "max_size", s->max_size, is_own },
      { "freed_blocks", s->freed_blocks, is_own },
      { "shortest", s->shortest, has_freed },
      { "longest", s->longest, has_freed },
      { "freed_lifetime", s->freed_lifetime, is_own },
      { "reallocs", s->reallocs, is_own },
      { "failed", s->failed.blocks, is_own },
      { "read_bytes", s->reads, has_accesses },
      { "written_bytes", s->writes, has_accesses },
      { "never_read_bytes", s->never_read.bytes, has_never },
      { "never_read_blocks", s->never_read.blocks, has_never },
      { "never_written_bytes", s->never_written.bytes, has_never },
      { "never_written_blocks", s->never_written.blocks, has_never },
      { "never_touched_bytes", s->never_touched.bytes, has_never },
      { "never_touched_blocks", s->never_touched.blocks, has_never },
      { "moves", s->moved.blocks, has_moves },
      { "moved_bytes", s->moved.bytes, has_moves },
   };
   memcpy(numbers, all, sizeof all);
}

static void print_counts(const dump *d, const char *name,
                         const int64_t *counts, size_t n)
{
   fprintf(d->out, ",\"%s\":", name);
   if (counts == NULL) {
      fputs("null", d->out);
      return;
   }
   for (size_t i = 0; i < n; i++)
      fprintf(d->out, "%c%" PRId64, i == 0 ? '[' : ',', counts[i]);
   fputs(n == 0 ? "[]" : "]", d->out);
}

static void print_heat(const dump *d, const ah_heat *heat)
{
   fputs(",\"heat\":", d->out);
   if (heat == NULL) {
      fputs("null", d->out);
      return;
   }
   fprintf(d->out, "{\"unit\":%" PRId64, heat->unit_B);
   print_counts(d, "reads", heat->reads, heat->n);
   print_counts(d, "writes", heat->writes, heat->n);
   print_counts(d, "accesses", heat->sum, heat->n);
   putc('}', d->out);
}

/* What is no single number: sizes by class, shares of threads. */
static void print_parts(const dump *d, const ah_site *site)
{
   bool is_first = true;
   fputs(",\"size_classes\":[", d->out);
   for (int i = 0; site->size_classes != NULL && i < AH_SIZE_CLASSES; i++)
      if (site->size_classes[i] > 0) {
         fprintf(d->out, "%s[%d,%" PRId64 "]", is_first ? "" : ",", i,
                 site->size_classes[i]);
         is_first = false;
      }
   fputs("],\"threads\":[", d->out);
   for (size_t i = 0; i < site->n_threads; i++) {
      const ah_thread_share *share = &site->threads[i];
      fprintf(d->out, "%s[%" PRIu32 ",%" PRId64 ",%" PRId64 "]",
              i == 0 ? "" : ",", share->thread, share->total.bytes,
              share->total.blocks);
   }
   putc(']', d->out);
}

static void print_site(const dump *d, uint32_t index)
{
   const ah_site *site = &d->profile->sites[index];
   number numbers[SITE_NUMBERS];
   site_numbers(d, &d->profile->sites[index],
                d->at == NULL ? NULL : &d->at[index], numbers);
   print_numbers(d, numbers, SITE_NUMBERS);
   print_parts(d, site);
   print_heat(d, site->heat);
   fputs(",\"path\":[", d->out);
   for (size_t i = 0; i < site->n_frames; i++)
      fprintf(d->out, "%s%" PRIu32, i == 0 ? "" : ",", site->frames[i]);
   putc(']', d->out);
}

static void print_all_sites(const dump *d, const uint32_t *sites, size_t n)
{
   fputs(",\n\"sites\":[", d->out);
   for (size_t i = 0; i < n && !ferror(d->out); i++) {
      fputs(i == 0 ? "\n {" : ",\n {", d->out);
      print_site(d, sites[i]);
      putc('}', d->out);
   }
   putc(']', d->out);
}

/* ---- Regions and objects ---- */

static void print_regions(const dump *d)
{
   fputs(",\n\"regions\":[", d->out);
   for (size_t i = 0; i < d->profile->n_regions; i++) {
      const ah_region *region = &d->profile->regions[i];
      const number numbers[] = {
         { "parent", region->parent, region->parent >= 0 },
         { "count", region->count, true },
         { "bytes", region->total.bytes, true },
         { "blocks", region->total.blocks, true },
         { "peak", region->peak, true },
         { "growth", region->growth, true },
      };
      fputs(i == 0 ? "\n {" : ",\n {", d->out);
      print_string(d, "name", region->name);
      putc(',', d->out);
      print_numbers(d, numbers, sizeof numbers / sizeof numbers[0]);
      putc('}', d->out);
   }
   putc(']', d->out);
}

static void print_objects(const dump *d)
{
   fputs(",\n\"objects\":[", d->out);
   for (size_t i = 0; i < d->profile->n_objects; i++) {
      const an_object *object = &d->profile->objects[i];
      fprintf(d->out, "%s{\"start\":\"0x%" PRIx64 "\",\"end\":\"0x%" PRIx64
                      "\",",
              i == 0 ? "\n " : ",\n ", object->start, object->end);
      print_string(d, "path", object->path);
      putc('}', d->out);
   }
   putc(']', d->out);
}

/* ---- JSON ---- */

an_status ah_dump_json(const ah_profile *profile, const tk_alloc *alloc,
                       const ah_report_options *options, FILE *out)
{
   dump d = { profile, options, out, NULL, alloc };
   ah_amount *at = NULL, rest = { 0, 0 };
   uint32_t *sites = NULL;
   int64_t n_rest = 0;
   size_t n;
   if (options->at != NULL
       && !ah_weight_sites(*options->at, alloc, profile, &at, &n_rest, &rest))
      return AN_NO_MEMORY;
   d.at = at;
   bool ok = ah_rank(options->sort, alloc, profile, options->threshold, &sites,
                     &n);
   if (ok) {
      print_header(&d);
      print_totals(&d);
      print_no_lines(&d);
      print_timeline(&d);
      ok = print_snapshots(&d, sites, n);
   }
   if (ok) {
      print_moment(&d, n_rest, rest);
      print_frames(&d);
      fputs(",\n\"findings\":", out);
      ah_findings_json(options->findings, profile, options->n_findings, out);
      print_all_sites(&d, sites, n);
      print_regions(&d);
      print_objects(&d);
      fputs("}\n", out);
   }
   tk_put(alloc, sites);
   tk_put(alloc, at);
   return ok ? AN_OK : AN_NO_MEMORY;
}

/* ---- CSV ---- */

/* The frames, innermost first, with a semicolon between them. */
static bool print_path(const dump *d, const ah_site *site)
{
   fputs(",\"", d->out);
   for (size_t i = 0; i < site->n_frames; i++) {
      const char *text = d->profile->frames[site->frames[i]].text;
      if (i > 0)
         putc(';', d->out);
      if (!an_export_quoted(d->out, text, i == 0))
         return false;
   }
   fputs("\"\r\n", d->out);
   return true;
}

static bool print_record(const dump *d, uint32_t index)
{
   number numbers[SITE_NUMBERS];
   site_numbers(d, &d->profile->sites[index],
                d->at == NULL ? NULL : &d->at[index], numbers);
   for (size_t i = 0; i < SITE_NUMBERS; i++) {
      if (i > 0)
         putc(',', d->out);
      if (numbers[i].is_told)
         fprintf(d->out, "%" PRId64, numbers[i].value);
   }
   return print_path(d, &d->profile->sites[index]);
}

an_status ah_dump_csv(const ah_profile *profile, const tk_alloc *alloc,
                      const ah_report_options *options, FILE *out)
{
   dump d = { profile, options, out, NULL, alloc };
   ah_amount *at = NULL, rest;
   number numbers[SITE_NUMBERS];
   uint32_t *sites = NULL;
   int64_t n_rest;
   size_t n = 0;
   if (options->at != NULL
       && !ah_weight_sites(*options->at, alloc, profile, &at, &n_rest, &rest))
      return AN_NO_MEMORY;
   d.at = at;
   bool ok = ah_rank(options->sort, alloc, profile, options->threshold, &sites,
                     &n);
   site_numbers(&d, &(ah_site){ .n_frames = 0 }, NULL, numbers);
   for (size_t i = 0; ok && i < SITE_NUMBERS; i++)
      fprintf(out, "%s,", numbers[i].name);
   if (ok)
      fputs("path\r\n", out);
   for (size_t i = 0; i < n && ok && !ferror(out); i++)
      ok = print_record(&d, sites[i]);
   tk_put(alloc, sites);
   tk_put(alloc, at);
   return ok ? AN_OK : AN_NO_MEMORY;
}
