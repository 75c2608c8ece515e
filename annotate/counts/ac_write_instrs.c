/* ac_write_instrs.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* qsort_r */
#endif

#include "counts/ac_write_instrs.h"

#include "base/tk_count.h"
#include "counts/ac_find.h"
#include "counts/ac_profile_private.h"
#include "counts/ac_write_text.h"

#include <stdlib.h>

void ac_write_instrs_header(const ac_profile *profile, tk_text *out)
{
   const ac_instrs *instrs = ac_profile_instrs(profile);
   if (instrs != NULL)
      tk_text_named(out, "#: instr ", instrs->arch);
}

static bool has_one_name(const ac_instr *a, const ac_instr *b)
{
   return a->object == b->object && a->file == b->file && a->function == b->function;
}

static void write_wait(const ac_instr *instr, size_t i, tk_text *out)
{
   if (instr->wait == AC_WAIT_NONE)
      return;
   TK_TEXT_LINE(out, "#: xw % ", i + 1);
   tk_text_string(out, ac_wait_name(instr->wait));
   if (instr->waits_for != AC_NO_INSTR)
      TK_TEXT_LINE(out, " %", instr->waits_for + 1);
   tk_text_char(out, '\n');
}

void ac_write_instrs_notes(const ac_profile *profile, ac_write_calls *names, tk_text *out)
{
   const ac_instrs *instrs = ac_profile_instrs(profile);
   for (size_t i = 0; instrs != NULL && i < instrs->n; i++) {
      const ac_instr *instr = &instrs->all[i], *last = i == 0 ? NULL : instr - 1;
      if (last == NULL || last->object != instr->object)
         TK_TEXT_LINE(out, "#: io %\n", instr->object + 1);
      if (last == NULL || !has_one_name(last, instr)) {
         tk_text_string(out, "#: in");
         ac_write_who(names, ac_find_function(profile, instr->file, instr->function),
                      out);
         tk_text_char(out, '\n');
      }
      TK_TEXT_LINE(out, "#: x & ", instr->address);
      tk_text_bytes(out, instr->code, instr->size_B);
      TK_TEXT_LINE(out, " %", instr->line);
      ac_write_nonzero(out, instr->counts, ac_profile_n_events(profile));
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
   parts->of = tk_get(alloc, AN_LABEL, (instrs->n_data + 1) * sizeof *parts->of);
   parts->functions = tk_get(alloc, AN_LABEL, (instrs->n + 1) * sizeof *parts->functions);
   for (size_t i = 0; i < instrs->n; i++)
      parts->functions[i] = ac_find_function(profile, instrs->all[i].file,
                                             instrs->all[i].function);
   for (parts->n = 0; parts->n < instrs->n_data; parts->n++)
      parts->of[parts->n] = &instrs->data[parts->n];
   qsort_r(parts->of, parts->n, sizeof *parts->of, compare_parts, parts);
}
