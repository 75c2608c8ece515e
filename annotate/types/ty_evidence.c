/* ty_evidence.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "types/ty_evidence.h"

#include "types/ty_hints.h"
#include "types/ty_layout.h"

#include <dwarf.h>
#include <string.h>

enum { MAX_CALLS = 8 }; /* on one line */

/* ---- Types ---- */

static const ty_evidence NOTHING = { .kind = TY_SAYS_NOTHING };
static const ty_evidence OTHER = { .kind = TY_SAYS_OTHER };

static bool is_bytes(Dwarf_Die *type)
{
   return dwarf_tag(type) == DW_TAG_base_type && ty_die_size(type) == 1;
}

/* A type in debug info. */
static ty_evidence of_type(const ty_function *f, Dwarf_Die named)
{
   ty_evidence v = { .kind = TY_SAYS_TYPE, .named = named, .type = named };
   if (!ty_dwarf_peel(f->code->trees, &v.type))
      return NOTHING; /* void */
   if (!ty_die_is_struct(&v.type))
      v.kind = is_bytes(&v.type) ? TY_SAYS_BYTES : TY_SAYS_OTHER;
   return v;
}

static ty_evidence of_pointer(const ty_function *f, Dwarf_Die pointer)
{
   Dwarf_Die target;
   bool is_void;
   if (ty_dwarf_follow(f->code->trees, &pointer, &target, &is_void))
      return of_type(f, target);
   return is_void ? NOTHING : OTHER;
}

/* ---- Hints ---- */

static ty_evidence of_sized(const ty_function *f, const char *text)
{
   Dwarf_Die type;
   ty_evidence v = { .kind = TY_SAYS_UNKNOWN };
   size_t length = strlen(text);
   if (ty_function_expression(f, text, &type) || ty_function_type(f, text, length, &type))
      v = of_type(f, type);
   else if (text[length - 1] == '*')
      v = OTHER; /* pointers, whatever to */
   v.is_sized = true;
   return v;
}

/* "struct node**" is a pointer to the block's content: with two stars, the block
   has pointers. */
static ty_evidence of_cast(const ty_function *f, const char *text)
{
   Dwarf_Die type;
   size_t length = strlen(text), n_stars = 0;
   for (; length > 0 && text[length - 1] == '*'; length--)
      n_stars++;
   if (n_stars > 1)
      return OTHER;
   if (!ty_function_type(f, text, length, &type))
      return NOTHING;
   return n_stars == 1 ? of_type(f, type) : of_pointer(f, type);
}

/* An argument that can be a type, or anything else. */
static ty_evidence of_argument(const ty_function *f, const char *text)
{
   Dwarf_Die type;
   size_t length = strlen(text);
   if (strchr(text, '*') != NULL || ty_function_variable(f, text, length, &type)
       || !ty_function_type(f, text, length, &type))
      return NOTHING;
   ty_evidence v = of_type(f, type);
   v.is_sized = true;
   return v;
}

static ty_evidence of_hint(const ty_function *f, const ty_hint *hint)
{
   Dwarf_Die type;
   switch (hint->kind) {
   case TY_HINT_SIZED:
   case TY_HINT_TYPE: return of_sized(f, hint->text);
   case TY_HINT_ARGUMENT: return of_argument(f, hint->text);
   case TY_HINT_CAST: return of_cast(f, hint->text);
   case TY_HINT_POINTER:
      return ty_function_expression(f, hint->text, &type) ? of_pointer(f, type) : NOTHING;
   default: return ty_die_type(ty_function_die(f), &type) ? of_pointer(f, type) : NOTHING;
   }
}

/* Joins what both say.  A pointer can be to the beginning of the allocated type, such as
   its base. */
static ty_evidence join_evidence(const ty_function *f, ty_evidence a, ty_evidence b)
{
   if (a.kind < b.kind) {
      ty_evidence larger = b;
      b = a;
      a = larger;
   }
   if (a.kind != TY_SAYS_TYPE || b.kind == TY_SAYS_NOTHING || b.kind == TY_SAYS_UNKNOWN)
      return a;
   if (b.kind == TY_SAYS_BYTES)
      return a.is_sized ? a : OTHER;
   if (b.kind == TY_SAYS_OTHER)
      return OTHER;
   if (a.type.addr == b.type.addr)
      return a.is_sized ? a : b;
   if (a.is_sized && ty_dwarf_begins_with(f->code->trees, &a.type, &b.type))
      return a;
   if (b.is_sized && ty_dwarf_begins_with(f->code->trees, &b.type, &a.type))
      return b;
   return OTHER;
}

