/* hp_sites.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "state/hp_sites.h"

#include "state/hp_run.h"

static uint32_t site_of_path(void *context, tk_stack *path, Bool is_cut)
{
   if (path->value == TK_STACKS_NONE)
      path->value = hp_heap_add_site(&run.heap, path->frames, path->n_frames);
   if (is_cut)
      hp_heap_site(&run.heap, path->value)->is_cut = true;
   return path->value;
}

void hp_sites_init(void)
{
   _Static_assert((uint32_t)TK_PATHS_IGNORED == (uint32_t)HP_SITE_IGNORED,
                  "both mean: the user does not want this path");
   tk_paths_init(&run.paths, &run.threads, &run.names, (uint32_t)run.depth, site_of_path,
                 NULL, &run.alloc);
}

uint32_t hp_sites_here(const tk_registers *registers)
{
   return run.is_on ? tk_paths_here(&run.paths, registers) : HP_SITE_IGNORED;
}

uint32_t hp_sites_of_thread(ThreadId id, Addr sp)
{
   return run.is_on ? tk_paths_of_thread(&run.paths, id, sp) : HP_SITE_IGNORED;
}

uint32_t hp_sites_of_start(void)
{
   return run.is_on ? tk_paths_of_text(&run.paths, "0x0: (program start)")
                    : HP_SITE_IGNORED;
}
