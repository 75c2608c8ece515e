/* ac_data_match.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/ac_data_match.h"

#include "base/tk_strings.h"
#include "paths/an_match.h"
#include "paths/an_paths_join.h"
#include "paths/an_step.h"

#include <string.h>

enum { SIDES = 2 };

typedef struct {
   const tk_alloc *alloc;
   const ac_data *const *sides;
   uint32_t *const *numbers; /* of each datum: first that of its path, function or name */
   tk_strings *names, *objects;
   an_match *functions;    /* of stacks */
   an_paths_joined joined; /* of blocks of the heap */
} matching;

/* ---- Names ---- */

/* The number of a function with its file, or of a variable with its binary. */
static uint32_t number_name(const matching *m, tk_strings *names, const char *name,
                            const char *file, const char *object)
{
   size_t key_B;
   char *key = an_step_key(m->alloc, name == NULL ? AN_UNKNOWN : name, file, object,
                           &key_B);
   uint32_t number = tk_strings_number(names, key, key_B);
   tk_put(m->alloc, key);
   return number;
}

/* A variable without a symbol is told by where it begins. */
static uint32_t number_variable(const matching *m, const ac_data *data,
                                const ac_datum *datum)
{
   const char *path = datum->binary == AC_NO_DATA ? NULL
                                                  : data->binaries[datum->binary].path;
   uint32_t name = number_name(m, m->names, datum->name, path, path);
   uint64_t words[] = { name, datum->name == NULL ? datum->start : 0,
                        datum->name == NULL };
   return tk_strings_number(m->names, words, sizeof words);
}

static uint32_t number_text(const matching *m, const char *text)
{
   return tk_strings_number(m->names, text, text == NULL ? 0 : strlen(text) + 1);
}

/* ---- Call paths ---- */

/* Begins a side's paths, with its frames as others have them: *frames, for tk_put. */
static void begin_paths(matching *m, const ac_data *data, int side, an_frame **frames)
{
   *frames = tk_get(m->alloc, AN_LABEL, (data->n_frames + 1) * sizeof **frames);
   for (size_t i = 0; i < data->n_frames; i++) {
      const ac_data_frame *of = &data->frames[i];
      (*frames)[i] = (an_frame){
         .function = of->function == NULL ? AN_UNKNOWN : of->function,
         .file = of->file,
         .object = of->binary == AC_NO_DATA ? NULL : data->binaries[of->binary].path
      };
   }
   an_paths_joined_begin(&m->joined, side, *frames, data->n_frames);
}

/* ---- All data ---- */

static uint32_t number_datum(matching *m, const ac_datum *datum, int side)
{
   switch (datum->kind) {
   case AC_DATA_HEAP:
      return an_paths_joined_add(&m->joined, side,
                                 (an_path){ datum->frames, datum->n_frames });
   case AC_DATA_STATIC:
   case AC_DATA_TLS: return number_variable(m, m->sides[side], datum);
   case AC_DATA_STACK:
      return an_match_add(m->functions, 1u << side,
                          datum->name == NULL ? AN_UNKNOWN : datum->name, datum->file,
                          NULL);
   case AC_DATA_MAP: return number_text(m, datum->file);
   default: return 0;
   }
}

static void number_all(matching *m, int side)
{
   const ac_data *data = m->sides[side];
   an_frame *frames;
   begin_paths(m, data, side, &frames);
   for (size_t i = 0; i < data->n_data; i++)
      m->numbers[side][i] = number_datum(m, &data->data[i], side);
}

/* Numbers objects: by kind, and by what the number of a path or function became. */
static void number_objects(const matching *m)
{
   for (int side = 0; side < SIDES; side++)
      for (size_t i = 0; i < m->sides[side]->n_data; i++) {
         ac_data_kind kind = m->sides[side]->data[i].kind;
         uint32_t *number = &m->numbers[side][i];
         const uint32_t words[] = { kind, kind == AC_DATA_HEAP ? m->joined.into[*number]
                                          : kind == AC_DATA_STACK
                                             ? an_match_of(m->functions, *number)
                                             : *number };
         *number = tk_strings_number(m->objects, words, sizeof words);
      }
}

static void match_data(matching *m)
{
   m->names = tk_strings_new(m->alloc);
   m->objects = tk_strings_new(m->alloc);
   m->functions = an_match_new(m->alloc);
   number_all(m, 0);
   number_all(m, 1);
   an_match_join(m->functions);
   an_paths_join(&m->joined);
   number_objects(m);
}

void ac_data_match(const tk_alloc *alloc, const ac_data *const sides[2],
                   uint32_t *const numbers[2])
{
   matching m = { .alloc = alloc, .sides = sides, .numbers = numbers };
   an_paths_joined_open(&m.joined, alloc);
   match_data(&m);
}
