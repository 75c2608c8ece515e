/* hp_outfile_owners.c -- looks at who keeps what, in the outfile.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "outfile/hp_outfile_private.h"

/* ---- Roots ------------------------------------------------------------------------ */

static const char *const root_kinds[HP_ROOT_KINDS] = {
   [HP_ROOT_LOST] = "lost",
   [HP_ROOT_STATIC] = "static",
   [HP_ROOT_THREAD_LOCAL] = "thread-local",
   [HP_ROOT_STACK] = "stack",
   [HP_ROOT_STACK_TOP] = "stack-top",
   [HP_ROOT_REGISTERS] = "registers",
   [HP_ROOT_MAPPING] = "mapping",
};

/* Paths and build ids are interned. */
static void write_file(hp_outfile_writer *w, const hp_root_name *root)
{
   for (size_t i = 0; i < w->of->n_files; i++)
      if (w->of->files[i].path == root->path
          && w->of->files[i].build_id == root->build_id)
         hp_put(&w->json, "file", i);
}

static void write_root(hp_outfile_writer *w, const hp_root_name *root)
{
   tk_json *json = &w->json;
   tk_json_open(json, '{');
   hp_put_string(json, "kind", root_kinds[root->kind]);
   if (root->name != NULL)
      hp_put_string(json, "name", root->name);
   if (root->path != NULL) {
      write_file(w, root);
      hp_put(json, "start", root->start);
   }
   if (root->size_B > 0)
      hp_put(json, "size", root->size_B);
   if (root->kind == HP_ROOT_STACK) {
      hp_put_indices(json, "fs", root->frames, root->n_frames);
      if (root->caller < w->of->n_roots && !root->recurses)
         hp_put(json, "caller", root->caller);
   }
   hp_close_line(json, '}');
}

/* ---- A look ----------------------------------------------------------------------- */

static void write_leaks(hp_outfile_writer *w, const hp_owners *found)
{
   tk_json *json = &w->json;
   hp_open(json, "leaks", '[');
   for (size_t i = 0; i < found->n_leak_sites; i++) {
      const hp_leak_site *site = &found->leak_sites[i];
      hp_put_list(json,
                  (uint64_t[]){ w->numbers[site->site], site->leak, site->amount.bytes,
                                site->amount.blocks, site->rings },
                  site->rings > 0 ? 5 : 4);
   }
   hp_close_line(json, ']');
}

static void write_sharers(tk_json *json, const hp_owners *found)
{
   hp_open(json, "sharers", '[');
   for (size_t i = 0; i < found->n_sharers; i++) {
      tk_json_open(json, '[');
      for (uint8_t n = 0; n < found->sharers[i].n; n++)
         tk_json_u64(json, found->sharers[i].keys[n]);
      if (found->sharers[i].has_more)
         tk_json_i64(json, -1);
      tk_json_close(json, ']');
   }
   hp_close_line(json, ']');
}

static void write_owner(hp_outfile_writer *w, const hp_owner *owner)
{
   tk_json *json = &w->json;
   tk_json_open(json, '[');
   tk_json_i64(json, owner->above == HP_NO_OWNER ? -1 : (int64_t)owner->above);
   tk_json_u64(json, owner->kind);
   tk_json_u64(json,
               owner->kind == HP_OWNER_SITE ? w->numbers[owner->what] : owner->what);
   tk_json_u64(json, owner->own.bytes);
   tk_json_u64(json, owner->own.blocks);
   if (owner->offset != HP_NO_OFFSET) {
      tk_json_i64(json, owner->offset);
      if (owner->step != 0 || owner->n_words > 0)
         tk_json_u64(json, owner->step);
      for (uint8_t i = 0; i < owner->n_words; i++)
         tk_json_i64(json, owner->words[i]);
   }
   hp_close_line(json, ']');
}

static void write_tree(hp_outfile_writer *w, const hp_owners *found)
{
   tk_json *json = &w->json;
   hp_open_lines(json, "tree");
   for (size_t i = 0; i < found->n_tree; i++)
      write_owner(w, &found->tree[i]);
   hp_close_line(json, ']');
}

