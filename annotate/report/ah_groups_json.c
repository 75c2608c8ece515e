/* ah_groups_json.c -- findings and types of blocks as JSON.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "report/ah_json_parts.h"

#include "heap/ah_owner.h"

/* ---- Heat ---- */

/* Sums of `step` neighbours each. */
static void put_counts(an_json_out *json, const char *key, const int64_t *counts,
                       size_t n, size_t step)
{
   if (counts == NULL) {
      an_json_put_null(json, key);
      return;
   }
   an_json_put_open(json, key, '[');
   for (size_t i = 0; i < n; i += step) {
      int64_t sum = counts[i];
      for (size_t j = i + 1; j < i + step && j < n; j++)
         sum = sum > INT64_MAX - counts[j] ? INT64_MAX : sum + counts[j];
      an_json_put_int(json, NULL, sum);
   }
   an_json_put_close(json, ']');
}

void ah_json_heat(an_json_out *json, const ah_heat *heat, bool is_page)
{
   if (heat == NULL) {
      an_json_put_null(json, "heat");
      return;
   }
   size_t n = heat->n, step = 1;
   if (is_page && n > AH_JSON_HEAT)
      step = (n + AH_JSON_HEAT - 1) / AH_JSON_HEAT;
   bool has_sum = !is_page || heat->reads == NULL || heat->writes == NULL;
   an_json_put_open(json, "heat", '{');
   an_json_put_int(json, "unit", heat->unit_B * (int64_t)step);
   put_counts(json, "reads", heat->reads, n, step);
   put_counts(json, "writes", heat->writes, n, step);
   put_counts(json, "accesses", heat->sum, has_sum ? n : 0, step);
   an_json_put_close(json, '}');
}

/* ---- Findings ---- */

/* Left out if there are none. */
static void put_unused(an_json_out *json, const ah_finding *f)
{
   if (f->n_unused == 0)
      return;
   an_json_put_open(json, "fields", '[');
   for (size_t i = 0; i < f->n_unused; i++) {
      const ah_unused *u = &f->unused[i];
      an_json_put_open(json, NULL, '{');
      an_json_put_text(json, "name", u->field == NULL ? NULL : u->field->name);
      an_json_put_int(json, "offset", u->offset);
      an_json_put_int(json, "bytes", u->size_B);
      an_json_put_text(json, "why", ah_never_text(u->never));
      an_json_put_close(json, '}');
   }
   an_json_put_close(json, ']');
}

static void put_finding(an_json_out *json, const ah_json_frames *frames,
                        const ah_profile *profile, const ah_finding *f)
{
   const ah_site *site = &profile->sites[f->site];
   size_t place = ah_owner_frame(profile, site);
   an_json_open_line(json, " ", NULL, '{');
   an_json_put_text(json, "fault", ah_finding_name(f->kind));
   an_json_put_int(json, "saved_bytes", f->saves.bytes);
   an_json_put_int(json, "saved_blocks", f->saves.blocks);
   an_json_put_int(json, "of_blocks", ah_finding_of_blocks(f));
   if (f->not_judged > 0)
      an_json_put_int(json, "partly_watched_blocks", f->not_judged);
   an_json_put_int(json, "of_sites", (int64_t)f->n_sites);
   an_json_put_text(json, "type", f->type == NULL ? NULL : f->type->name);
   bool has_frame = place < site->n_frames;
   an_json_put_known(json, "frame", has_frame ? frames->number[site->frames[place]] : 0,
                     has_frame);
   ah_json_path(json, frames, site);
   put_unused(json, f);
   an_json_put_close(json, '}');
}

/* The first ones of each kind. */
void ah_json_findings(an_json_out *json, const ah_json_frames *frames,
                      const ah_profile *profile, const ah_report_options *options)
{
   const ah_findings *findings = options->findings;
   size_t n_of_kind = 0;
   an_json_put_line(json, "");
   if (findings == NULL) {
      an_json_put_null(json, "findings");
      return;
   }
   an_json_put_open(json, "findings", '[');
   for (size_t i = 0; i < findings->n && !ferror(json->out); i++) {
      const ah_finding *f = &findings->findings[i];
      if (i > 0 && f->kind != f[-1].kind)
         n_of_kind = 0;
      if (n_of_kind++ < options->n_findings)
         put_finding(json, frames, profile, f);
   }
   an_json_put_close(json, ']');
}

