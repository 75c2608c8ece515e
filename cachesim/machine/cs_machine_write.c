/* cs_machine_write.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "machine/cs_machine_text.h"

#include "machine/cs_machine_table.h"

/* Writes a size with the largest unit that divides it. */
static void write_size(tk_text *out, uint64_t size_B)
{
   static const char units[] = " KMG";
   int unit = 0;
   while (unit < 3 && size_B != 0 && size_B % 1024 == 0) {
      size_B /= 1024;
      unit++;
   }
   tk_text_u64(out, size_B);
   if (unit > 0)
      tk_text_char(out, units[unit]);
}

static void write_value(tk_text *out, const cs_machine_value *value, const void *part)
{
   uint64_t number = cs_machine_value_get(value, part);
   tk_text_char(out, ' ');
   tk_text_string(out, value->name);
   if (*value->name != '\0')
      tk_text_char(out, '=');
   if (value->words != NULL)
      tk_text_string(out, value->words[number]);
   else if (value->is_size)
      write_size(out, number);
   else
      tk_text_u64(out, number);
}

static void write_line(tk_text *out, const char *prefix, const cs_machine_line *line,
                       const void *part)
{
   tk_text_string(out, prefix);
   tk_text_string(out, line->key);
   for (const cs_machine_value *value = line->values; value->name != NULL; value++)
      if (cs_machine_value_applies(value, line, part))
         write_value(out, value, part);
   tk_text_char(out, '\n');
}

static void write_prefetchers(tk_text *out, const char *prefix,
                              const cs_machine_line *line, const cs_machine *m)
{
   for (uint32_t i = 0; i < m->n_prefetchers; i++) {
      cs_prefetcher_shape written = m->prefetchers[i];
      written.level = cs_machine_prefetcher_at(&m->prefetchers[i]);
      write_line(out, prefix, line, &written);
   }
}

/* Is the part of this line there? */
static bool is_there(const cs_machine_line *line, const cs_machine *m)
{
   bool is_unified = line->key[0] == 'T';
   switch (line->part) {
   case CS_PART_NAME: return false;
   case CS_PART_L2:
   case CS_PART_L3:
   case CS_PART_L4: return line->part - CS_PART_L2 < m->n_levels;
   case CS_PART_ITLB: return m->itlb[0].n_entries > 0;
   case CS_PART_DTLB: return m->dtlb[0].n_entries > 0;
   case CS_PART_ITLB2: return m->itlb[1].n_entries > 0 && !m->has_unified_tlb;
   case CS_PART_DTLB2:
      return m->dtlb[1].n_entries > 0 && is_unified == m->has_unified_tlb;
   default: return true;
   }
}

void cs_machine_write(tk_text *out, const char *prefix, const cs_machine *m)
{
   for (int i = 0; i < CS_MACHINE_LINES; i++) {
      const cs_machine_line *line = &cs_machine_lines[i];
      if (line->part == CS_PART_PREFETCH)
         write_prefetchers(out, prefix, line, m);
      else if (is_there(line, m))
         write_line(out, prefix, line, (const char *)m + line->offset);
   }
}
