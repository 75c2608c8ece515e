/* ah_write.c -- the model as a file in DHAT's format.

   A site stands on a line, as does a frame: files can be read, cut and
   compared by line.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* stpcpy */
#endif

#include "heap/ah_write.h"

#include "base/an_state_json.h"
#include "base/an_text.h"
#include "base/tk_strings.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#define LABEL "hp.write"

/* ---- Strings ---- */

/* DHAT's alone have no escapes: a backslash is one, whatever follows it. */
static void print_string(FILE *out, const char *text, bool own)
{
   char *shown = own ? an_text_escaped(text) : an_text_utf8(text);
   json_t *string = shown == NULL ? NULL : json_string(shown);
   if (string == NULL || json_dumpf(string, out, JSON_ENCODE_ANY) != 0)
      fputs("null", out);
   json_decref(string);
   free(shown);
}

static void print_key(FILE *out, const char *key, const char *text, bool own)
{
   fprintf(out, ",\"%s\":", key);
   print_string(out, text, own);
}

static void print_count(FILE *out, const char *key, int64_t count)
{
   fprintf(out, ",\"%s\":%" PRId64, key, count);
}

static void print_amount(FILE *out, const char *bytes, const char *blocks,
                         ah_amount amount)
{
   print_count(out, bytes, amount.bytes);
   print_count(out, blocks, amount.blocks);
}

static const char *as_bool(bool value)
{
   return value ? "true" : "false";
}

/* ---- Sites ---- */

static void print_histogram(const ah_site *site, FILE *out)
{
   bool is_first = true;
   if (site->size_classes == NULL)
      return;
   for (int i = 0; i < AH_SIZE_CLASSES; i++) {
      if (site->size_classes[i] == 0)
         continue;
      fprintf(out, "%s[%d,%" PRId64 "]", is_first ? ",\"hist\":[" : ",", i,
              site->size_classes[i]);
      is_first = false;
   }
   if (!is_first)
      putc(']', out);
}

static void print_threads(const ah_site *site, FILE *out)
{
   if (site->n_threads == 0)
      return;
   for (size_t i = 0; i < site->n_threads; i++)
      fprintf(out, "%s[%" PRIu32 ",%" PRId64 ",%" PRId64 "]",
              i == 0 ? ",\"thr\":[" : ",", site->threads[i].thread,
              site->threads[i].total.blocks, site->threads[i].total.bytes);
   putc(']', out);
}

/* Values of a pair, unless both are 0. */
static void print_pair(FILE *out, const char *key, int64_t first,
                       int64_t second)
{
   if (first != 0 || second != 0)
      fprintf(out, ",\"%s\":[%" PRId64 ",%" PRId64 "]", key, first, second);
}

/* ---- Accesses ---- */

/* Run-length; counts above `most` are that. */
static void print_runs(FILE *out, const int64_t *counts, size_t n,
                       int64_t most)
{
   for (size_t i = 0; i < n;) {
      int64_t count = counts[i] < most ? counts[i] : most;
      size_t first = i;
      do
         i++;
      while (i < n && (counts[i] < most ? counts[i] : most) == count);
      fputs(first == 0 ? "[" : ",", out);
      if (i - first > 1)
         fprintf(out, "-%zu,", i - first);
      fprintf(out, "%" PRId64, count);
   }
   fputs(n == 0 ? "[]" : "]", out);
}

static bool is_cold(const ah_heat *heat)
{
   for (size_t i = 0; i < heat->n; i++)
      if (heat->sum[i] != 0)
         return false;
   return true;
}

/* DHAT's. */
static void print_accesses(const ah_site *site, FILE *out)
{
   print_count(out, "rb", site->reads);
   print_count(out, "wb", site->writes);
   if (site->heat == NULL || site->heat->unit_B != 1)
      return;
   fputs(",\"acc\":", out);
   print_runs(out, site->heat->sum, site->heat->n, AH_ACC_MAX);
}

