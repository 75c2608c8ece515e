/* hp_births.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "accounts/hp_births.h"

#include "base/tk_hash.h"
#include "base/tk_sort.h"
#include "base/tk_table.h"

#define LABEL "hp.heap.births"

static void add(hp_amount *to, hp_amount more)
{
   to->bytes += more.bytes;
   to->blocks += more.blocks;
}

/* ---- Counting ---------------------------------------------------------------- */

typedef struct {
   const hp_heap *heap;
   uint64_t *starts; /* of the generations, ascending */
   uint32_t n_starts;
   hp_born *of; /* in no order */
   uint32_t n, max, most;
   tk_table table; /* of these */
   bool is_full;
} counting;

static void list_starts(counting *c)
{
   for (const hp_snapshot *s = c->heap->snapshots; s != NULL; s = s->next)
      c->n_starts++;
   c->starts = tk_get(c->heap->alloc, LABEL, c->n_starts * sizeof *c->starts);
   uint32_t at = c->n_starts;
   for (const hp_snapshot *s = c->heap->snapshots; s != NULL; s = s->next)
      c->starts[--at] = s->after;
}

/* The start of the generation of a block, which is not older than all. */
static uint64_t start_of(const counting *c, uint64_t born)
{
   uint32_t low = 0, n = c->n_starts;
   while (n > 1) {
      uint32_t half = n / 2;
      low = c->starts[low + half] <= born ? low + half : low;
      n -= half;
   }
   return c->starts[low];
}

static hp_born *add_entry(counting *c, uint32_t site, uint64_t since, uint64_t hash)
{
   if (c->n == c->max) {
      const hp_heap *heap = c->heap;
      uint32_t max = c->max == 0 ? 64 : 2 * c->max;
      hp_born *of = tk_get(heap->alloc, LABEL, max * sizeof *of);
      for (uint32_t i = 0; i < c->n; i++)
         of[i] = c->of[i];
      tk_put(heap->alloc, c->of);
      c->of = of;
      c->max = max;
   }
   tk_table_add(&c->table, hash, c->n);
   c->of[c->n] = (hp_born){ .site = site, .since = since };
   return &c->of[c->n++];
}

static void count_block(counting *c, const tk_block *block)
{
   if (block->born < c->starts[0])
      return;
   uint64_t since = start_of(c, block->born);
   uint64_t hash = tk_hash_word(since ^ (uint64_t)block->site << 32);
   hp_born *born = NULL;
   size_t at = 0;
   uint32_t i;
   while (born == NULL && (i = tk_table_next(&c->table, hash, &at)) != TK_TABLE_NONE)
      if (c->of[i].site == block->site && c->of[i].since == since)
         born = &c->of[i];
   if (born == NULL && c->n == c->most)
      c->is_full = true;
   else
      add(born != NULL ? &born->live : &add_entry(c, block->site, since, hash)->live,
          (hp_amount){ block->size_B, 1 });
}

static int compare(void *context, const void *a, const void *b)
{
   const hp_born *x = a, *y = b;
   (void)context;
   return tk_compare(x->site, y->site) ?: tk_compare(x->since, y->since);
}

/* The entries in order, in new memory. */
static hp_born *sorted(const counting *c)
{
   const tk_alloc *alloc = c->heap->alloc;
   const void **order = tk_get(alloc, LABEL, c->n * sizeof *order);
   hp_born *born = tk_get(alloc, LABEL, c->n * sizeof *born);
   for (uint32_t i = 0; i < c->n; i++)
      order[i] = &c->of[i];
   tk_sort(order, c->n, compare, NULL);
   for (uint32_t i = 0; i < c->n; i++)
      born[i] = *(const hp_born *)order[i];
   tk_put(alloc, order);
   return born;
}

