/* an_code_names.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/an_code_names.h"

#include "base/an_alloc.h"
#include "base/tk_array.h"
#include "base/tk_strings.h"
#include "commands/an_differs.h"
#include "types/ty_symbols.h"

#include <string.h>

/* An object that was met, where it stays. */
typedef struct known {
   struct known *next;
   an_object object;
} known;

struct an_code_names {
   ac_load_code load;
   const tk_alloc *alloc;
   const an_source_places *places;
   ty_code_objects *objects; /* NULL until there is code without symbols */
   tk_strings *strings;
   tk_arena arena;
   known *known;
};

static void open_objects(an_code_names *names)
{
   if (names->objects == NULL)
      names->objects = ty_code_objects_new(names->alloc, names->places);
   if (names->strings == NULL)
      names->strings = tk_strings_new(names->alloc);
}

static const an_object *find_object(an_code_names *names, const char *path,
                                    const char *build_id)
{
   path = tk_strings_intern(names->strings, path, strlen(path));
   build_id = tk_strings_intern(names->strings, build_id, strlen(build_id));
   known *k = names->known;
   while (k != NULL && (k->object.path != path || k->object.build_id != build_id))
      k = k->next;
   if (k != NULL)
      return &k->object;
   k = tk_get(names->alloc, AN_LABEL, sizeof *k);
   *k = (known){ names->known, { .path = path, .build_id = build_id } };
   names->known = k;
   return &k->object;
}

/* Sets *object, or leaves NULL if it cannot be known which build a file is. */
static void open_object(an_code_names *names, const char *path, const char *build_id,
                        const an_object **object)
{
   if (*build_id == '\0')
      return; /* any file could be at the path by now */
   open_objects(names);
   *object = find_object(names, path, build_id);
}

static void find_function(void *context, const char *path, const char *build_id,
                          uint64_t address, const char **file, const char **function)
{
   an_code_names *names = context;
   ty_symbol symbol;
   const an_object *object = NULL;
   open_object(names, path, build_id, &object);
   if (object != NULL
       && ty_symbols_function(&symbol, names->objects, &names->arena, object, address)) {
      *file = symbol.file;
      *function = symbol.function;
   }
}

/* Finds the line of an address, and its function: of functions inlined there, the one
   that they are in. */
static void find_at(void *context, const char *path, const char *build_id,
                    uint64_t address, const char **file, const char **function,
                    uint32_t *line)
{
   an_code_names *names = context;
   ty_symbol symbols[TY_SYMBOLS_MOST];
   const an_object *object = NULL;
   open_object(names, path, build_id, &object);
   size_t n = object == NULL
                 ? 0
                 : ty_symbols_at(symbols, names->objects, &names->arena, object, address);
   if (n > 0) {
      *file = symbols[n - 1].file;
      *function = symbols[n - 1].function;
      *line = symbols[n - 1].line;
   }
}

an_code_names *an_code_names_begin(an_options *options)
{
   const tk_alloc *alloc = an_alloc_malloc();
   an_code_names *names = tk_get(alloc, AN_LABEL, sizeof *names);
   *names = (an_code_names){ .load = { find_function, find_at, names },
                             .alloc = alloc,
                             .places = &options->request.source };
   tk_arena_init(&names->arena, alloc, AN_LABEL);
   if (!names->places->is_closed)
      options->names.code = &names->load;
   return names;
}

void an_code_names_end(an_code_names *names)
{
   if (names->objects != NULL)
      an_differs_warn(names->objects);
   while (names->known != NULL) {
      known *next = names->known->next;
      names->known = next;
   }
}
