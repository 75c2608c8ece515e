/* cs_layout_notes.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "layout/cs_layout_notes.h"

#include "base/tk_count.h"

cs_layout_rule *cs_layout_rule_of_data(const cs_layout_rules *rules, const cs_data *data)
{
   if (data->key.kind == CS_DATA_HEAP)
      return cs_layout_rule_of_block(rules, data->frames, data->n_frames);
   return data->key.kind == CS_DATA_STATIC && data->key.name != NULL
             ? cs_layout_rule_of_variable(rules, data->key.name)
             : NULL;
}

static void write_rules(tk_text *out, const cs_layout_rules *rules)
{
   for (size_t i = 0; i < rules->n; i++) {
      TK_TEXT_LINE(out, "#: lr %", rules->list[i]->line);
      tk_text_named(out, " ", rules->list[i]->text);
   }
}

static void write_counts(tk_text *out, const cs_layout_rules *rules)
{
   for (size_t i = 0; i < rules->n; i++) {
      const cs_layout_rule *rule = rules->list[i];
      TK_TEXT_LINE(out, "#: lc % % % % % %\n", i + 1, tk_count_capped(rule->n_blocks),
                   tk_count_capped(rule->bytes), tk_count_capped(rule->n_misfits),
                   tk_count_capped(rule->n_more), tk_count_capped(rule->n_kernel));
   }
}

static void write_datum(tk_text *out, const cs_layout_rules *rules, const cs_data *data)
{
   const cs_layout_rule *rule = cs_layout_rule_of_data(rules, data);
   if (rule != NULL)
      TK_TEXT_LINE(out, "#: ld % %\n", rule->number + 1, data->number);
}

/* By the numbers of data in the file, which are not in the order of the table. */
static void write_data(tk_text *out, const cs_layout_notes *notes)
{
   size_t n;
   cs_data *const *list = cs_data_list(notes->data, &n);
   const cs_data **by_number = tk_get_zeroed(notes->alloc, "cs.layout",
                                             (n + 1) * sizeof *by_number);
   for (size_t i = 0; i < n; i++)
      by_number[list[i]->number] = list[i]->number == 0 ? NULL : list[i];
   for (size_t i = 1; i <= n; i++)
      if (by_number[i] != NULL)
         write_datum(out, notes->rules, by_number[i]);
   tk_put(notes->alloc, by_number);
}

void cs_layout_notes_write(tk_text *out, const cs_layout_notes *notes)
{
   write_rules(out, notes->rules);
   write_counts(out, notes->rules);
   write_data(out, notes);
}
