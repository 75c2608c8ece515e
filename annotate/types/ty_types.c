/* ty_types.c -- what types a site's blocks have: putting together what its frames,
   their source and their debug info say.

   Frame by frame outwards: a call that allocates says a type, or that it has one
   but none that is told here, or nothing; then the caller may, if the function
   passes on any memory.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "types/ty_types.h"

#include "types/ty_code.h"
#include "types/ty_hints.h"
#include "types/ty_layout.h"
#include "heap/ah_name.h"
#include "types/ty_evidence.h"

#include <dwarf.h>
#include <string.h>

#define LABEL "hp.types"

enum {
   MAX_FRAMES = 12, /* from where it is allocated to where it is said what for */
};

typedef struct known known;

/* A layout that was made. */
struct known {
   known *next;
   void *die;
   int64_t block_B;
   ty_type type;
};

struct ty_types {
   const tk_alloc *alloc;
   const an_source_places *places;
   ty_code_objects *objects;
   tk_arena arena;
   known *known;
};

ty_types *ty_types_new(const tk_alloc *alloc, const an_source_places *places)
{
   ty_types *types = tk_get(alloc, LABEL, sizeof *types);
   ty_code_objects *objects = ty_code_objects_new(alloc, places);
   if (types == NULL || objects == NULL) {
      tk_put(alloc, types);
      ty_code_objects_free(objects);
      return NULL;
   }
   *types = (ty_types){ .alloc = alloc, .places = places,
                        .objects = objects };
   tk_arena_init(&types->arena, alloc, LABEL);
   return types;
}

void ty_types_free(ty_types *types)
{
   if (types == NULL)
      return;
   while (types->known != NULL) {
      known *next = types->known->next;
      tk_put(types->alloc, types->known);
      types->known = next;
   }
   ty_code_objects_free(types->objects);
   tk_arena_free(&types->arena);
   tk_put(types->alloc, types);
}

const char *ty_types_refused(const ty_types *types, size_t i,
                             const char **problem)
{
   return ty_code_refused(types->objects, i, problem);
}

/* ---- Frames ---- */

/* Without debug info: by its name, a function that passes on memory. */
static bool is_allocator(const ah_frame *frame)
{
   return strstr(frame->function, "alloc") != NULL;
}

typedef struct {
   const ty_types *types;
   const ah_profile *profile;
   const ah_site *site;
   size_t at, end; /* frames of the site */
   char callee[TY_HINT_TEXT_B];
   bool has_callee;
} walk;

static const ah_frame *frame_at(const walk *w)
{
   return &w->profile->frames[w->site->frames[w->at]];
}

static void set_callee(walk *w, const char *function)
{
   w->has_callee = ty_hints_callee(function, w->callee);
}

/* Is one of the code's functions from the i-th on the frame's? */
static bool is_among(ty_code *code, size_t i, const ah_frame *frame)
{
   ty_function function;
   bool is_found = false;
   for (; !is_found && ty_function_open(&function, code, i); i++) {
      is_found = ty_function_is(&function, frame->function);
      ty_function_close(&function);
   }
   return is_found;
}

/* The functions, inlined ones first, that are at one address; *goes_on as in
   ty_evidence.h.  The profile has a frame for each, or, if Valgrind could not tell
   what is inlined, one for all. */
static ty_evidence of_address(walk *w, ty_code *code, bool *goes_on)
{
   ty_evidence v = { .kind = TY_SAYS_NOTHING };
   uint64_t address = frame_at(w)->address;
   ty_line line = { frame_at(w)->file, frame_at(w)->line };
   *goes_on = (uint32_t)code->line == line.number;
   for (size_t i = 0; *goes_on && w->at < w->end
                      && frame_at(w)->address == address; i++) {
      ty_function function;
      if (!is_among(code, i, frame_at(w))) {
         *goes_on = i > 0; /* recursion: the same call once more */
         break;
      }
      if (!ty_function_open(&function, code, i))
         break;
      v = ty_evidence_of(&function, w->site, &line,
                        w->has_callee ? w->callee : NULL, w->types->alloc,
                        w->types->places, goes_on);
      set_callee(w, dwarf_diename(ty_function_die(&function)));
      w->at += ty_function_is(&function, frame_at(w)->function);
      if (!ty_function_call(&function, &line.file, &line.number))
         line = (ty_line){ NULL, 0 };
      ty_function_close(&function);
   }
   return v;
}

static ty_evidence of_site(const ty_types *types, const ah_profile *profile,
                       const ah_site *site)
{
   walk w = { .types = types, .profile = profile, .site = site,
              .at = ah_name_start(profile, site, true) };
   w.end = site->n_frames - w.at < MAX_FRAMES ? site->n_frames
                                              : w.at + MAX_FRAMES;
   ty_evidence v = { .kind = TY_SAYS_NOTHING };
   bool goes_on = true;
   while (goes_on && w.at < w.end) {
      ty_code code;
      if (ty_code_find(&code, types->objects, profile,
                       frame_at(&w)->address)) {
         v = of_address(&w, &code, &goes_on);
      } else {
         goes_on = is_allocator(frame_at(&w));
         set_callee(&w, frame_at(&w)->function);
         w.at++;
      }
   }
   return v;
}

/* ---- Layouts ---- */

static const ty_type *layout_of(ty_types *types, const ah_site *site,
                                ty_evidence *v)
{
   int64_t block_B = v->has_more && site->min_size == site->max_size
                        ? site->max_size : 0;
   for (known *k = types->known; k != NULL; k = k->next)
      if (k->die == v->type.addr && k->block_B == block_B)
         return &k->type;
   known *k = tk_get(types->alloc, LABEL, sizeof *k);
   if (k == NULL)
      return NULL;
   *k = (known){ .next = types->known, .die = v->type.addr,
                 .block_B = block_B };
   if (!ty_layout_make(&k->type, &types->arena, &v->type, &v->named,
                       block_B)) {
      tk_put(types->alloc, k);
      return NULL;
   }
   types->known = k;
   return &k->type;
}

const ty_type *ty_types_of_site(ty_types *types, const ah_profile *profile,
                                const ah_site *site)
{
   if (profile->n_objects == 0 || strcmp(profile->mode, "heap") != 0
       || site->max_size == 0)
      return NULL;
   ty_evidence v = of_site(types, profile, site);
   return v.kind == TY_SAYS_TYPE ? layout_of(types, site, &v) : NULL;
}
