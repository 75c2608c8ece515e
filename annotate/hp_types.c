/* hp_types.c -- what types a site's blocks have: putting together what its frames,
   their source and their debug info say.

   Frame by frame outwards: a call that allocates says a type, or that it has one
   but none that is told here, or nothing; then the caller may, if the function
   passes on any memory.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "hp_types.h"

#include "hp_code.h"
#include "hp_hints.h"
#include "hp_layout.h"
#include "hp_name.h"
#include "hp_verdict.h"

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
   hp_type type;
};

struct hp_types {
   const tk_alloc *alloc;
   const an_source_places *places;
   hp_code_objects *objects;
   an_arena arena;
   known *known;
};

hp_types *hp_types_new(const tk_alloc *alloc, const an_source_places *places)
{
   hp_types *types = tk_get(alloc, LABEL, sizeof *types);
   hp_code_objects *objects = hp_code_objects_new(alloc, places);
   if (types == NULL || objects == NULL) {
      tk_put(alloc, types);
      hp_code_objects_free(objects);
      return NULL;
   }
   *types = (hp_types){ .alloc = alloc, .places = places,
                        .objects = objects };
   an_arena_init(&types->arena, alloc, LABEL);
   return types;
}

void hp_types_free(hp_types *types)
{
   if (types == NULL)
      return;
   while (types->known != NULL) {
      known *next = types->known->next;
      tk_put(types->alloc, types->known);
      types->known = next;
   }
   hp_code_objects_free(types->objects);
   an_arena_free(&types->arena);
   tk_put(types->alloc, types);
}

const char *hp_types_refused(const hp_types *types, size_t i,
                             const char **problem)
{
   return hp_code_refused(types->objects, i, problem);
}

/* ---- Frames ---- */

/* Without debug info: by its name, a function that passes on memory. */
static bool is_allocator(const hp_frame *frame)
{
   return strstr(frame->function, "alloc") != NULL;
}

typedef struct {
   const hp_types *types;
   const hp_profile *profile;
   const hp_site *site;
   size_t at, end; /* frames of the site */
   char callee[HP_HINT_TEXT_B];
   bool has_callee;
} walk;

static const hp_frame *frame_at(const walk *w)
{
   return &w->profile->frames[w->site->frames[w->at]];
}

static void set_callee(walk *w, const char *function)
{
   w->has_callee = hp_hints_callee(function, w->callee);
}

/* Is one of the code's functions from the i-th on the frame's? */
static bool is_among(hp_code *code, size_t i, const hp_frame *frame)
{
   hp_function function;
   bool is_found = false;
   for (; !is_found && hp_function_open(&function, code, i); i++) {
      is_found = hp_function_is(&function, frame->function);
      hp_function_close(&function);
   }
   return is_found;
}

/* The functions, inlined ones first, that are at one address; *goes_on as in
   hp_verdict.h.  The profile has a frame for each, or, if Valgrind could not tell
   what is inlined, one for all. */
static hp_verdict of_address(walk *w, hp_code *code, bool *goes_on)
{
   hp_verdict v = { .kind = HP_SAYS_NOTHING };
   uint64_t address = frame_at(w)->address;
   hp_line line = { frame_at(w)->file, frame_at(w)->line };
   *goes_on = (uint32_t)code->line == line.number;
   for (size_t i = 0; *goes_on && w->at < w->end
                      && frame_at(w)->address == address; i++) {
      hp_function function;
      if (!is_among(code, i, frame_at(w))) {
         *goes_on = i > 0; /* recursion: the same call once more */
         break;
      }
      if (!hp_function_open(&function, code, i))
         break;
      v = hp_verdict_of(&function, w->site, &line,
                        w->has_callee ? w->callee : NULL, w->types->alloc,
                        w->types->places, goes_on);
      set_callee(w, dwarf_diename(hp_function_die(&function)));
      w->at += hp_function_is(&function, frame_at(w)->function);
      if (!hp_function_call(&function, &line.file, &line.number))
         line = (hp_line){ NULL, 0 };
      hp_function_close(&function);
   }
   return v;
}

static hp_verdict of_site(const hp_types *types, const hp_profile *profile,
                       const hp_site *site)
{
   walk w = { .types = types, .profile = profile, .site = site,
              .at = hp_name_start(profile, site, true) };
   w.end = site->n_frames - w.at < MAX_FRAMES ? site->n_frames
                                              : w.at + MAX_FRAMES;
   hp_verdict v = { .kind = HP_SAYS_NOTHING };
   bool goes_on = true;
   while (goes_on && w.at < w.end) {
      hp_code code;
      if (hp_code_find(&code, types->objects, profile,
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

static const hp_type *layout_of(hp_types *types, const hp_site *site,
                                hp_verdict *v)
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
   if (!hp_layout_make(&k->type, &types->arena, &v->type, &v->named,
                       block_B)) {
      tk_put(types->alloc, k);
      return NULL;
   }
   types->known = k;
   return &k->type;
}

const hp_type *hp_types_of_site(hp_types *types, const hp_profile *profile,
                                const hp_site *site)
{
   if (profile->n_objects == 0 || strcmp(profile->mode, "heap") != 0
       || site->max_size == 0)
      return NULL;
   hp_verdict v = of_site(types, profile, site);
   return v.kind == HP_SAYS_TYPE ? layout_of(types, site, &v) : NULL;
}
