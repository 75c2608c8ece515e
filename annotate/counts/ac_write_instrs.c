/* ac_write_instrs.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* qsort_r */
#endif

#include "counts/ac_write_instrs.h"

#include "base/tk_count.h"
#include "counts/ac_find.h"
#include "counts/ac_profile_private.h"
#include "counts/ac_write_text.h"

#include <inttypes.h>
#include <stdlib.h>

#define LABEL "an.write"

void ac_write_instrs_header(const ac_profile *profile, FILE *out)
{
   const ac_instrs *instrs = ac_profile_instrs(profile);
   if (instrs != NULL)
      fprintf(out, "#: instr %s\n", instrs->arch);
}

static bool has_one_name(const ac_instr *a, const ac_instr *b)
{
   return a->object == b->object && a->file == b->file && a->function == b->function;
}

static void write_wait(const ac_instr *instr, size_t i, FILE *out)
{
   if (instr->wait == AC_WAIT_NONE)
      return;
   fprintf(out, "#: xw %zu %s", i + 1, ac_wait_name(instr->wait));
   if (instr->waits_for != AC_NO_INSTR)
      fprintf(out, " %" PRIu32, instr->waits_for + 1);
   putc_unlocked('\n', out);
}

void ac_write_instrs_notes(const ac_profile *profile, ac_write_calls *names, FILE *out)
{
   const ac_instrs *instrs = ac_profile_instrs(profile);
   for (size_t i = 0; instrs != NULL && i < instrs->n; i++) {
      const ac_instr *instr = &instrs->all[i], *last = i == 0 ? NULL : instr - 1;
      if (last == NULL || last->object != instr->object)
         fprintf(out, "#: io %zu\n", instr->object + 1);
      if (last == NULL || !has_one_name(last, instr)) {
         fputs("#: in ", out);
         ac_write_who(names, ac_find_function(profile, instr->file, instr->function),
                      out);
         putc_unlocked('\n', out);
      }
      fprintf(out, "#: x 0x%" PRIx64 " ", instr->address);
      for (size_t k = 0; k < instr->size_B; k++)
         fprintf(out, "%02x", instr->code[k]);
      fprintf(out, " %" PRIu32, instr->line);
      ac_write_nonzero(instr->counts, ac_profile_n_events(profile), out);
   }
   for (size_t i = 0; instrs != NULL && i < instrs->n; i++)
      write_wait(&instrs->all[i], i, out);
}

/* ---- Data ------------------------------------------------------------- */

int ac_write_parts_compare(const ac_write_parts *parts, const ac_instr_data *part,
                           const ac_data_entry *entry)
{
   const ac_instr *instr = &ac_profile_instrs(parts->profile)->all[part->instr];
   return tk_compare(parts->functions[part->instr], entry->function)
      ?: tk_compare(instr->line, entry->line)
      ?: tk_compare(part->datum, entry->datum)
      ?: tk_compare((uint64_t)part->place.offset, (uint64_t)entry->place.offset)
      ?: tk_compare((uint64_t)part->place.stride, (uint64_t)entry->place.stride);
}

static int compare_parts(const void *a, const void *b, void *context)
{
   const ac_write_parts *parts = context;
   const ac_instr_data *x = *(const ac_instr_data *const *)a;
   const ac_instr_data *y = *(const ac_instr_data *const *)b;
   const ac_instr *instr = &ac_profile_instrs(parts->profile)->all[y->instr];
   const ac_data_entry entry = { .function = parts->functions[y->instr],
                                 .line = instr->line,
                                 .datum = y->datum,
                                 .place = y->place };
   return ac_write_parts_compare(parts, x, &entry) ?: tk_compare(x->instr, y->instr);
}

void ac_write_parts_open(ac_write_parts *parts, const ac_profile *profile)
{
   const ac_instrs *instrs = ac_profile_instrs(profile);
   *parts = (ac_write_parts){ .profile = profile };
   if (instrs == NULL)
      return;
   const tk_alloc *alloc = profile->alloc;
   parts->of = tk_get(alloc, LABEL, (instrs->n_data + 1) * sizeof *parts->of);
   parts->functions = tk_get(alloc, LABEL, (instrs->n + 1) * sizeof *parts->functions);
   for (size_t i = 0; i < instrs->n; i++)
      parts->functions[i] = ac_find_function(profile, instrs->all[i].file,
                                             instrs->all[i].function);
   for (parts->n = 0; parts->n < instrs->n_data; parts->n++)
      parts->of[parts->n] = &instrs->data[parts->n];
   qsort_r(parts->of, parts->n, sizeof *parts->of, compare_parts, parts);
}

void ac_write_parts_close(ac_write_parts *parts)
{
   tk_put(parts->profile->alloc, parts->of);
   tk_put(parts->profile->alloc, parts->functions);
}
