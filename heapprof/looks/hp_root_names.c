/* hp_root_names.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "looks/hp_root_names.h"

#include "base/tk_array.h"
#include "base/tk_hash.h"
#include "base/tk_table.h"
#include "data/tk_variables.h"
#include "owners/hp_owners.h"
#include "state/hp_run.h"

#define LABEL "hp.looks.names"

static struct {
   hp_root_name *names;
   size_t n, capacity;
   tk_table table;
} the;

static uint64_t hash_of(const hp_root_name *name)
{
   return tk_hash_word((UWord)name->what ^ ((ULong)name->kind << 56)
                       ^ ((ULong)name->caller << 32));
}

static void add_name(const hp_root_name *name)
{
   TK_ARRAY_ROOM(&run.alloc, LABEL, the.names, the.n, the.capacity);
   tk_table_add(&the.table, hash_of(name), (uint32_t)the.n);
   the.names[the.n++] = *name;
}

static uint32_t key_of(const hp_root_name *name)
{
   TK_TABLE_EACH(i, &the.table, hash_of(name))
      if (the.names[i].kind == name->kind && the.names[i].what == name->what
          && the.names[i].caller == name->caller)
         return i;
   add_name(name);
   return (uint32_t)the.n - 1;
}

static void set_file(hp_root_name *name, UInt object)
{
   SizeT n;
   const tk_object *objects = tk_code_objects_list(run.names.objects, &n);
   if (object == TK_NO_OBJECT || object > n)
      return;
   name->path = objects[object - 1].path;
   name->build_id = objects[object - 1].build_id;
}

void hp_root_names_init(void)
{
   the.table = (tk_table){ .alloc = &run.alloc, .label = LABEL };
   add_name(&(hp_root_name){ .kind = HP_ROOT_LOST }); /* number HP_KEY_LOST */
}

uint32_t hp_root_names_key(hp_root_kind kind, const void *what)
{
   hp_root_name name = { .kind = (uint8_t)kind, .what = what };
   if (kind == HP_ROOT_STATIC || kind == HP_ROOT_THREAD_LOCAL) {
      const tk_variable *variable = what;
      set_file(&name, variable->binary);
      name.name = variable->name;
      name.start = variable->start;
      name.size_B = variable->size_B;
   } else if (kind == HP_ROOT_MAPPING) {
      name.name = what;
   }
   return key_of(&name);
}

static uint32_t frame_key(Addr pc, uint32_t caller)
{
   hp_root_name name = { .kind = HP_ROOT_STACK, .caller = caller };
   const tk_step *step = tk_unwind_step(&run.paths.unwinder, pc);
   if (!step->is_no_code) { /* what seems to be a frame can be none */
      const tk_stack *frames = run.names.by_number[step->frame];
      name.frames = frames->frames;
      name.n_frames = frames->n_frames;
      name.what = frames;
   }
   Addr in_file;
   if (tk_code_objects_in_file(run.names.objects, pc, &in_file)) {
      set_file(&name, tk_code_objects_find(run.names.objects, pc));
      name.start = in_file;
   }
   return key_of(&name);
}

/* All frames of a recursive function are one root, the outermost. */
void hp_root_names_stack(const Addr *pcs, UInt n, uint32_t *keys)
{
   for (UInt i = n; i-- > 0;) {
      UInt outer = i + 1;
      while (outer < n && pcs[outer] != pcs[i])
         outer++;
      if (outer < n) {
         keys[i] = keys[outer];
         the.names[keys[i]].recurses = true;
      } else {
         keys[i] = frame_key(pcs[i], i + 1 < n ? keys[i + 1] : HP_NO_CALLER);
      }
   }
}

const hp_root_name *hp_root_names_list(SizeT *n)
{
   *n = the.n;
   return the.names;
}
