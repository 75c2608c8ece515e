/* hp_outfile_births.c -- when what is live at the end and in snapshots was allocated.
    SPDX-License-Identifier: GPL-2.0-or-later */

#include "outfile/hp_outfile_private.h"

#include "accounts/hp_births.h"
#include "base/tk_search.h"

/* Rows of sites, whose amounts by generation come one after the other. */
typedef struct {
   hp_outfile_writer *w;
   const uint64_t *after; /* of each snapshot, ascending */
   uint32_t n_after;
   uint32_t site; /* of the row that is open */
   bool is_open;
} rows;

static void end_row(rows *r)
{
   if (r->is_open)
      hp_close_line(&r->w->json, ']');
   r->is_open = false;
}

/* The index of the last snapshot that began before the generation. */
static uint32_t snapshot_of(const rows *r, uint64_t since)
{
   return (uint32_t)TK_SEARCH(i, r->n_after, r->after[i] <= since) - 1;
}

static void put_born(rows *r, const hp_born *born)
{
   tk_json *json = &r->w->json;
   if (r->is_open && r->site != born->site)
      end_row(r);
   if (!r->is_open) {
      tk_json_open(json, '[');
      tk_json_i64(json,
                  born->site == HP_BORN_REST ? -1 : (int64_t)r->w->numbers[born->site]);
   }
   r->is_open = true;
   r->site = born->site;
   tk_json_u64(json, snapshot_of(r, born->since));
   tk_json_u64(json, born->live.bytes);
   tk_json_u64(json, born->live.blocks);
}

static void write_rows(rows *r, const hp_born *born, uint32_t n)
{
   for (uint32_t i = 0; i < n; i++)
      put_born(r, &born[i]);
   end_row(r);
}

/* At the end nothing is too much. */
static void write_end(rows *r)
{
   const hp_heap *heap = r->w->of->heap;
   hp_born *born;
   uint32_t n;
   hp_open_lines(&r->w->json, "end");
   hp_births_count(heap, UINT64_MAX, UINT32_MAX, &born, &n);
   write_rows(r, born, n);
   tk_put(heap->alloc, born);
   hp_close_line(&r->w->json, ']');
}

static void write_snapshot(rows *r, const hp_snapshot *snapshot)
{
   tk_json *json = &r->w->json;
   if (!snapshot->is_born_known) {
      tk_json_bool(json, false);
      tk_json_line(json);
      return;
   }
   tk_json_open(json, '[');
   write_rows(r, snapshot->born, snapshot->n_born);
   hp_close_line(json, ']');
}

/* The snapshots in the order of time, in an array for tk_put. */
static const hp_snapshot **list_snapshots(const hp_heap *heap, uint32_t *n)
{
   *n = 0;
   for (const hp_snapshot *s = heap->snapshots; s != NULL; s = s->next)
      ++*n;
   const hp_snapshot **list = tk_get(heap->alloc, "hp.outfile", (*n + 1) * sizeof *list);
   uint32_t at = *n;
   for (const hp_snapshot *s = heap->snapshots; s != NULL; s = s->next)
      list[--at] = s;
   return list;
}

void hp_outfile_write_births(hp_outfile_writer *w)
{
   const hp_heap *heap = w->of->heap;
   if (w->of->mode != HP_MODE_HEAP || heap->snapshots == NULL)
      return;
   uint32_t n;
   const hp_snapshot **list = list_snapshots(heap, &n);
   uint64_t *after = tk_get(heap->alloc, "hp.outfile", n * sizeof *after);
   for (uint32_t i = 0; i < n; i++)
      after[i] = list[i]->after;
   rows r = { .w = w, .after = after, .n_after = n };
   hp_open(&w->json, "births", '{');
   write_end(&r);
   hp_open_lines(&w->json, "snapshots");
   for (uint32_t i = 0; i < n; i++)
      write_snapshot(&r, list[i]);
   tk_json_close(&w->json, ']');
   hp_close_line(&w->json, '}');
   tk_put(heap->alloc, after);
   tk_put(heap->alloc, list);
}
