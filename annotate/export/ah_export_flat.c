/* ah_export_flat.c -- heap profiles as folded stacks and as a table.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* open_memstream */
#endif

#include "export/ah_export.h"

#include "report/an_export.h"
#include "base/an_text.h"
#include "heap/ah_path.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define LABEL "hp.flat"

/* ---- Stacks ---- */

/* A semicolon would end the name. */
static void print_name(const char *name, FILE *out)
{
   char *shown = an_text_escaped(name);
   for (const char *at = shown == NULL ? "?" : shown; *at != '\0'; at++) {
      if (*at == ';')
         fputs("\\x3b", out);
      else
         putc(*at, out);
   }
   free(shown);
}

void ah_export_step(const char *function, const char *object, FILE *out)
{
   print_name(function, out);
   if (object == NULL || strcmp(function, AN_UNKNOWN) != 0)
      return;
   fputs(" (in ", out);
   print_name(object, out);
   putc(')', out);
}

/* On the heap; NULL: no memory. */
static char *step_of(const an_frame *frame)
{
   char *text = NULL;
   size_t size_B = 0;
   FILE *out = open_memstream(&text, &size_B);
   if (out == NULL)
      return NULL;
   ah_export_step(frame->function, frame->object, out);
   if (fclose(out) == 0)
      return text;
   free(text);
   return NULL;
}

/* The frames of a profile as steps: each stands in many stacks. */
typedef struct {
   const ah_profile *profile;
   const tk_alloc *alloc;
   char **of; /* by frame */
} steps;

static void close_steps(steps *s)
{
   for (size_t i = 0; s->of != NULL && i < s->profile->n_frames; i++)
      free(s->of[i]);
   tk_put(s->alloc, s->of);
}

/* False, with nothing to close, if memory ran out. */
static bool open_steps(steps *s, const tk_alloc *alloc,
                       const ah_profile *profile)
{
   size_t size_B = (profile->n_frames + 1) * sizeof *s->of;
   *s = (steps){ profile, alloc, tk_get(alloc, LABEL, size_B) };
   if (s->of == NULL)
      return false;
   memset(s->of, 0, size_B);
   for (size_t i = 0; i < profile->n_frames; i++) {
      s->of[i] = step_of(&profile->frames[i]);
      if (s->of[i] == NULL) {
         close_steps(s);
         return false;
      }
   }
   return true;
}

/* Outermost first, on the heap; NULL: no memory. */
static char *stack_of(const steps *s, const ah_site *site)
{
   size_t size_B = 1, first = ah_path_start(s->profile, site, true);
   if (site->n_frames == 0)
      return strdup(AN_UNKNOWN);
   for (size_t i = first; i < site->n_frames; i++)
      size_B += strlen(s->of[site->frames[i]]) + 1;
   char *stack = malloc(size_B), *to = stack;
   for (size_t i = site->n_frames; stack != NULL && i > first; i--) {
      to = stpcpy(to, s->of[site->frames[i - 1]]);
      if (i > first + 1)
         *to++ = ';';
   }
   return stack;
}

/* ---- Folded ---- */

typedef struct {
   char *stack;
   int64_t value;
} fold;

static int compare_folds(const void *a, const void *b)
{
   return strcmp(((const fold *)a)->stack, ((const fold *)b)->stack);
}

/* Sorted; those of one stack, which differ in lines alone, stand together. */
static void print_folds(const fold *folds, size_t n, FILE *out)
{
   for (size_t i = 0; i < n;) {
      const fold *first = &folds[i];
      int64_t sum = 0; /* fits: the reader has added up all sites */
      for (; i < n && strcmp(folds[i].stack, first->stack) == 0; i++)
         sum += folds[i].value;
      fprintf(out, "%s %" PRId64 "\n", first->stack, sum);
   }
}

/* Adds the stacks that have a value; false if memory ran out. */
static bool fold_sites(const steps *s, const ah_value *value, fold *folds,
                       size_t *n)
{
   for (size_t i = 0; i < s->profile->n_sites; i++) {
      const ah_site *site = &s->profile->sites[i];
      fold one = { NULL, ah_value_of(value, site) };
      if (one.value == 0)
         continue;
      one.stack = stack_of(s, site);
      if (one.stack == NULL)
         return false;
      folds[(*n)++] = one;
   }
   return true;
}

