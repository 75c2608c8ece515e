/* ah_read_births.c -- reads when live blocks were allocated: the key "births".
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_reader.h"

#include <string.h>

/* A moment whose rows are read. */
typedef struct {
   ah_reader *r;
   const char *key;
   size_t n_from;         /* snapshots that can be before */
   const ah_amount *live; /* of each site then; behind them, of sites not listed */
   bool has_rest;         /* it has that */
   ah_births *to;
} moment;

static bool fail(const moment *m, const char *what)
{
   return an_json_fail(&m->r->json, m->key, "%s", what);
}

/* Numbers of a row: the site, then three for each generation. */
static size_t count_born(const json_t *rows)
{
   size_t n = 0;
   for (size_t i = 0; i < json_array_size(rows); i++)
      n += json_array_size(json_array_get(rows, i)) / 3;
   return n;
}

static bool read_number(const moment *m, const json_t *row, size_t i, int64_t *number)
{
   const json_t *value = json_array_get(row, i);
   *number = json_integer_value(value);
   return json_is_integer(value) || fail(m, "expected integers");
}

/* A generation of the row's site: behind the one before, and with blocks. */
static bool read_born(const moment *m, const json_t *row, size_t i, ah_born *born)
{
   int64_t from, before = i == 1 ? -1 : (int64_t)born[-1].from;
   ah_amount *amount = &born->amount;
   if (!read_number(m, row, i, &from) || !read_number(m, row, i + 1, &amount->bytes)
       || !read_number(m, row, i + 2, &amount->blocks))
      return false;
   if (from <= before || (uint64_t)from >= m->n_from)
      return fail(m, "expected ascending snapshots, from before the moment");
   born->from = (uint32_t)from;
   return (amount->bytes >= 0 && amount->blocks > 0) || fail(m, "expected blocks");
}

/* What a site has of all generations is live. */
static bool read_row(const moment *m, const json_t *row)
{
   ah_births *to = m->to;
   ah_amount sum = { 0, 0 };
   size_t n = json_array_size(row);
   int64_t site, n_sites = (int64_t)m->r->profile->n_sites;
   int64_t before = to->n == 0 ? -1 : (int64_t)to->of[to->n - 1].site;
   if (n < 4 || n % 3 != 1)
      return fail(m, "expected rows of a site and three numbers for each snapshot");
   if (!read_number(m, row, 0, &site))
      return false;
   if (site == -1 && m->has_rest)
      site = n_sites;
   else if (site >= n_sites)
      return fail(m, "is not an index into pps");
   if (site <= before)
      return fail(m, "expected ascending sites");
   for (size_t i = 1; i < n; i += 3) {
      ah_born *born = &to->of[to->n++];
      born->site = (uint32_t)site;
      if (!read_born(m, row, i, born))
         return false;
      if (!ah_amount_add(&sum, born->amount))
         return fail(m, "sums do not fit in 63 bits");
   }
   return (sum.bytes <= m->live[site].bytes && sum.blocks <= m->live[site].blocks)
          || fail(m, "a site has more than is live");
}

/* `false`: there were too many. */
static bool read_rows(const moment *m, const json_t *rows)
{
   if (json_is_false(rows) && m->has_rest)
      return true;
   if (!json_is_array(rows))
      return fail(m, "expected an array");
   m->to->of = ah_profile_get(m->r->profile, count_born(rows), sizeof *m->to->of);
   for (size_t i = 0; i < json_array_size(rows); i++)
      if (!read_row(m, json_array_get(rows, i)))
         return false;
   m->to->is_known = true;
   return true;
}

static bool read_end(ah_reader *r, const json_t *from, ah_amount *live)
{
   ah_profile *p = r->profile;
   const moment m = {
      .r = r, .key = "end", .n_from = p->n_snapshots, .live = live, .to = &p->end_births
   };
   for (size_t i = 0; i < p->n_sites; i++)
      live[i] = p->sites[i].at_end;
   return read_rows(&m, json_object_get(from, "end"));
}

static void set_live(const ah_snapshot *s, ah_amount *live, size_t n_sites, bool is_there)
{
   const ah_amount none = { 0, 0 };
   for (size_t i = 0; i < s->n_sites; i++)
      live[s->sites[i].site] = is_there ? s->sites[i].amount : none;
   live[n_sites] = is_there ? s->rest : none;
}

static bool read_snapshots(ah_reader *r, const json_t *list, ah_amount *live)
{
   ah_profile *p = r->profile;
   memset(live, 0, (p->n_sites + 1) * sizeof *live);
   if (json_array_size(list) != p->n_snapshots)
      return an_json_fail(&r->json, "snapshots", "expected one for each snapshot");
   for (size_t i = 0; i < p->n_snapshots; i++) {
      ah_snapshot *s = &p->snapshots[i];
      const moment m = { .r = r,
                         .key = NULL,
                         .n_from = i,
                         .live = live,
                         .has_rest = true,
                         .to = &s->births };
      r->json.place = an_json_at("heapprof.births.snapshots", i);
      set_live(s, live, p->n_sites, true);
      if (!read_rows(&m, json_array_get(list, i)))
         return false;
      set_live(s, live, p->n_sites, false);
   }
   return true;
}

bool ah_read_births(ah_reader *r)
{
   const ah_profile *p = r->profile;
   const json_t *from;
   if (!an_json_optional(&r->json, r->own, "births", JSON_OBJECT, &from) || from == NULL)
      return from == NULL && json_object_get(r->own, "births") == NULL;
   r->json.place.object = "heapprof.births.";
   const json_t *list = an_json_member(&r->json, from, "snapshots", JSON_ARRAY);
   ah_amount *live = tk_get(r->alloc, AN_LABEL, (p->n_sites + 1) * sizeof *live);
   bool ok = list != NULL && read_end(r, from, live) && read_snapshots(r, list, live);
   tk_put(r->alloc, live);
   return ok;
}
