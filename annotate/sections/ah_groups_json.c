/* ah_groups_json.c -- findings and heat as JSON.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ah_json_parts.h"
#include "sections/ah_finding_reason.h"
#include "sections/ah_looks.h"

#include "heap/ah_owner.h"
#include "sections/ah_page.h"

#include <stdlib.h>

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

static void put_owner(an_json_out *json, const ah_keeper *keeper)
{
   char *text = ah_looks_keeper_text(keeper);
   an_json_put_text(json, "owner", text);
   free(text);
}

static void put_finding(an_json_out *json, const ah_json_frames *frames,
                        const ah_profile *profile, const ah_finding *f)
{
   const ah_site *site = &profile->sites[f->site];
   size_t place = ah_owner_frame(profile, site);
   char *text = ah_site_place(profile, site, SIZE_MAX);
   an_json_open_line(json, " ", NULL, '{');
   char reason[AH_FINDING_REASON_B];
   ah_finding_reason(reason, profile, f);
   an_json_put_text(json, "kind", ah_finding_name(f->kind));
   an_json_put_text(json, "title", ah_finding_title(f->kind));
   an_json_put_text(json, "cure", ah_finding_cure(f->kind));
   an_json_put_text(json, "reason", reason);
   an_json_put_text(json, "place", text);
   ah_amount saved = ah_finding_saved(f);
   an_json_put_int(json, "saved_bytes", saved.bytes);
   an_json_put_int(json, "saved_blocks", saved.blocks);
   an_json_put_text(json, "of", ah_when_name(f->when));
   an_json_put_int(json, "run_bytes", f->saves[AH_WHEN_RUN].bytes);
   an_json_put_int(json, "run_blocks", f->saves[AH_WHEN_RUN].blocks);
   an_json_put_int(json, "of_blocks", ah_finding_of_blocks(f));
   if (f->not_judged > 0)
      an_json_put_int(json, "partly_watched_blocks", f->not_judged);
   an_json_put_int(json, "of_sites", (int64_t)f->n_sites);
   an_json_put_text(json, "type", f->type == NULL ? NULL : f->type->name);
   if (f->keeper != NULL)
      put_owner(json, f->keeper);
   bool has_frame = place < site->n_frames;
   an_json_put_known(json, "frame", has_frame ? frames->number[site->frames[place]] : 0,
                     has_frame);
   ah_json_path(json, frames, site);
   put_unused(json, f);
   an_json_put_close(json, '}');
   free(text);
}

/* The first ones of each kind. */
void ah_json_findings(an_json_out *json, const ah_json_frames *frames,
                      const ah_profile *profile, const ah_report_options *options)
{
   const ah_findings *findings = options->findings;
   size_t n_of_kind[AH_N_KINDS] = { 0 };
   an_json_put_line(json, "");
   if (findings == NULL) {
      an_json_put_null(json, "findings");
      return;
   }
   an_json_put_open(json, "findings", '[');
   for (size_t i = 0; i < findings->n && !ferror(json->out); i++) {
      const ah_finding *f = &findings->findings[i];
      if (n_of_kind[f->kind]++ < options->n_findings)
         put_finding(json, frames, profile, f);
   }
   an_json_put_close(json, ']');
}