an_status ah_export_folded(const ah_profile *profile, const tk_alloc *alloc,
                           const ah_value *value, FILE *out)
{
   steps s;
   size_t n = 0;
   if (!open_steps(&s, alloc, profile))
      return AN_NO_MEMORY;
   fold *folds = tk_get(alloc, LABEL, (profile->n_sites + 1) * sizeof *folds);
   bool ok = folds != NULL && fold_sites(&s, value, folds, &n);
   if (ok) {
      qsort(folds, n, sizeof *folds, compare_folds);
      print_folds(folds, n, out);
   }
   for (size_t i = 0; i < n; i++)
      free(folds[i].stack);
   tk_put(alloc, folds);
   close_steps(&s);
   return ok ? AN_OK : AN_NO_MEMORY;
}

/* ---- CSV ---- */

static const struct {
   const char *name;
   size_t offset; /* in an ah_site */
} columns[] = {
   { "total_bytes", offsetof(ah_site, total.bytes) },
   { "total_blocks", offsetof(ah_site, total.blocks) },
   { "peak_bytes", offsetof(ah_site, at_peak.bytes) },
   { "peak_blocks", offsetof(ah_site, at_peak.blocks) },
   { "end_bytes", offsetof(ah_site, at_end.bytes) },
   { "end_blocks", offsetof(ah_site, at_end.blocks) },
   { "max_bytes", offsetof(ah_site, max.bytes) },
   { "max_blocks", offsetof(ah_site, max.blocks) },
   { "temporary_bytes", offsetof(ah_site, temporary.bytes) },
   { "temporary_blocks", offsetof(ah_site, temporary.blocks) },
   { "reallocs", offsetof(ah_site, reallocs) },
   { "failed_requests", offsetof(ah_site, failed.blocks) },
   { "failed_bytes", offsetof(ah_site, failed.bytes) },
   { "min_size", offsetof(ah_site, min_size) },
   { "max_size", offsetof(ah_site, max_size) },
   { "lifetime_sum", offsetof(ah_site, lifetime) },
   { "freed_blocks", offsetof(ah_site, freed_blocks) },
   { "freed_lifetime_sum", offsetof(ah_site, freed_lifetime) },
   { "shortest_lifetime", offsetof(ah_site, shortest) },
   { "longest_lifetime", offsetof(ah_site, longest) },
   { "bytes_read", offsetof(ah_site, reads) },
   { "bytes_written", offsetof(ah_site, writes) },
   { "never_read_bytes", offsetof(ah_site, never_read.bytes) },
   { "never_read_blocks", offsetof(ah_site, never_read.blocks) },
   { "never_written_bytes", offsetof(ah_site, never_written.bytes) },
   { "never_written_blocks", offsetof(ah_site, never_written.blocks) },
   { "never_touched_bytes", offsetof(ah_site, never_touched.bytes) },
   { "never_touched_blocks", offsetof(ah_site, never_touched.blocks) },
   { "moves", offsetof(ah_site, moved.blocks) },
   { "moved_bytes", offsetof(ah_site, moved.bytes) },
};

enum { COLUMNS = sizeof columns / sizeof columns[0] };

static void print_place(const ah_profile *profile, const ah_site *site,
                        FILE *out)
{
   static const an_frame unknown = { .function = AN_UNKNOWN };
   const an_frame *frame = site->n_frames == 0
      ? &unknown
      : &profile->frames[site->frames[ah_path_start(profile, site, true)]];
   an_export_field(out, frame->function, "");
   putc(',', out);
   an_export_field(out, frame->file == NULL ? "" : frame->file, "");
   putc(',', out);
   if (frame->line > 0)
      fprintf(out, "%" PRIu32, frame->line);
}

static an_status print_record(const steps *s, const ah_site *site, FILE *out)
{
   char *stack = stack_of(s, site);
   if (stack == NULL)
      return AN_NO_MEMORY;
   print_place(s->profile, site, out);
   putc(',', out);
   an_export_shown_field(out, stack, "");
   free(stack);
   for (size_t i = 0; i < COLUMNS; i++)
      fprintf(out, ",%" PRId64,
              *(const int64_t *)((const char *)site + columns[i].offset));
   fputs("\r\n", out);
   return AN_OK;
}

an_status ah_export_csv(const ah_profile *profile, const tk_alloc *alloc,
                        FILE *out)
{
   steps s;
   an_status status = AN_OK;
   if (!open_steps(&s, alloc, profile))
      return AN_NO_MEMORY;
   fputs("function,file,line,stack", out);
   for (size_t i = 0; i < COLUMNS; i++)
      fprintf(out, ",%s", columns[i].name);
   fputs("\r\n", out);
   for (size_t i = 0; i < profile->n_sites && status == AN_OK; i++)
      status = print_record(&s, &profile->sites[i], out);
   close_steps(&s);
   return status;
}
