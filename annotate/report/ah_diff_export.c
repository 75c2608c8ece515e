/* ah_diff_export.c -- what changed between two heap profiles, for programs and
   for limits.  SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* open_memstream */
#endif

#include "report/ah_diff_report.h"

#include "report/an_export.h"
#include "report/an_gate_print.h"
#include "export/ah_export.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Whether the path has any value. */
static bool is_there(const ah_diff *diff, uint32_t path)
{
   const int64_t *values = ah_paths_values(diff->paths, path);
   for (size_t i = 0; i < 2 * diff->n_values; i++)
      if (values[i] != 0)
         return true;
   return false;
}

/* ---- JSON ---- */

static void print_sides(const ah_diff *diff, const int64_t *values, FILE *out)
{
   fputs("\"old\":[", out);
   for (size_t i = 0; i < 2 * diff->n_values; i++) {
      if (i == diff->n_values)
         fputs("],\"new\":[", out);
      fprintf(out, i % diff->n_values == 0 ? "%" PRId64 : ",%" PRId64,
              values[i]);
   }
   putc(']', out);
}

static void print_member(const char *key, const char *text, FILE *out)
{
   if (text == NULL)
      return;
   fprintf(out, ",\"%s\":", key);
   an_export_string(out, text);
}

static void print_path(const ah_diff *diff, uint32_t path, FILE *out)
{
   const char *comma = "";
   fputs("{\"frames\":[", out);
   for (ah_step step = { .next = 0 };
        ah_paths_step(diff->paths, path, &step);) {
      fprintf(out, "%s{\"function\":", comma);
      an_export_string(out, step.function);
      print_member("file", step.file, out);
      print_member("object", step.object, out);
      if (step.line > 0)
         fprintf(out, ",\"line\":%" PRIu32, step.line);
      putc('}', out);
      comma = ",";
   }
   fputs("],", out);
   print_sides(diff, ah_paths_values(diff->paths, path), out);
   putc('}', out);
}

void ah_diff_print_json(const ah_diff *diff, FILE *out)
{
   const ah_profile *new = diff->profiles[AH_NEW];
   fputs("{\"schema\":\"hp_diff\",\"version\":1,\n\"command\":", out);
   an_export_string(out, new->command);
   fputs(",\"mode\":", out);
   an_export_string(out, new->mode);
   fputs(",\n", out);
   an_state_print_pair_json(&diff->profiles[AH_OLD]->state, &new->state, out);
   fputs("\"metrics\":[", out);
   for (size_t i = 0; i < diff->n_values; i++) {
      fputs(i == 0 ? "{\"name\":" : ",{\"name\":", out);
      an_export_string(out, diff->values[i]->name);
      fputs(",\"title\":", out);
      an_export_string(out, diff->values[i]->title);
      putc('}', out);
   }
   fputs("],\n\"totals\":{", out);
   print_sides(diff, diff->totals, out);
   fputs("},\n\"paths\":[", out);
   const char *comma = "\n";
   for (size_t i = 0; i < ah_paths_n(diff->paths); i++) {
      if (!is_there(diff, diff->order[i]))
         continue;
      fputs(comma, out);
      print_path(diff, diff->order[i], out);
      comma = ",\n";
   }
   putc(']', out);
   an_gate_print_json(diff->gate, out);
   fputs("}\n", out);
}

/* ---- CSV ---- */

/* Outermost first, as folded stacks. */
static void print_stack(const ah_diff *diff, uint32_t path, FILE *out)
{
   size_t n = 0;
   for (ah_step step = { .next = 0 };
        ah_paths_step(diff->paths, path, &step);)
      n++;
   ah_step *steps = calloc(n + 1, sizeof *steps);
   for (size_t i = 0; steps != NULL && i < n; i++) {
      if (i > 0)
         steps[i] = steps[i - 1];
      ah_paths_step(diff->paths, path, &steps[i]);
   }
   if (n == 0 || steps == NULL)
      fputs(AN_UNKNOWN, out);
   for (size_t i = n; steps != NULL && i > 0; i--) {
      ah_export_step(steps[i - 1].function, steps[i - 1].object, out);
      if (i > 1)
         putc(';', out);
   }
   free(steps);
}