/* Our own. */
static void print_own_accesses(const ah_site *site, FILE *out)
{
   const ah_heat *heat = site->heat;
   print_pair(out, "nr", site->never_read.bytes, site->never_read.blocks);
   print_pair(out, "nw", site->never_written.bytes,
              site->never_written.blocks);
   print_pair(out, "nt", site->never_touched.bytes,
              site->never_touched.blocks);
   if (heat == NULL || heat->reads == NULL || is_cold(heat))
      return;
   fprintf(out, ",\"heat\":{\"unit\":%" PRId64 ",\"r\":", heat->unit_B);
   print_runs(out, heat->reads, heat->n, INT64_MAX);
   fputs(",\"w\":", out);
   print_runs(out, heat->writes, heat->n, INT64_MAX);
   putc('}', out);
}

/* ---- A site ---- */

/* The keys of our own of a site. */
static void print_own(const ah_site *site, FILE *out)
{
   print_pair(out, "tmp", site->temporary.blocks, site->temporary.bytes);
   print_pair(out, "size", site->min_size, site->max_size);
   print_histogram(site, out);
   if (site->freed_blocks > 0)
      fprintf(out, ",\"life\":[%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64
                   "]",
              site->freed_blocks, site->shortest, site->longest,
              site->freed_lifetime);
   if (site->reallocs > 0)
      print_count(out, "re", site->reallocs);
   print_pair(out, "mv", site->moved.blocks, site->moved.bytes);
   print_pair(out, "fail", site->failed.blocks, site->failed.bytes);
   print_threads(site, out);
   if (site->is_cut)
      fputs(",\"cut\":true", out);
}

static void print_site(const ah_profile *profile, const ah_site *site,
                       bool own, FILE *out)
{
   fprintf(out, "{\"tb\":%" PRId64 ",\"tbk\":%" PRId64, site->total.bytes,
           site->total.blocks);
   if (profile->has_lifetimes) {
      print_count(out, "tl", site->lifetime);
      print_amount(out, "mb", "mbk", site->max);
      print_amount(out, "gb", "gbk", site->at_peak);
      print_amount(out, "eb", "ebk", site->at_end);
   }
   if (profile->has_accesses)
      print_accesses(site, out);
   fputs(",\"fs\":[", out);
   for (size_t i = 0; i < site->n_frames; i++)
      fprintf(out, i == 0 ? "%" PRIu32 : ",%" PRIu32, site->frames[i]);
   putc(']', out);
   if (own)
      print_own(site, out);
   if (own && profile->has_accesses)
      print_own_accesses(site, out);
   putc('}', out);
}

/* ---- DHAT's keys ---- */

static void print_unit(FILE *out, const char *key, const char *unit,
                       const char *usual, bool own)
{
   if (strcmp(unit, usual) != 0)
      print_key(out, key, unit, own);
}

static void print_header(const ah_profile *profile, bool own, FILE *out)
{
   fputs("{\"dhatFileVersion\":2", out);
   print_key(out, "mode", profile->mode, own);
   print_key(out, "verb", profile->verb, own);
   fprintf(out, ",\"bklt\":%s,\"bkacc\":%s", as_bool(profile->has_lifetimes),
           as_bool(profile->has_accesses));
   print_unit(out, "bu", profile->byte_unit, "byte", own);
   print_unit(out, "bsu", profile->bytes_unit, "bytes", own);
   print_unit(out, "bksu", profile->blocks_unit, "blocks", own);
   print_key(out, "tu", profile->time_unit, own);
   print_key(out, "Mtu", profile->mega_time_unit, own);
   if (profile->has_lifetimes)
      print_count(out, "tuth", profile->short_lifetime);
   putc('\n', out);
   print_key(out, "cmd", profile->command, own);
   print_count(out, "pid", profile->pid);
   print_count(out, "te", profile->totals.end_time);
   if (profile->has_lifetimes)
      print_count(out, "tg", profile->totals.peak_time);
}

static void print_body(const ah_profile *profile, bool own, FILE *out)
{
   fputs("\n,\"pps\":[", out);
   for (size_t i = 0; i < profile->n_sites; i++) {
      fputs(i == 0 ? "\n" : ",\n", out);
      print_site(profile, &profile->sites[i], own, out);
   }
   fputs("]\n,\"ftbl\":[", out);
   for (size_t i = 0; i < profile->n_frames; i++) {
      fputs(i == 0 ? "\n" : ",\n", out);
      print_string(out, profile->frames[i].text, own);
   }
   putc(']', out);
}