/* ---- Types ---- */

static void put_fields(an_json_out *json, const ty_type *type)
{
   an_json_put_open(json, "fields", '[');
   for (size_t i = 0; i < type->n_fields; i++) {
      const ty_field *field = &type->fields[i];
      an_json_put_open(json, NULL, '{');
      an_json_put_text(json, "name", field->name);
      an_json_put_text(json, "type", field->type);
      an_json_put_int(json, "offset", field->offset);
      an_json_put_int(json, "bytes", field->size_B);
      an_json_put_close(json, '}');
   }
   an_json_put_close(json, ']');
}

typedef struct {
   an_json_out *json;
   const ah_profile *profile;
   const tk_alloc *alloc;
   const ah_report_options *options;
   ah_heat_sets sets;
} types;

/* The heat of one block or element; of blocks of several sizes, where most accesses
   went. */
static bool put_type_heat(const types *t, const ty_type *type)
{
   size_t i = 0;
   ah_heat_view view;
   bool is_page = t->options->is_page;
   while (i < t->sets.n && t->sets.sets[i].type != type)
      i++;
   if (i == t->sets.n) {
      ah_json_heat(t->json, NULL, is_page);
      return true;
   }
   if (!ah_heat_look(&view, t->alloc, t->profile, &t->sets.sets[i]))
      return false;
   ah_heat heat = { view.unit_B, view.n, view.reads, view.writes, view.sum };
   ah_json_heat(t->json, &heat, is_page);
   ah_heat_free(&view);
   return true;
}

static bool has_share(int64_t bytes, int64_t total, double threshold)
{
   return bytes > 0 && (double)bytes >= (double)total * threshold / 100;
}

/* Of the page, types with a share of some bytes. */
static bool lists_type(const types *t, const ah_site *sum)
{
   const ah_totals *totals = &t->profile->totals;
   double threshold = t->options->threshold;
   return !t->options->is_page
          || has_share(sum->total.bytes, totals->total.bytes, threshold)
          || has_share(sum->at_peak.bytes, totals->peak.bytes, threshold)
          || has_share(sum->at_end.bytes, totals->end.bytes, threshold);
}

static bool put_type(const types *t, const ah_group *group)
{
   ah_site sum;
   ah_rare rare;
   an_json_out *json = t->json;
   bool has_peak = t->profile->has_lifetimes;
   if (!ah_group_sum(&sum, &rare, t->profile, group->sites, group->n)
       || !lists_type(t, &sum))
      return true;
   an_json_open_line(json, " ", NULL, '{');
   an_json_put_text(json, "name", group->type->name);
   an_json_put_int(json, "size", group->type->size_B);
   an_json_put_int(json, "of_sites", (int64_t)group->n);
   an_json_put_int(json, "total_bytes", sum.total.bytes);
   an_json_put_int(json, "total_blocks", sum.total.blocks);
   an_json_put_known(json, "peak_bytes", sum.at_peak.bytes, has_peak);
   an_json_put_known(json, "peak_blocks", sum.at_peak.blocks, has_peak);
   an_json_put_known(json, "end_bytes", sum.at_end.bytes, has_peak);
   an_json_put_known(json, "end_blocks", sum.at_end.blocks, has_peak);
   put_fields(json, group->type);
   bool ok = put_type_heat(t, group->type);
   an_json_put_close(json, '}');
   return ok;
}

bool ah_json_types(an_json_out *json, const ah_profile *profile,
                   const tk_alloc *alloc, const ah_report_options *options)
{
   const ah_groups *groups = options->groups;
   types t = { .json = json, .profile = profile, .alloc = alloc, .options = options };
   if (groups != NULL && !ah_heat_sets_make(&t.sets, alloc, profile, groups))
      return false;
   bool ok = true;
   an_json_open_line(json, "", "types", '[');
   for (size_t i = 0; groups != NULL && i < groups->n && ok; i++)
      if (groups->groups[i].type != NULL && !ferror(json->out))
         ok = put_type(&t, &groups->groups[i]);
   an_json_put_close(json, ']');
   if (groups != NULL)
      ah_heat_sets_free(&t.sets);
   return ok;
}