/* Owners whose blocks are no longer read, by their indices in the tree. */
static void write_idle(tk_json *json, const hp_look_at *look)
{
   const hp_owners *found = &look->found;
   if (look->idle_since == 0)
      return;
   hp_put(json, "idle_since", look->idle_since);
   hp_open(json, "idle", '[');
   for (size_t i = 0; i < found->n_tree; i++) {
      const hp_amount *idle = &found->tree[i].idle;
      if (idle->blocks > 0)
         hp_put_list(json, HP_LIST(i, idle->bytes, idle->blocks));
   }
   hp_close_line(json, ']');
}

static void write_step(hp_outfile_writer *w, const hp_step *step)
{
   tk_json *json = &w->json;
   tk_json_open(json, '[');
   tk_json_u64(json, step->is_root ? HP_OWNER_ROOT : HP_OWNER_SITE);
   /* A block that does not count is on the way, but has no site. */
   tk_json_i64(json, step->is_root                       ? (int64_t)step->what
                     : step->what < w->of->heap->n_sites ? (int64_t)w->numbers[step->what]
                                                         : -1);
   if (step->offset != HP_NO_OFFSET)
      tk_json_i64(json, step->offset);
   tk_json_close(json, ']');
}

static void write_chains(hp_outfile_writer *w, const hp_owners *found)
{
   tk_json *json = &w->json;
   hp_open_lines(json, "chains");
   for (size_t i = 0; i < found->n_chains; i++) {
      tk_json_open(json, '[');
      for (uint32_t n = 0; n < found->chains[i].n; n++)
         write_step(w, &found->steps[found->chains[i].first + n]);
      hp_close_line(json, ']');
   }
   tk_json_close(json, ']');
}

/* Numbers that are not there are -1. */
static int64_t offset_of(int64_t offset)
{
   return offset == HP_NO_OFFSET ? -1 : offset;
}

static void write_rings(hp_outfile_writer *w, const hp_owners *found)
{
   tk_json *json = &w->json;
   if (found->n_rings == 0)
      return;
   hp_open(json, "rings", '[');
   for (size_t i = 0; i < found->n_rings; i++) {
      const hp_ring *ring = &found->rings[i];
      bool has_holder = ring->holder < w->of->heap->n_sites;
      tk_json_open(json, '[');
      tk_json_u64(json, w->numbers[ring->site]);
      tk_json_i64(json, offset_of(ring->offset));
      tk_json_u64(json, w->numbers[ring->to]);
      tk_json_u64(json, ring->n);
      tk_json_u64(json, ring->lost.bytes);
      tk_json_u64(json, ring->lost.blocks);
      tk_json_i64(json, has_holder ? (int64_t)w->numbers[ring->holder] : -1);
      tk_json_i64(json, has_holder ? offset_of(ring->holder_offset) : -1);
      tk_json_close(json, ']');
   }
   hp_close_line(json, ']');
}

static void write_look(hp_outfile_writer *w, const hp_look_at *look)
{
   static const char *const whys[] = {
      [HP_LOOK_ASKED] = "asked", [HP_LOOK_TIME] = "time", [HP_LOOK_PEAK] = "peak",
      [HP_LOOK_EXIT] = "exit",   [HP_LOOK_END] = "end",
   };
   tk_json *json = &w->json;
   tk_json_open(json, '{');
   hp_put(json, "time", look->time);
   hp_put_string(json, "why", whys[look->why]);
   write_leaks(w, &look->found);
   write_rings(w, &look->found);
   write_sharers(json, &look->found);
   write_tree(w, &look->found);
   write_idle(json, look);
   write_chains(w, &look->found);
   hp_close_line(json, '}');
}

void hp_outfile_write_owners(hp_outfile_writer *w)
{
   const hp_outfile *of = w->of;
   tk_json *json = &w->json;
   if (of->n_looks == 0)
      return;
   hp_open_lines(json, "roots");
   for (size_t i = 0; i < of->n_roots; i++)
      write_root(w, &of->roots[i]);
   hp_close_line(json, ']');
   hp_open_lines(json, "owners");
   for (size_t i = 0; i < of->n_looks; i++)
      write_look(w, &of->looks[i]);
   hp_close_line(json, ']');
}
