/* ah_verdict.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/ah_verdict.h"

#include "heap/ah_look.h"
#include "base/an_alloc.h"
#include "base/an_base_name.h"
#include "base/an_json_members.h"
#include "base/an_said.h"
#include "sections/ah_finding_reason.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- The run ---- */

static const char *program_of(const ah_profile *profile)
{
   const char *base = profile->command == NULL ? "" : an_base_command(profile->command);
   return *base == '\0' ? "the program" : base;
}

/* "7.99 MiB in 24,310 blocks", "8 B in 1 block". */
static void put_amount(const ah_profile *p, ah_amount amount, FILE *out)
{
   char unit[AH_TEXT_B];
   ah_text_unit(unit, p->blocks_unit);
   size_t n = strlen(unit);
   if (amount.blocks == 1 && n > 0 && unit[n - 1] == 's')
      unit[n - 1] = '\0';
   fprintf(out, "%s in %s %s", AH_BYTES(p, amount.bytes), AH_COUNT(amount.blocks), unit);
}

/* "peak 7.99 MiB in 24,310 blocks, at 61.0% of the run", or "copied 1.17 MiB in 3
   calls". */
static void put_peak(const ah_profile *p, FILE *out)
{
   char text[AH_TEXT_B];
   const ah_totals *t = &p->totals;
   if (!p->has_lifetimes) {
      ah_text_unit(text, p->verb);
      text[0] = (char)tolower((unsigned char)text[0]);
      fprintf(out, "%s ", text);
      put_amount(p, t->total, out);
      return;
   }
   bool has_time = ah_profile_has_peak_time(p);
   fputs(has_time ? "peak " : "peak at most ", out);
   put_amount(p, t->peak, out);
   if (has_time && t->peak.blocks > 0)
      fprintf(out, ", at %s of the run", AH_MOMENT(p, t->peak_time));
}

static void put_after_command(const ah_profile *p, FILE *out)
{
   if (p->processes.n > 1)
      fprintf(out, ", %zu processes", p->processes.n);
   else if (p->state.how != AN_STATE_UNKNOWN) {
      putc(' ', out);
      an_state_say(&p->state, out);
   } else if (p->is_heapprof && p->pid != 0) {
      fprintf(out, " exited with %" PRId64, p->exit_code);
   }
   fputs("; ", out);
   put_peak(p, out);
}

void ah_verdict_put_run(const ah_profile *profile, size_t width, FILE *out)
{
   enum { LEAST = 8 };
   char *text;
   size_t size_B;
   FILE *behind = an_memstream(&text, &size_B);
   put_after_command(profile, behind);
   an_memstream_close(behind);
   size_t taken = an_text_columns(text);
   size_t room = width == 0 ? SIZE_MAX : width > taken + LEAST ? width - taken : LEAST;
   an_text_name_fit(out, program_of(profile), room);
   fputs(text, out);
   free(text);
}

void ah_verdict_put_end(const ah_profile *profile, FILE *out)
{
   const ah_look *look = ah_look_at_end(profile);
   ah_amount lost = { 0 };
   if (look != NULL)
      lost = ah_look_lost(look);
   if (profile->totals.end.blocks == 0)
      fputs(profile->ignored.blocks > 0 ? "only known leaks" : "nothing", out);
   else if (lost.blocks == 0)
      put_amount(profile, profile->totals.end, out);
   else
      fprintf(out, "%s, %s of it lost", AH_BYTES(profile, profile->totals.end.bytes),
              AH_BYTES(profile, lost.bytes));
}

/* ---- Who holds it ---- */

/* The place in the program that allocates most of the group; a type such as char tells
   nothing. */
static char *name_group(const ah_profile *profile, const ah_group *group, size_t room)
{
   const ah_site *site = &profile->sites[group->sites[0]];
   if (group->type != NULL && group->type->n_fields > 0)
      return an_said(group->type->name, AN_SAID_TYPE, room);
   return ah_site_own(profile, site, room);
}

void ah_holders_find(ah_holders *holders, const ah_page *page, size_t room)
{
   const ah_profile *p = page->profile;
   const ah_groups *groups = page->options->groups;
   *holders = (ah_holders){ .others_B = p->totals.peak.bytes };
   for (size_t i = 0; groups != NULL && i < groups->n && holders->n < AH_HOLDERS; i++) {
      const ah_group *group = &groups->groups[i];
      if (group->peak_B == 0)
         break;
      char *name = name_group(p, group, room);
      holders->of[holders->n].bytes = group->peak_B;
      holders->of[holders->n++].name = name;
      holders->others_B -= group->peak_B;
   }
}

void ah_holders_free(ah_holders *holders)
{
   while (holders->n > 0)
      free(holders->of[--holders->n].name);
}

/* ---- As JSON ---- */

/* A member with what `put` prints. */
static void put_text(an_json_out *json, const char *key, const ah_profile *profile,
                     void (*put)(const ah_profile *profile, FILE *out))
{
   char *text;
   size_t size_B;
   FILE *out = an_memstream(&text, &size_B);
   put(profile, out);
   an_memstream_close(out);
   an_json_put_text(json, key, text);
   free(text);
}

static void put_run(const ah_profile *profile, FILE *out)
{
   ah_verdict_put_run(profile, 0, out);
}

void ah_verdict_put_json(const ah_page *page, an_json_out *json)
{
   ah_holders holders;
   const ah_profile *p = page->profile;
   ah_holders_find(&holders, page, AN_SAID_MOST_B);
   AN_JSON_PUT_OBJECT(
      json, "", "verdict", put_text(json, "run", p, put_run),
      AN_JSON_EACH("at_peak", i, holders.n,
                   AN_JSON_OBJECT(NULL, AN_JSON("bytes", holders.of[i].bytes),
                                  AN_JSON("name", holders.of[i].name))),
      AN_JSON_KNOWN("others_bytes", holders.others_B, p->has_lifetimes),
      AN_JSON_WHEN(p->has_lifetimes, put_text(json, "at_end", p, ah_verdict_put_end)));
   ah_holders_free(&holders);
}
