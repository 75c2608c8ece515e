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

#include <dwarf.h>
#include <string.h>

#define LABEL "hp.types"

enum {
   MAX_FRAMES = 12, /* from where it is allocated to where it is said what for */
   MAX_CALLS = 8,   /* on one line */
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
   hp_code_objects *objects = hp_code_objects_new(alloc, places->root);
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

/* ---- What is said ---- */

typedef enum {
   SAYS_NOTHING, /* memory of any type */
   SAYS_BYTES,   /* characters, as which memory of any type is taken, too */
   SAYS_UNKNOWN, /* a type that is not found */
   SAYS_OTHER,   /* no struct; or what cannot be true */
   SAYS_TYPE,
} kind;

/* What one call, or one hint of it, says of the block. */
typedef struct {
   kind kind;
   Dwarf_Die named, type; /* as written; the struct itself */
   bool is_many, has_more;
   bool is_sized; /* it is the size that says it */
} verdict;

static const verdict NOTHING = { .kind = SAYS_NOTHING };
static const verdict OTHER = { .kind = SAYS_OTHER };

static bool is_bytes(Dwarf_Die *type)
{
   return dwarf_tag(type) == DW_TAG_base_type && hp_dwarf_size(type) == 1;
}

/* Of a type, by debug info. */
static verdict of_type(Dwarf_Die named)
{
   verdict v = { .kind = SAYS_TYPE, .named = named, .type = named };
   if (!hp_dwarf_peel(&v.type))
      return NOTHING; /* void */
   if (!hp_dwarf_is_struct(&v.type))
      v.kind = is_bytes(&v.type) ? SAYS_BYTES : SAYS_OTHER;
   return v;
}

static verdict of_pointer(Dwarf_Die pointer)
{
   Dwarf_Die target;
   bool is_void;
   if (hp_dwarf_follow(&pointer, &target, &is_void))
      return of_type(target);
   return is_void ? NOTHING : OTHER;
}

/* ---- Hints ---- */

static verdict of_sized(const hp_function *f, const char *text)
{
   Dwarf_Die type;
   verdict v = { .kind = SAYS_UNKNOWN };
   size_t length = strlen(text);
   if (hp_function_expression(f, text, &type)
       || hp_function_type(f, text, length, &type))
      v = of_type(type);
   else if (text[length - 1] == '*')
      v = OTHER; /* pointers, whatever to */
   v.is_sized = true;
   return v;
}

/* "struct node**": a pointer to what the block has, so that with two stars the
   block has pointers. */
static verdict of_cast(const hp_function *f, const char *text)
{
   Dwarf_Die type;
   size_t length = strlen(text), n_stars = 0;
   for (; length > 0 && text[length - 1] == '*'; length--)
      n_stars++;
   if (n_stars > 1)
      return OTHER;
   if (!hp_function_type(f, text, length, &type))
      return NOTHING;
   return n_stars == 1 ? of_type(type) : of_pointer(type);
}

/* What is no type is any other argument. */
static verdict of_argument(const hp_function *f, const char *text)
{
   Dwarf_Die type;
   size_t length = strlen(text);
   if (strchr(text, '*') != NULL
       || hp_function_variable(f, text, length, &type)
       || !hp_function_type(f, text, length, &type))
      return NOTHING;
   verdict v = of_type(type);
   v.is_sized = true;
   return v;
}

static verdict of_hint(const hp_function *f, const hp_hint *hint)
{
   Dwarf_Die type;
   switch (hint->kind) {
   case HP_HINT_SIZED:
   case HP_HINT_TYPE:
      return of_sized(f, hint->text);
   case HP_HINT_ARGUMENT:
      return of_argument(f, hint->text);
   case HP_HINT_CAST:
      return of_cast(f, hint->text);
   case HP_HINT_POINTER:
      return hp_function_expression(f, hint->text, &type) ? of_pointer(type)
                                                          : NOTHING;
   default:
      return hp_dwarf_type(hp_function_die(f), &type) ? of_pointer(type)
                                                      : NOTHING;
   }
}

/* Both together.  A pointer may be to what the type that was allocated begins
   with, as its base. */
static verdict join(verdict a, verdict b)
{
   if (a.kind < b.kind) {
      verdict larger = b;
      b = a;
      a = larger;
   }
   if (b.kind == SAYS_NOTHING || b.kind == SAYS_UNKNOWN)
      return a;
   if (a.kind != SAYS_TYPE)
      return a;
   if (b.kind == SAYS_BYTES)
      return a.is_sized ? a : OTHER;
   if (b.kind == SAYS_OTHER)
      return OTHER;
   if (a.type.addr == b.type.addr)
      return a.is_sized ? a : b;
   if (a.is_sized && hp_dwarf_begins_with(&a.type, &b.type))
      return a;
   if (b.is_sized && hp_dwarf_begins_with(&b.type, &a.type))
      return b;
   return OTHER;
}

static verdict of_call(const hp_function *f, const hp_hints *call)
{
   verdict all = NOTHING;
   for (size_t i = 0; i < call->n; i++)
      all = join(all, of_hint(f, &call->hints[i]));
   all.is_many = call->is_many;
   all.has_more = call->has_more;
   return all;
}

/* ---- Sizes ---- */

/* May blocks of these sizes be of the type? */
static bool fits(const hp_site *site, verdict *v)
{
   int64_t size_B = hp_dwarf_size(&v->type);
   int64_t min_B = site->min_size, max_B = site->max_size;
   if (size_B <= 0 || max_B < size_B)
      return false;
   if (min_B == size_B && max_B == size_B)
      return true;
   if (v->is_many && min_B % size_B == 0 && max_B % size_B == 0)
      return true;
   if (min_B < size_B || !(v->has_more || hp_layout_is_open(&v->type)))
      return false;
   v->has_more = true;
   return true;
}

/* ---- Source ---- */

/* The statement of the frame's line, in a file that the caller closes. */
static bool find_statement(hp_statement *statement, an_source *source,
                           const hp_types *types, const hp_frame *frame)
{
   const char *first[2 * HP_STATEMENT_LINES + 1] = { NULL };
   size_t n = sizeof first / sizeof *first, line = 0;
   const char *start = NULL;
   if (frame->file == NULL || frame->line == 0
       || an_source_open(source, types->alloc, frame->file, types->places)
             != AN_OK)
      return false;
   bool is_found = false;
   if (source->problem == NULL) {
      size_t last = (size_t)frame->line + HP_STATEMENT_LINES;
      while (line < last && an_source_next(source)) {
         first[line++ % n] = source->line;
         if (line == frame->line)
            start = source->line;
      }
   }
   if (start != NULL) {
      size_t before = frame->line - 1 < HP_STATEMENT_LINES
                         ? frame->line - 1 : HP_STATEMENT_LINES;
      const char *text = first[(frame->line - 1 - before) % n];
      is_found = hp_statement_find(
         statement, text, (size_t)(source->line + source->length - text),
         start);
   }
   if (!is_found)
      an_source_close(source);
   return is_found;
}

/* Of the calls on the line that may be the one, those whose type fits must be of
   one type. */
static verdict of_source(const hp_types *types, const hp_function *f,
                         const hp_site *site, const hp_frame *frame,
                         const char *callee)
{
   hp_statement statement;
   an_source source;
   hp_hints calls[MAX_CALLS];
   if (!find_statement(&statement, &source, types, frame))
      return NOTHING;
   size_t n = hp_hints_find(&statement, callee, calls, MAX_CALLS);
   verdict all = NOTHING;
   bool is_other = false, has_more = false;
   for (size_t i = 0; i < n; i++) {
      verdict v = of_call(f, &calls[i]);
      has_more = has_more || v.has_more;
      if (v.kind == SAYS_TYPE && fits(site, &v))
         all = join(all, v);
      else if (v.kind >= SAYS_UNKNOWN)
         is_other = true;
   }
   an_source_close(&source);
   if (all.kind == SAYS_NOTHING && is_other)
      return OTHER;
   all.has_more = all.kind == SAYS_TYPE ? all.has_more : has_more;
   return all;
}

/* ---- Libraries ---- */

/* allocate(n) of an allocator of C++ returns what it is for. */
static verdict of_allocator(const hp_function *f)
{
   Dwarf_Die type;
   if (!hp_dwarf_is_named(hp_function_die(f), "allocate", 8)
       || f->n_parents < 2
       || !hp_dwarf_type(hp_function_die(f), &type))
      return NOTHING;
   verdict v = of_pointer(type);
   v.is_many = true;
   return v;
}

static bool is_rust(const hp_function *f)
{
   Dwarf_Die unit = f->unit;
   return dwarf_srclang(&unit) == DW_LANG_Rust;
}

static const char *name_of(Dwarf_Die *die)
{
   const char *name = dwarf_diename(die);
   return name == NULL ? "" : name;
}

/* In alloc::boxed and alloc::vec it is the parameter T; what is deeper in the
   library says nothing. */
static verdict of_rust(const hp_function *f)
{
   Dwarf_Die type;
   bool is_box = false, is_vector = false;
   for (size_t i = 1; i < f->n_parents; i++) {
      is_box = is_box || hp_dwarf_is_named(&f->parents[i], "boxed", 5);
      is_vector = is_vector || hp_dwarf_is_named(&f->parents[i], "vec", 3)
                  || hp_dwarf_is_named(&f->parents[i], "raw_vec", 7);
   }
   if ((!is_box && !is_vector)
       || !hp_function_parameter(f, "T", &type))
      return NOTHING;
   if (strncmp(name_of(&type), "MaybeUninit<", 12) == 0)
      hp_dwarf_parameter(&type, "T", 1, &type);
   verdict v = of_type(type);
   v.is_many = is_vector;
   return v.kind == SAYS_NOTHING ? OTHER : v;
}

static bool is_of_rust_library(const hp_function *f)
{
   for (size_t i = 1; i < f->n_parents; i++)
      if (hp_dwarf_is_named(&f->parents[i], "alloc", 5))
         return true;
   return false;
}

/* ---- Frames ---- */

/* Does it return memory of any type? */
static bool passes_on(const hp_function *f)
{
   Dwarf_Die type, target;
   bool is_void;
   if (is_rust(f))
      return is_of_rust_library(f);
   if (!hp_dwarf_type(hp_function_die(f), &type))
      return false;
   if (!hp_dwarf_follow(&type, &target, &is_void))
      return is_void;
   return hp_dwarf_peel(&target) && is_bytes(&target);
}

/* What the frame says; *goes_on: its caller may say more. */
static verdict of_frame(const hp_types *types, const hp_function *f,
                        const hp_site *site, const hp_frame *frame,
                        const char *callee, bool *goes_on)
{
   verdict v = is_rust(f) ? of_rust(f) : of_allocator(f);
   if (v.kind == SAYS_NOTHING && !is_rust(f))
      v = of_source(types, f, site, frame, callee);
   Dwarf_Die result;
   if (v.kind != SAYS_OTHER && hp_function_result(f, &result))
      v = join(v, of_type(result));
   if (v.kind == SAYS_TYPE && !fits(site, &v))
      v = OTHER;
   *goes_on = v.kind <= SAYS_BYTES && !v.has_more && passes_on(f);
   return v;
}

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

static void step(walk *w, const char *function)
{
   w->has_callee = hp_hints_callee(function, w->callee);
   w->at++;
}

/* The functions, inlined ones first, that are at one address; *goes_on as above. */
static verdict of_address(walk *w, hp_code *code, bool *goes_on)
{
   verdict v = NOTHING;
   uint64_t address = frame_at(w)->address;
   *goes_on = (uint32_t)code->line == frame_at(w)->line;
   for (size_t i = 0; *goes_on && w->at < w->end
                      && frame_at(w)->address == address; i++) {
      hp_function function;
      if (!hp_function_open(&function, code, i))
         break; /* recursion: the same call once more */
      *goes_on = hp_function_is(&function, frame_at(w)->function);
      if (*goes_on)
         v = of_frame(w->types, &function, w->site, frame_at(w),
                      w->has_callee ? w->callee : NULL, goes_on);
      step(w, dwarf_diename(hp_function_die(&function)));
      hp_function_close(&function);
   }
   return v;
}

static verdict of_site(const hp_types *types, const hp_profile *profile,
                       const hp_site *site)
{
   walk w = { .types = types, .profile = profile, .site = site,
              .at = hp_name_start(profile, site, true) };
   w.end = site->n_frames - w.at < MAX_FRAMES ? site->n_frames
                                              : w.at + MAX_FRAMES;
   verdict v = NOTHING;
   bool goes_on = true;
   while (goes_on && w.at < w.end) {
      hp_code code;
      if (hp_code_find(&code, types->objects, profile,
                       frame_at(&w)->address)) {
         v = of_address(&w, &code, &goes_on);
      } else {
         goes_on = is_allocator(frame_at(&w));
         step(&w, frame_at(&w)->function);
      }
   }
   return v;
}

/* ---- Layouts ---- */

static const hp_type *layout_of(hp_types *types, const hp_site *site,
                                verdict *v)
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
   verdict v = of_site(types, profile, site);
   return v.kind == SAYS_TYPE ? layout_of(types, site, &v) : NULL;
}