/* A block that is larger than the type, or goes to a member, stays. */
static ty_evidence of_call(const ty_function *f, const ty_hints *call)
{
   ty_evidence all = NOTHING;
   bool stays = call->has_more;
   for (size_t i = 0; i < call->n; i++) {
      const ty_hint *hint = &call->hints[i];
      all = join_evidence(f, all, of_hint(f, hint));
      stays = stays
              || (hint->kind == TY_HINT_POINTER && strpbrk(hint->text, "*.&") != NULL);
   }
   all.is_many = call->is_many;
   all.has_more = call->has_more;
   all.stays = stays;
   return all;
}

/* ---- Sizes ---- */

/* Whether blocks of these sizes can have the type. */
static bool fits_blocks(const ty_function *f, const ty_blocks *blocks, ty_evidence *v)
{
   int64_t size_B = ty_die_size(&v->type);
   int64_t min_B = blocks->min_B, max_B = blocks->max_B;
   if (size_B <= 0 || max_B < size_B)
      return false;
   if (min_B == size_B && max_B == size_B)
      return true;
   if (v->is_many && min_B % size_B == 0 && max_B % size_B == 0)
      return true;
   if (min_B < size_B || !(v->has_more || ty_layout_is_open(f->code->trees, &v->type)))
      return false;
   v->has_more = true;
   return true;
}

/* ---- Source ---- */

/* The source file by its name, or below the directory of the compiler. */
static void open_source(an_source *source, const char *file, const char *directory,
                        const tk_alloc *alloc, const an_source_places *places)
{
   an_source_places there = *places;
   there.directories = &directory;
   there.n_directories = 1;
   an_source_open(source, alloc, file, places);
   if (source->problem == NULL || file[0] == '/' || directory == NULL)
      return;
   an_source_close(source);
   an_source_open(source, alloc, file, &there);
}

/* The statement of the line, in a file that the caller closes. */
static bool find_statement(ty_statement *statement, an_source *source, const ty_line *at,
                           const char *directory, const tk_alloc *alloc,
                           const an_source_places *places)
{
   const char *first[2 * TY_STATEMENT_LINES + 1] = { NULL };
   size_t n = sizeof first / sizeof *first, line = 0;
   const char *start = NULL;
   if (at->file == NULL || at->number == 0)
      return false;
   open_source(source, at->file, directory, alloc, places);
   bool is_found = false;
   if (source->problem == NULL) {
      size_t last = (size_t)at->number + TY_STATEMENT_LINES;
      while (line < last && an_source_next(source)) {
         first[line++ % n] = source->line;
         if (line == at->number)
            start = source->line;
      }
   }
   if (start != NULL) {
      size_t before = at->number - 1 < TY_STATEMENT_LINES ? at->number - 1
                                                          : TY_STATEMENT_LINES;
      const char *text = first[(at->number - 1 - before) % n];
      is_found = ty_statement_find(statement, text,
                                   (size_t)(source->line + source->length - text), start);
   }
   if (!is_found)
      an_source_close(source);
   return is_found;
}

/* Joins what all calls say, if any of them can be the right one.  Those with a type
   that does not fit are out. */
static ty_evidence of_calls(const ty_function *f, const ty_blocks *blocks,
                            const ty_hints *calls, size_t n)
{
   ty_evidence all = NOTHING;
   bool is_misfit = false;
   for (size_t i = 0; i < n; i++) {
      ty_evidence v = of_call(f, &calls[i]);
      if (v.kind == TY_SAYS_TYPE && fits_blocks(f, blocks, &v))
         all = join_evidence(f, all, v);
      else if (v.kind == TY_SAYS_TYPE)
         is_misfit = true;
      else if (v.kind >= TY_SAYS_UNKNOWN)
         return OTHER;
      else
         all.stays = all.stays || v.stays;
   }
   return all.kind == TY_SAYS_NOTHING && is_misfit ? OTHER : all;
}

static ty_evidence of_statement(const ty_statement *statement, const ty_function *f,
                                const ty_blocks *blocks, const char *callee)
{
   ty_hints calls[MAX_CALLS];
   size_t n = ty_hints_find(statement, callee, calls, MAX_CALLS);
   return n == 1 ? of_call(f, &calls[0]) : of_calls(f, blocks, calls, n);
}

