/* an_live_heap.c -- call paths of two heap profiles.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/an_live_parts.h"

#include "base/an_base_name.h"
#include "base/an_said.h"
#include "base/tk_hash.h"
#include "base/tk_table.h"
#include "heap/ah_owner.h"
#include "heap/ah_path.h"
#include "heap/ah_text.h"

#include <stdlib.h>
#include <string.h>

/* ---- The sites of the base, by their call paths ---- */

/* The hash of a path by the texts of its frames, which are the same at both moments of a
   process, with addresses. */
static uint64_t hash_of(const ah_profile *profile, const ah_site *site)
{
   uint64_t hash = site->n_frames;
   for (uint32_t i = 0; i < site->n_frames; i++) {
      const char *text = profile->frames[site->frames[i]].text;
      hash = tk_hash_word(hash ^ tk_hash_bytes(text, strlen(text)));
   }
   return hash;
}

static bool is_same_path(const ah_profile *a, const ah_site *s, const ah_profile *b,
                         const ah_site *t)
{
   if (s->n_frames != t->n_frames || s->is_cut != t->is_cut)
      return false;
   for (uint32_t i = 0; i < s->n_frames; i++)
      if (strcmp(a->frames[s->frames[i]].text, b->frames[t->frames[i]].text) != 0)
         return false;
   return true;
}

static void add_sites(tk_table *table, const ah_profile *base)
{
   for (size_t i = 0; base != NULL && i < base->n_sites; i++) {
      tk_table_add(table, hash_of(base, &base->sites[i]), (uint32_t)i);
   }
}

static const ah_site *site_before(const tk_table *table, const ah_profile *base,
                                  const ah_profile *profile, const ah_site *site)
{
   uint64_t hash = base == NULL ? 0 : hash_of(profile, site);
   TK_TABLE_EACH(i, table, hash)
      if (is_same_path(base, &base->sites[i], profile, site))
         return &base->sites[i];
   return NULL;
}

/* ---- Columns ---- */

static void add_column(an_live *live, const char *title, an_live_unit unit)
{
   an_live_column *column = &live->columns[live->n_columns++];
   snprintf(column->title, sizeof column->title, "%s", title);
   column->unit = unit;
}

/* Copies and events have no life. */
static void set_columns(an_live *live, const ah_profile *profile)
{
   if (profile->has_lifetimes) {
      add_column(live, "live", AN_LIVE_LEVEL);
      add_column(live, "growth", AN_LIVE_GROWTH);
      add_column(live, "blocks", AN_LIVE_LEVEL);
      live->usual_sort = 1;
   }
   bool copies = strcmp(profile->mode, "copy") == 0;
   add_column(live,
              profile->has_lifetimes ? "alloc"
              : copies               ? "copied"
                                     : "units",
              AN_LIVE_FLOW);
   add_column(live,
              profile->has_lifetimes ? "allocs"
              : copies               ? "copies"
                                     : "events",
              AN_LIVE_FLOW);
}

static void set_values(const an_live *live, an_live_row *row, ah_amount now,
                       ah_amount now_before, ah_amount total, ah_amount total_before)
{
   size_t n = 0;
   if (live->n_columns > 2) {
      row->values[n++] = now.bytes;
      row->values[n++] = now.bytes - now_before.bytes;
      row->values[n++] = now.blocks;
   }
   row->values[n++] = total.bytes - total_before.bytes;
   row->values[n++] = total.blocks - total_before.blocks;
}

static void put_amount(an_live *live, const char *what, ah_amount amount)
{
   size_t used = strlen(live->facts);
   snprintf(live->facts + used, sizeof live->facts - used, "%s%s %s in %s",
            used == 0 ? "" : "   ", what, AH_COUNT(amount.bytes),
            AH_COUNT(amount.blocks));
}

/* ---- The table ---- */

void an_live_heap(an_live *live, const ah_profile *base, const ah_profile *profile)
{
   static const ah_totals no_totals;
   static const ah_site no_site;
   const ah_totals *before = base == NULL ? &no_totals : &base->totals;
   tk_table table = { .alloc = live->alloc, .label = AN_LABEL };
   live->tool = "heapprof";
   live->command = profile->command;
   live->noun = "Call path";
   add_sites(&table, base);
   an_live_room(live, profile->n_sites);
   set_columns(live, profile);
   set_values(live, &live->whole, profile->totals.end, before->end, profile->totals.total,
              before->total);
   for (size_t i = 0; i < profile->n_sites; i++) {
      const ah_site *site = &profile->sites[i];
      const ah_site *old = site_before(&table, base, profile, site);
      an_live_row *row = &live->rows[live->n_rows];
      if (old == NULL)
         old = &no_site;
      row->index = (uint32_t)i;
      set_values(live, row, site->at_end, old->at_end, site->total, old->total);
      an_live_keep(live);
   }
   if (profile->has_lifetimes) {
      put_amount(live, "live", profile->totals.end);
      put_amount(live, "peak", profile->totals.peak);
   }
   put_amount(live, "total", profile->totals.total);
}

static void put_function(const an_frame *frame, FILE *out)
{
   char *name = an_said(frame->function, AN_SAID_FUNCTION, AN_SAID_MOST_B);
   fputs(name, out);
   free(name);
}

static void put_place(const an_frame *frame, FILE *out)
{
   if (frame->file != NULL)
      fprintf(out, " (%s:%u)", an_base_name(frame->file), frame->line);
}

/* "function (file:line), in LIBRARY < caller < its caller", from the program's innermost
   function on. */
void an_live_heap_name(const ah_profile *profile, uint32_t index, FILE *out)
{
   const ah_site *site = &profile->sites[index];
   const an_frame *frames = profile->frames;
   size_t first = ah_path_start(profile, site, false);
   size_t own = ah_owner_frame(profile, site);
   if (own == site->n_frames)
      own = first;
   for (size_t i = own; i < site->n_frames; i++) {
      fputs(i == own ? "" : " < ", out);
      put_function(&frames[site->frames[i]], out);
      if (i == own)
         put_place(&frames[site->frames[i]], out);
      if (i == own && own > first) {
         fputs(", in ", out);
         put_function(&frames[site->frames[first]], out);
      }
   }
   if (site->is_cut)
      fputs(" < ...", out);
}
