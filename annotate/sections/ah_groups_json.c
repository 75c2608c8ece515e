/* ah_groups_json.c -- findings and heat as JSON.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_json_members.h"
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
   if (counts == NULL)
      return an_json_put_null(json, key);
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
   if (heat == NULL)
      return an_json_put_null(json, "heat");
   size_t n = heat->n, step = 1;
   if (is_page && n > AH_JSON_HEAT)
      step = (n + AH_JSON_HEAT - 1) / AH_JSON_HEAT;
   bool has_sum = !is_page || heat->reads == NULL || heat->writes == NULL;
   AN_JSON_PUT_OBJECT(json, NULL, "heat", AN_JSON("unit", heat->unit_B * (int64_t)step),
                      put_counts(json, "reads", heat->reads, n, step),
                      put_counts(json, "writes", heat->writes, n, step),
                      put_counts(json, "accesses", heat->sum, has_sum ? n : 0, step));
}

/* ---- Findings ---- */

static void put_field(an_json_out *json, const ah_unused *u)
{
   AN_JSON_PUT_OBJECT(json, NULL, NULL,
                      AN_JSON_KNOWN("name", u->field->name, u->field != NULL),
                      AN_JSON("offset", u->offset), AN_JSON("bytes", u->size_B),
                      AN_JSON("why", ah_never_text(u->never)));
}

/* Left out if there are none. */
static void put_unused(an_json_out *json, const ah_finding *f)
{
   if (f->n_unused > 0)
      AN_JSON_PUT_ARRAY(json, NULL, "fields", i, f->n_unused,
                        put_field(json, &f->unused[i]));
}

static void put_owner(an_json_out *json, const ah_keeper *keeper)
{
   if (keeper == NULL)
      return;
   char *text = ah_looks_keeper_text(keeper);
   an_json_put_text(json, "owner", text);
   free(text);
}

static void put_saved(an_json_out *json, const ah_finding *f)
{
   ah_amount saved = ah_finding_saved(f), run = f->saves[AH_WHEN_RUN];
   AN_JSON_PUT(
      json, AN_JSON("saved_bytes", saved.bytes), AN_JSON("saved_blocks", saved.blocks),
      AN_JSON("of", ah_when_name(f->when)), AN_JSON("run_bytes", run.bytes),
      AN_JSON("run_blocks", run.blocks), AN_JSON("of_blocks", ah_finding_of_blocks(f)),
      AN_JSON_IF("partly_watched_blocks", f->not_judged, f->not_judged > 0),
      AN_JSON("of_sites", f->n_sites));
}

static void put_finding(an_json_out *json, const ah_json_frames *frames,
                        const ah_profile *profile, const ah_finding *f)
{
   const ah_site *site = &profile->sites[f->site];
   size_t place = ah_owner_frame(profile, site);
   char *text = ah_site_place(profile, site, false, SIZE_MAX);
   char reason[AH_FINDING_REASON_B], cure[AH_FINDING_REASON_B];
   ah_finding_reason(reason, profile, f);
   ah_finding_cure_of(cure, f);
   AN_JSON_PUT_OBJECT(
      json, " ", NULL, AN_JSON("kind", ah_finding_name(f->kind)),
      AN_JSON("title", ah_finding_title(f->kind)), AN_JSON("cure", cure),
      AN_JSON("reason", reason), AN_JSON("place", text), put_saved(json, f),
      AN_JSON_KNOWN("type", f->type->name, f->type != NULL), put_owner(json, f->keeper),
      AN_JSON_KNOWN("frame", frames->number[site->frames[place]], place < site->n_frames),
      ah_json_path(json, frames, site), put_unused(json, f));
   free(text);
}

/* The first ones of each kind. */
void ah_json_findings(an_json_out *json, const ah_json_frames *frames,
                      const ah_profile *profile, const ah_report_options *options)
{
   const ah_findings *findings = options->findings;
   size_t n_of_kind[AH_N_KINDS] = { 0 };
   an_json_put_line(json, "");
   if (findings == NULL)
      return an_json_put_null(json, "findings");
   const ah_finding *of = findings->findings;
   AN_JSON_PUT_ARRAY(json, "", "findings", i, ferror(json->out) ? 0 : findings->n,
                     AN_JSON_WHEN(n_of_kind[of[i].kind]++ < options->n_findings,
                                  put_finding(json, frames, profile, &of[i])));
}
