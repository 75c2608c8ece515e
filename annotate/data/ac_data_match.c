/* ac_data_match.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "data/ac_data_match.h"

#include "base/tk_array.h"
#include "base/tk_strings.h"
#include "paths/an_match.h"
#include "paths/an_name.h"
#include "paths/an_paths_join.h"
#include "paths/an_step.h"

#include <string.h>

#define LABEL "an.data.match"

enum { SIDES = 2 };

typedef struct {
   const tk_alloc *alloc;
   const ac_data *const *sides;
   uint32_t *const *numbers; /* of each datum: first that of its path, function or name */
   tk_strings *steps, *paths, *names, *objects;
   an_match *functions;      /* of stacks */
   bool *is_of_library;      /* of each step */
   uint8_t *sides_of;        /* of each path: bits */
   uint32_t *step_of, *path; /* of each frame of a side; room for a path */
   size_t library_capacity, sides_capacity;
} matching;

/* ---- Names ---- */

/* The number of a function with its file, or of a variable with its binary. */
static uint32_t number_name(const matching *m, tk_strings *names, const char *name,
                            const char *file, const char *object)
{
   size_t key_B;
   char *key = an_step_key(m->alloc, name == NULL ? AN_UNKNOWN : name, file, object,
                           &key_B);
   uint32_t number = key == NULL ? (uint32_t)TK_STRINGS_NONE
                                 : tk_strings_number(names, key, key_B);
   tk_put(m->alloc, key);
   return number;
}

/* A variable without a symbol is told by where it begins. */
static uint32_t number_variable(const matching *m, const ac_data *data,
                                const ac_datum *datum)
{
   const char *path
      = datum->binary == AC_NO_DATA ? NULL : data->binaries[datum->binary].path;
   uint32_t name = number_name(m, m->names, datum->name, path, path);
   uint64_t words[] = { name, datum->name == NULL ? datum->start : 0,
                        datum->name == NULL };
   return name == TK_STRINGS_NONE ? name
                                  : tk_strings_number(m->names, words, sizeof words);
}

static uint32_t number_text(const matching *m, const char *text)
{
   return tk_strings_number(m->names, text, text == NULL ? 0 : strlen(text) + 1);
}

/* ---- Call paths ---- */

static uint32_t number_step(matching *m, const ac_data *data, const ac_data_frame *from)
{
   const char *object
      = from->binary == AC_NO_DATA ? NULL : data->binaries[from->binary].path;
   const an_frame frame = { .function = from->function == NULL ? AN_UNKNOWN
                                                               : from->function,
                            .file = from->file, .object = object };
   size_t n = tk_strings_count(m->steps);
   if (!TK_ARRAY_ROOM(m->alloc, LABEL, m->is_of_library, n, m->library_capacity))
      return TK_STRINGS_NONE;
   uint32_t number = number_name(m, m->steps, from->function, from->file, object);
   if (number == n)
      m->is_of_library[n] = an_name_is_of_library(&frame);
   return number;
}

static bool number_steps(matching *m, const ac_data *data)
{
   size_t longest = 0;
   for (size_t i = 0; i < data->n_data; i++)
      longest = data->data[i].n_frames > longest ? data->data[i].n_frames : longest;
   tk_put(m->alloc, m->step_of);
   tk_put(m->alloc, m->path);
   m->step_of = tk_get(m->alloc, LABEL, (data->n_frames + 1) * sizeof *m->step_of);
   m->path = tk_get(m->alloc, LABEL, (longest + 1) * sizeof *m->path);
   bool ok = m->step_of != NULL && m->path != NULL;
   for (size_t i = 0; i < data->n_frames && ok; i++) {
      m->step_of[i] = number_step(m, data, &data->frames[i]);
      ok = m->step_of[i] != TK_STRINGS_NONE;
   }
   return ok;
}