/* ---- Directories ---- */

/* The length of what is before the name and its slash; that of "/" is 1. */
static size_t directory_before(const char *file, const char *name)
{
   size_t n = (size_t)(name - file);
   return n > 1 ? n - 1 : n;
}

/* How much of a frame's file is its directory: what is before the name that
   its text has. */
static size_t directory_length(const ah_frame *frame)
{
   size_t n_text = strlen(frame->text);
   char end[16];
   int n_end = snprintf(end, sizeof end, ":%" PRIu32 ")", frame->line);
   for (const char *name = frame->file; name != NULL;) {
      size_t n = strlen(name), tail = n + (size_t)n_end;
      if (tail < n_text && frame->text[n_text - tail - 1] == '('
          && memcmp(frame->text + n_text - tail, name, n) == 0)
         return directory_before(frame->file, name);
      const char *slash = strchr(name, '/');
      name = slash == NULL ? NULL : slash + 1;
   }
   return 0;
}

typedef struct {
   const char **names; /* interned in `strings`; [0] is empty */
   uint32_t *of_frames;
   size_t n;
   tk_strings *strings;
} directories;

/* The number of a directory; frames of one directory often follow each
   other. */
static bool number_directory(directories *d, const char *name, size_t frame)
{
   uint32_t before = frame == 0 ? 0 : d->of_frames[frame - 1];
   size_t i = d->n == 0 || d->names[before] != name ? 0 : before;
   while (i < d->n && d->names[i] != name)
      i++;
   if (i == d->n)
      d->names[d->n++] = name;
   d->of_frames[frame] = (uint32_t)i;
   return true;
}

static bool find_directories(directories *d, const ah_profile *profile,
                             const tk_alloc *alloc)
{
   size_t n = profile->n_frames + 1;
   *d = (directories){
      .names = tk_get(alloc, LABEL, n * sizeof *d->names),
      .of_frames = tk_get(alloc, LABEL, n * sizeof *d->of_frames),
      .strings = tk_strings_new(alloc),
   };
   if (d->names == NULL || d->of_frames == NULL || d->strings == NULL)
      return false;
   for (size_t i = 0; i < profile->n_frames; i++) {
      const ah_frame *frame = &profile->frames[i];
      const char *name = tk_strings_intern(
         d->strings, frame->file == NULL ? "" : frame->file,
         i == 0 ? 0 : directory_length(frame));
      if (name == NULL || !number_directory(d, name, i))
         return false;
   }
   return true;
}

static void free_directories(directories *d, const tk_alloc *alloc)
{
   tk_put(alloc, d->names);
   tk_put(alloc, d->of_frames);
   tk_strings_free(d->strings);
}

static an_status print_directories(const ah_profile *profile,
                                   const tk_alloc *alloc, FILE *out)
{
   directories d;
   bool ok = find_directories(&d, profile, alloc);
   fputs(",\"dirs\":[", out);
   for (size_t i = 0; ok && i < d.n; i++) {
      if (i > 0)
         putc(',', out);
      print_string(out, d.names[i], true);
   }
   fputs("]\n,\"ftbl_dirs\":[", out);
   for (size_t i = 0; ok && i < profile->n_frames; i++)
      fprintf(out, i == 0 ? "%" PRIu32 : ",%" PRIu32, d.of_frames[i]);
   putc(']', out);
   free_directories(&d, alloc);
   return ok ? AN_OK : AN_NO_MEMORY;
}

/* ---- Keys of our own ---- */

static const char *unit_option(const ah_profile *profile)
{
   return strcmp(profile->time_unit, "instrs") == 0 ? "i"
                                                     : profile->time_unit;
}