/* ---- Libraries ---- */

/* allocate(n) of a C++ allocator returns a pointer to its type. */
static ty_evidence of_allocator(const ty_function *f)
{
   Dwarf_Die type;
   if (!ty_die_is_named(ty_function_die(f), "allocate", 8) || f->n_parents < 2
       || !ty_die_type(ty_function_die(f), &type))
      return NOTHING;
   ty_evidence v = of_pointer(f, type);
   v.is_many = true;
   return v;
}

static bool is_rust(const ty_function *f)
{
   Dwarf_Die unit = f->unit;
   return dwarf_srclang(&unit) == DW_LANG_Rust;
}

static const char *name_of(Dwarf_Die *die)
{
   const char *name = dwarf_diename(die);
   return name == NULL ? "" : name;
}

/* In alloc::boxed and alloc::vec it is the parameter T; deeper functions of the
   library say nothing. */
static ty_evidence of_rust(const ty_function *f)
{
   Dwarf_Die type;
   bool is_box = false, is_vector = false;
   for (size_t i = 1; i < f->n_parents; i++) {
      is_box = is_box || ty_die_is_named(&f->parents[i], "boxed", 5);
      is_vector = is_vector || ty_die_is_named(&f->parents[i], "vec", 3)
                  || ty_die_is_named(&f->parents[i], "raw_vec", 7);
   }
   if ((!is_box && !is_vector) || !ty_function_parameter(f, "T", &type))
      return NOTHING;
   if (strncmp(name_of(&type), "MaybeUninit<", 12) == 0)
      ty_die_parameter(&type, "T", 1, &type);
   ty_evidence v = of_type(f, type);
   v.is_many = is_vector;
   return v.kind == TY_SAYS_NOTHING ? OTHER : v;
}

static bool is_of_rust_library(const ty_function *f)
{
   for (size_t i = 1; i < f->n_parents; i++)
      if (ty_die_is_named(&f->parents[i], "alloc", 5))
         return true;
   return false;
}

/* ---- Frames ---- */

/* Whether it returns memory of any type. */
static bool returns_any(const ty_function *f)
{
   Dwarf_Die type, target;
   bool is_void;
   if (!ty_die_type(ty_function_die(f), &type))
      return false;
   if (!ty_dwarf_follow(f->code->trees, &type, &target, &is_void))
      return is_void;
   return ty_dwarf_peel(f->code->trees, &target) && is_bytes(&target);
}

/* Without source, only a name can say that the function returns what it
   allocates. */
static bool is_allocator(const ty_function *f)
{
   return strstr(name_of(ty_function_die(f)), "alloc") != NULL;
}

static ty_evidence of_any_but_rust(const ty_function *f, const ty_blocks *blocks,
                                   const ty_line *line, const char *callee,
                                   const tk_alloc *alloc, const an_source_places *places,
                                   bool *goes_on)
{
   ty_statement statement;
   an_source source;
   Dwarf_Die result;
   bool has_source = false, has_any = false;
   ty_evidence v = of_allocator(f);
   if (v.kind == TY_SAYS_NOTHING)
      has_source = find_statement(&statement, &source, line, f->directory, alloc, places);
   if (has_source) {
      v = of_statement(&statement, f, blocks, callee);
      an_source_close(&source);
   }
   if (ty_function_result(f, &result, &has_any) && v.kind != TY_SAYS_OTHER)
      v = join_evidence(f, v, of_type(f, result));
   *goes_on = v.kind <= TY_SAYS_BYTES && !v.stays && returns_any(f)
              && (has_source || has_any || is_allocator(f));
   return v;
}

ty_evidence ty_evidence_of(const ty_function *f, const ty_blocks *blocks,
                           const ty_line *line, const char *callee, const tk_alloc *alloc,
                           const an_source_places *places, bool *goes_on)
{
   ty_evidence v;
   if (is_rust(f)) {
      v = of_rust(f);
      *goes_on = v.kind == TY_SAYS_NOTHING && is_of_rust_library(f);
   } else {
      v = of_any_but_rust(f, blocks, line, callee, alloc, places, goes_on);
   }
   return v.kind == TY_SAYS_TYPE && !fits_blocks(f, blocks, &v) ? OTHER : v;
}