/* On the heap; NULL: no memory. */
static char *stack_of(const ah_diff *diff, uint32_t path)
{
   char *text = NULL;
   size_t size_B = 0;
   FILE *out = open_memstream(&text, &size_B);
   if (out == NULL)
      return NULL;
   print_stack(diff, path, out);
   if (fclose(out) == 0)
      return text;
   free(text);
   return NULL;
}

static void print_record(const ah_diff *diff, uint32_t path, FILE *out)
{
   ah_step step = { .function = AN_UNKNOWN };
   char *stack = stack_of(diff, path);
   ah_paths_step(diff->paths, path, &step);
   an_export_field(out, step.function, "");
   putc(',', out);
   an_export_field(out, step.file == NULL ? "" : step.file, "");
   putc(',', out);
   an_export_shown_field(out, stack == NULL ? "?" : stack, "");
   free(stack);
   const int64_t *old = ah_paths_values(diff->paths, path);
   for (size_t i = 0; i < diff->n_values; i++)
      fprintf(out, ",%" PRId64 ",%" PRId64, old[i], old[diff->n_values + i]);
   fputs("\r\n", out);
}

void ah_diff_print_csv(const ah_diff *diff, FILE *out)
{
   fputs("function,file,stack", out);
   for (size_t i = 0; i < diff->n_values; i++)
      fprintf(out, ",%s old,%s new", diff->values[i]->name,
              diff->values[i]->name);
   fputs("\r\n", out);
   for (size_t i = 0; i < ah_paths_n(diff->paths); i++)
      if (is_there(diff, diff->order[i]))
         print_record(diff, diff->order[i], out);
}

/* ---- For limits ---- */

/* "xmalloc < parse < main", on the heap. */
static char *name_of(const ah_diff *diff, uint32_t path)
{
   char *text = NULL;
   size_t size_B = 0;
   FILE *out = open_memstream(&text, &size_B);
   const char *before = "";
   if (out == NULL)
      return NULL;
   for (ah_step step = { .next = 0 };
        ah_paths_step(diff->paths, path, &step); before = " < ")
      fprintf(out, "%s%s", before, step.function);
   if (*before == '\0')
      fputs(AN_UNKNOWN, out);
   if (fclose(out) == 0)
      return text;
   free(text);
   return NULL;
}

static an_status begin(an_profile *pair, const char *file, const char *name)
{
   file = an_profile_intern(pair, file, strlen(file));
   name = an_profile_intern(pair, name, strlen(name));
   return file == NULL || name == NULL ? AN_NO_MEMORY
                                       : an_profile_begin(pair, file, name);
}

static an_status add_path(an_profile *pair, const ah_diff *diff,
                          uint32_t path)
{
   ah_step step = { .next = 0 };
   char *name = name_of(diff, path);
   ah_paths_step(diff->paths, path, &step);
   an_status status = AN_NO_MEMORY;
   if (name != NULL)
      status = begin(pair, step.file == NULL ? AN_UNKNOWN : step.file, name);
   if (status == AN_OK)
      status = an_profile_add(pair, step.line,
                              ah_paths_values(diff->paths, path));
   free(name);
   return status;
}

static an_status add_all(an_profile *pair, const ah_diff *diff,
                         bool with_paths)
{
   an_status status = AN_OK;
   size_t n = with_paths ? ah_paths_n(diff->paths) : 0;
   for (size_t i = 0; i < 2 * diff->n_values && status == AN_OK; i++) {
      const char *name = diff->values[i % diff->n_values]->name;
      status = an_profile_add_event(pair, name, strlen(name));
   }
   for (size_t i = 0; i < n && status == AN_OK; i++)
      status = add_path(pair, diff, (uint32_t)i);
   if (n > 0 || status != AN_OK)
      return status;
   status = begin(pair, AN_UNKNOWN, AN_UNKNOWN);
   return status == AN_OK ? an_profile_add(pair, 0, diff->totals) : status;
}

an_profile *ah_diff_pair(const ah_diff *diff, const tk_alloc *alloc,
                         bool with_paths)
{
   an_profile *pair = an_profile_new(alloc);
   if (pair == NULL)
      return NULL;
   an_status status = an_profile_set_command(pair, "", 0);
   if (status == AN_OK)
      status = add_all(pair, diff, with_paths);
   if (status == AN_OK)
      status = an_profile_finish(pair);
   if (status == AN_OK)
      return pair;
   an_profile_free(pair);
   return NULL;
}