static void print_options(const ah_profile *profile, FILE *out)
{
   fputs("\n,\"options\":{\"time_unit\":", out);
   print_string(out, unit_option(profile), true);
   print_count(out, "depth", profile->depth);
   print_count(out, "heap_admin_B", profile->heap_admin_B);
   fprintf(out, ",\"stacks\":%s,\"pages\":%s,\"peak_only\":true",
           as_bool(profile->has_stacks), as_bool(profile->has_pages));
   if (profile->histogram_B > 0) {
      fprintf(out, ",\"accesses\":%s", as_bool(profile->has_accesses));
      print_count(out, "histogram_B", profile->histogram_B);
   }
   putc('}', out);
   print_count(out, "exit_code", profile->exit_code);
   if (an_state_is_partial(&profile->state)) {
      an_json_out json = { .out = out };
      putc(',', out);
      an_state_put(&json, "state", &profile->state);
   }
}

static void print_totals(const ah_profile *profile, FILE *out)
{
   const ah_totals *t = &profile->totals;
   fprintf(out, "\n,\"totals\":{\"bytes\":%" PRId64, t->total.bytes);
   print_count(out, "blocks", t->total.blocks);
   print_amount(out, "peak_bytes", "peak_blocks", t->peak);
   print_count(out, "peak_time", t->peak_time);
   print_amount(out, "end_bytes", "end_blocks", t->end);
   print_count(out, "most_blocks", t->most_blocks);
   print_count(out, "peak_extra_bytes", t->peak_extra);
   print_amount(out, "temporary_bytes", "temporary_blocks", t->temporary);
   print_count(out, "zero_blocks", t->zero_blocks);
   print_count(out, "reallocs", t->reallocs);
   print_count(out, "failed", t->failed);
   print_count(out, "invalid_frees", t->invalid_frees);
   print_amount(out, "freed_bytes", "freed_blocks", t->freed);
   print_count(out, "threads", t->threads);
   if (profile->has_stacks)
      print_count(out, "most_stack_bytes", t->most_stack);
   if (profile->has_accesses) {
      print_count(out, "reads", t->reads);
      print_count(out, "writes", t->writes);
   }
   if (profile->has_moves)
      print_amount(out, "moved_bytes", "moves", t->moved);
   putc('}', out);
   if (profile->is_saturated)
      fputs("\n,\"saturated\":true", out);
}

static void print_regions(const ah_profile *profile, FILE *out)
{
   for (size_t i = 0; i < profile->n_regions; i++) {
      const ah_region *region = &profile->regions[i];
      fputs(i == 0 ? "\n,\"regions\":[\n{\"name\":" : ",\n{\"name\":", out);
      print_string(out, region->name, true);
      print_count(out, "parent", region->parent);
      print_count(out, "count", region->count);
      print_amount(out, "bytes", "blocks", region->total);
      print_count(out, "peak", region->peak);
      print_count(out, "growth", region->growth);
      putc('}', out);
   }
   if (profile->n_regions > 0)
      putc(']', out);
}

static void print_objects(const ah_profile *profile, FILE *out)
{
   for (size_t i = 0; i < profile->n_objects; i++) {
      const ah_object *object = &profile->objects[i];
      fprintf(out, "%s[%" PRIu64 ",%" PRIu64 ",",
              i == 0 ? "\n,\"objects\":[\n" : ",\n", object->start,
              object->end);
      print_string(out, object->path, true);
      putc(']', out);
   }
   if (profile->n_objects > 0)
      putc(']', out);
}

static an_status print_heapprof(const ah_profile *profile,
                                const tk_alloc *alloc, int64_t n_merged,
                                FILE *out)
{
   fputs("\n,\"heapprof\":{\"version\":1", out);
   print_key(out, "creator", profile->creator, true);
   if (n_merged > 0)
      print_count(out, "merged", n_merged);
   print_options(profile, out);
   print_totals(profile, out);
   putc('\n', out);
   an_status status = print_directories(profile, alloc, out);
   fputs("\n,\"timeline\":[],\"snapshots\":[]", out);
   print_regions(profile, out);
   print_objects(profile, out);
   putc('}', out);
   return status;
}

an_status ah_write(const ah_profile *profile, const tk_alloc *alloc,
                   const ah_write_options *options, FILE *out)
{
   an_status status = AN_OK;
   print_header(profile, options->own, out);
   print_body(profile, options->own, out);
   if (options->own)
      status = print_heapprof(profile, alloc, options->n_merged, out);
   fputs("}\n", out);
   return status;
}