bool hp_births_count(const hp_heap *heap, uint64_t before, uint32_t most, hp_born **born,
                     uint32_t *n)
{
   counting c = { .heap = heap,
                  .most = most,
                  .table = { .alloc = heap->alloc, .label = LABEL } };
   *born = NULL;
   *n = 0;
   if (heap->snapshots == NULL)
      return true;
   list_starts(&c);
   for (uint32_t i = 1; i <= heap->blocks.n_used && !c.is_full; i++) {
      const tk_block *block = hp_heap_counted(heap, i);
      if (block != NULL && block->born < before)
         count_block(&c, block);
   }
   if (c.n > 0 && !c.is_full) {
      *born = sorted(&c);
      *n = c.n;
   }
   tk_put(heap->alloc, c.starts);
   tk_put(heap->alloc, c.of);
   tk_table_fini(&c.table);
   return !c.is_full;
}

/* ---- Snapshots --------------------------------------------------------------- */

/* Adds an entry to those of the rest, which are the last and by time. */
static void add_to_rest(hp_born *rest, uint32_t *n, const hp_born *born)
{
   uint32_t at = *n;
   while (at > 0 && rest[at - 1].since > born->since)
      at--;
   if (at == 0 || rest[at - 1].since != born->since) {
      for (uint32_t i = (*n)++; i > at; i--)
         rest[i] = rest[i - 1];
      rest[at++] = (hp_born){ .site = HP_BORN_REST, .since = born->since };
   }
   add(&rest[at - 1].live, born->live);
}

/* Sites that are not listed become one.  Both lists are by site. */
static void sum_rest(const hp_heap *heap, hp_snapshot *s)
{
   uint32_t n = 0, n_rest = 0, k = 0;
   hp_born *rest = tk_get(heap->alloc, LABEL, (s->n_born + 1) * sizeof *rest);
   for (uint32_t i = 0; i < s->n_born; i++) {
      while (k < s->n_sites && s->sites[k].site < s->born[i].site)
         k++;
      if (k < s->n_sites && s->sites[k].site == s->born[i].site)
         s->born[n++] = s->born[i];
      else
         add_to_rest(rest, &n_rest, &s->born[i]);
   }
   for (uint32_t i = 0; i < n_rest; i++)
      s->born[n++] = rest[i];
   s->n_born = n;
   tk_put(heap->alloc, rest);
}

void hp_births_note(hp_heap *heap, hp_snapshot *s)
{
   uint64_t n_walked = heap->n_walked + heap->blocks.n_used;
   uint64_t most = HP_WALK_FREE + heap->total.blocks / HP_WALK_SHARE;
   if (!s->asked && n_walked > most)
      return;
   heap->n_walked = s->asked ? heap->n_walked : n_walked;
   /* The event that it comes before may be a birth, whose record is there already. */
   s->is_born_known = hp_births_count(heap, s->after, HP_MOST_BORN - heap->n_born,
                                      &s->born, &s->n_born);
   sum_rest(heap, s);
   heap->n_born += s->n_born;
}

/* ---- Generations that end -------------------------------------------------------- */

/* When the generation of blocks that are born then begins; 0: before all snapshots. */
static uint64_t generation_of(const hp_heap *heap, uint64_t born)
{
   const hp_snapshot *snapshot = heap->snapshots;
   while (snapshot != NULL && snapshot->after > born)
      snapshot = snapshot->next;
   return snapshot == NULL ? 0 : snapshot->after;
}

static void merge_snapshot(hp_heap *heap, hp_snapshot *s)
{
   uint32_t n = 0;
   for (uint32_t i = 0; i < s->n_born; i++) {
      hp_born born = s->born[i];
      born.since = generation_of(heap, born.since);
      if (born.since == 0)
         continue; /* as old as what has no entry */
      if (n > 0 && s->born[n - 1].site == born.site && s->born[n - 1].since == born.since)
         add(&s->born[n - 1].live, born.live);
      else
         s->born[n++] = born;
   }
   heap->n_born -= s->n_born - n;
   s->n_born = n;
}

void hp_births_merge(hp_heap *heap)
{
   for (hp_snapshot *s = heap->snapshots; s != NULL; s = s->next)
      merge_snapshot(heap, s);
}
