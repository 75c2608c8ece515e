/* ah_diff_json.c -- the comparison of two heap profiles as JSON.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_counting.h"
#include "sections/ah_diff_report.h"

#include "base/an_json_out.h"
#include "sections/an_gate_print.h"

/* Members: OLD's values and NEW's. */
static void put_sides(an_json_out *json, const ah_diff *diff, const int64_t *values)
{
   an_json_put_ints(json, "old", values, diff->n_values);
   an_json_put_ints(json, "new", values + diff->n_values, diff->n_values);
}

static void put_if_known(an_json_out *json, const char *key, const char *text)
{
   if (text != NULL)
      an_json_put_text(json, key, text);
}

static void put_path(an_json_out *json, const ah_diff *diff, uint32_t path)
{
   an_json_open_line(json, "", NULL, '{');
   an_json_put_open(json, "frames", '[');
   for (ah_step step = { .next = 0 }; ah_paths_step(diff->paths, path, &step);) {
      an_json_put_open(json, NULL, '{');
      an_json_put_text(json, "function", step.function);
      put_if_known(json, "file", step.file);
      put_if_known(json, "object", step.object);
      if (step.line > 0)
         an_json_put_int(json, "line", step.line);
      an_json_put_close(json, '}');
   }
   an_json_put_close(json, ']');
   put_sides(json, diff, ah_paths_values(diff->paths, path));
   an_json_put_close(json, '}');
}

static void put_header(an_json_out *json, const ah_diff *diff)
{
   const ah_profile *new = diff->profiles[AH_NEW];
   an_json_put_text(json, "schema", "hp_diff");
   an_json_put_int(json, "version", 1);
   an_json_put_line(json, "");
   an_json_put_text(json, "command", new->command);
   an_json_put_text(json, "mode", new->mode);
   an_state_put_pair(json, &diff->profiles[AH_OLD]->state, &new->state);
   an_counting_put_pair(json, &diff->profiles[AH_OLD]->counting, &new->counting,
                        new->time_unit);
   an_json_open_line(json, "", "metrics", '[');
   for (size_t i = 0; i < diff->n_values; i++) {
      an_json_put_open(json, NULL, '{');
      an_json_put_text(json, "name", diff->values[i]->name);
      an_json_put_text(json, "title", diff->values[i]->title);
      an_json_put_close(json, '}');
   }
   an_json_put_close(json, ']');
   an_json_open_line(json, "", "totals", '{');
   put_sides(json, diff, diff->totals);
   an_json_put_close(json, '}');
}

/* Two members, if there are regions. */
static void put_regions(an_json_out *json, const ah_diff *diff)
{
   size_t n = ac_profile_n_regions(diff->regions);
   size_t n_values = ah_region_n_values(diff);
   if (n == 0)
      return;
   an_json_open_line(json, "", "region_metrics", '[');
   for (size_t i = 0; i < n_values; i++)
      an_json_put_text(json, NULL, ah_region_names[i]);
   an_json_put_close(json, ']');
   an_json_open_line(json, "", "regions", '[');
   for (size_t i = 0; i < n; i++) {
      const ac_region *region = ac_profile_region(diff->regions, i);
      an_json_open_line(json, "", NULL, '{');
      an_json_put_text(json, "name", region->name);
      an_json_put_known(json, "parent", (int64_t)region->parent,
                        region->parent != AC_NO_REGION);
      an_json_put_int(json, "old_count", region->count_before);
      an_json_put_int(json, "new_count", region->count);
      an_json_put_ints(json, "old", region->counts, n_values);
      an_json_put_ints(json, "new", region->counts + n_values, n_values);
      an_json_put_close(json, '}');
   }
   an_json_put_close(json, ']');
}

void ah_diff_print_json(const ah_diff *diff, FILE *out)
{
   an_json_out json = { .out = out };
   an_json_put_open(&json, NULL, '{');
   put_header(&json, diff);
   an_json_open_line(&json, "", "paths", '[');
   for (size_t i = 0; i < ah_paths_n(diff->paths) && !diff->is_page; i++)
      if (ah_diff_has_values(diff, diff->order[i]))
         put_path(&json, diff, diff->order[i]);
   an_json_put_close(&json, ']');
   put_regions(&json, diff);
   ah_diff_put_owners(&json, diff);
   an_gate_put_json(&json, diff->gate);
   an_json_put_close(&json, '}');
   putc('\n', out);
}