/* Recursion of any depth is one step. */
static uint32_t number_path(matching *m, const ac_datum *datum, int side)
{
   size_t n = 0, n_paths = tk_strings_count(m->paths);
   for (size_t i = 0; i < datum->n_frames; i++) {
      uint32_t step = m->step_of[datum->frames[i]];
      if (n == 0 || m->path[n - 1] != step)
         m->path[n++] = step;
   }
   if (!TK_ARRAY_ROOM(m->alloc, LABEL, m->sides_of, n_paths, m->sides_capacity))
      return TK_STRINGS_NONE;
   uint32_t number = tk_strings_number(m->paths, m->path, n * sizeof *m->path);
   if (number == n_paths)
      m->sides_of[number] = 0;
   if (number != TK_STRINGS_NONE)
      m->sides_of[number] |= (uint8_t)(1u << side);
   return number;
}

/* ---- All data ---- */

static uint32_t number_datum(matching *m, const ac_datum *datum, int side)
{
   switch (datum->kind) {
   case AC_DATA_HEAP:
      return number_path(m, datum, side);
   case AC_DATA_STATIC:
   case AC_DATA_TLS:
      return number_variable(m, m->sides[side], datum);
   case AC_DATA_STACK:
      return an_match_add(m->functions, 1u << side,
                          datum->name == NULL ? AN_UNKNOWN : datum->name, datum->file,
                          NULL);
   case AC_DATA_MAP:
      return number_text(m, datum->file);
   default:
      return 0;
   }
}

static bool number_all(matching *m, int side)
{
   const ac_data *data = m->sides[side];
   bool ok = number_steps(m, data);
   for (size_t i = 0; i < data->n_data && ok; i++) {
      m->numbers[side][i] = number_datum(m, &data->data[i], side);
      ok = m->numbers[side][i] != TK_STRINGS_NONE;
   }
   return ok;
}

/* Numbers objects: by kind, and by what the number of a path or function became. */
static bool number_objects(const matching *m, const uint32_t *into)
{
   for (int side = 0; side < SIDES; side++)
      for (size_t i = 0; i < m->sides[side]->n_data; i++) {
         ac_data_kind kind = m->sides[side]->data[i].kind;
         uint32_t *number = &m->numbers[side][i];
         const uint32_t words[] = {
            kind, kind == AC_DATA_HEAP    ? into[*number]
                  : kind == AC_DATA_STACK ? an_match_of(m->functions, *number)
                                          : *number };
         *number = tk_strings_number(m->objects, words, sizeof words);
         if (*number == TK_STRINGS_NONE)
            return false;
      }
   return true;
}

static bool match_data(matching *m)
{
   m->steps = tk_strings_new(m->alloc);
   m->paths = tk_strings_new(m->alloc);
   m->names = tk_strings_new(m->alloc);
   m->objects = tk_strings_new(m->alloc);
   m->functions = an_match_new(m->alloc);
   if (m->steps == NULL || m->paths == NULL || m->names == NULL || m->objects == NULL
       || m->functions == NULL || !number_all(m, 0) || !number_all(m, 1)
       || !an_match_join(m->functions))
      return false;
   size_t n = tk_strings_count(m->paths);
   const an_paths_joined joined = {
      .alloc = m->alloc, .steps = m->steps, .paths = m->paths,
      .is_of_library = m->is_of_library, .sides = m->sides_of,
      .into = tk_get(m->alloc, LABEL, (n + 1) * sizeof *joined.into),
   };
   bool ok = joined.into != NULL && an_paths_join(&joined)
             && number_objects(m, joined.into);
   tk_put(m->alloc, joined.into);
   return ok;
}

bool ac_data_match(const tk_alloc *alloc, const ac_data *const sides[2],
                   uint32_t *const numbers[2])
{
   matching m = { .alloc = alloc, .sides = sides, .numbers = numbers };
   bool ok = match_data(&m);
   tk_strings_free(m.steps);
   tk_strings_free(m.paths);
   tk_strings_free(m.names);
   tk_strings_free(m.objects);
   an_match_free(m.functions);
   void *const blocks[] = { m.is_of_library, m.sides_of, m.step_of, m.path };
   for (size_t i = 0; i < sizeof blocks / sizeof blocks[0]; i++)
      tk_put(alloc, blocks[i]);
   return ok;
}
