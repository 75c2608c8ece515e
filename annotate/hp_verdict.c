/* hp_verdict.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "hp_verdict.h"

#include "hp_hints.h"
#include "hp_layout.h"

#include <dwarf.h>
#include <string.h>

enum { MAX_CALLS = 8 }; /* on one line */

typedef hp_verdict verdict;

/* ---- What is said ---- */

static const verdict NOTHING = { .kind = HP_SAYS_NOTHING };
static const verdict OTHER = { .kind = HP_SAYS_OTHER };

static bool is_bytes(Dwarf_Die *type)
{
   return dwarf_tag(type) == DW_TAG_base_type && hp_dwarf_size(type) == 1;
}

/* Of a type, by debug info. */
static verdict of_type(Dwarf_Die named)
{
   verdict v = { .kind = HP_SAYS_TYPE, .named = named, .type = named };
   if (!hp_dwarf_peel(&v.type))
      return NOTHING; /* void */
   if (!hp_dwarf_is_struct(&v.type))
      v.kind = is_bytes(&v.type) ? HP_SAYS_BYTES : HP_SAYS_OTHER;
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
   verdict v = { .kind = HP_SAYS_UNKNOWN };
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
   if (b.kind == HP_SAYS_NOTHING || b.kind == HP_SAYS_UNKNOWN)
      return a;
   if (a.kind != HP_SAYS_TYPE)
      return a;
   if (b.kind == HP_SAYS_BYTES)
      return a.is_sized ? a : OTHER;
   if (b.kind == HP_SAYS_OTHER)
      return OTHER;
   if (a.type.addr == b.type.addr)
      return a.is_sized ? a : b;
   if (a.is_sized && hp_dwarf_begins_with(&a.type, &b.type))
      return a;
   if (b.is_sized && hp_dwarf_begins_with(&b.type, &a.type))
      return b;
   return OTHER;
}

/* What is larger than asked for, or goes to a member, is the function's own. */
static verdict of_call(const hp_function *f, const hp_hints *call)
{
   verdict all = NOTHING;
   bool stays = call->has_more;
   for (size_t i = 0; i < call->n; i++) {
      const hp_hint *hint = &call->hints[i];
      all = join(all, of_hint(f, hint));
      stays = stays || (hint->kind == HP_HINT_POINTER
                        && strpbrk(hint->text, "*.&") != NULL);
   }
   all.is_many = call->is_many;
   all.has_more = call->has_more;
   all.stays = stays;
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

/* The source of the function; as it is named, or from where it was compiled. */
static bool open_source(an_source *source, const char *file,
                        const char *directory, const tk_alloc *alloc,
                        const an_source_places *places)
{
   an_source_places there = *places;
   there.directories = &directory;
   there.n_directories = 1;
   if (an_source_open(source, alloc, file, places) != AN_OK)
      return false;
   if (source->problem == NULL || file[0] == '/' || directory == NULL)
      return true;
   an_source_close(source);
   return an_source_open(source, alloc, file, &there) == AN_OK;
}

/* The statement of the line, in a file that the caller closes. */
static bool find_statement(hp_statement *statement, an_source *source,
                           const hp_line *at, const char *directory,
                           const tk_alloc *alloc,
                           const an_source_places *places)
{
   const char *first[2 * HP_STATEMENT_LINES + 1] = { NULL };
   size_t n = sizeof first / sizeof *first, line = 0;
   const char *start = NULL;
   if (at->file == NULL || at->number == 0
       || !open_source(source, at->file, directory, alloc, places))
      return false;
   bool is_found = false;
   if (source->problem == NULL) {
      size_t last = (size_t)at->number + HP_STATEMENT_LINES;
      while (line < last && an_source_next(source)) {
         first[line++ % n] = source->line;
         if (line == at->number)
            start = source->line;
      }
   }
   if (start != NULL) {
      size_t before = at->number - 1 < HP_STATEMENT_LINES
                         ? at->number - 1 : HP_STATEMENT_LINES;
      const char *text = first[(at->number - 1 - before) % n];
      is_found = hp_statement_find(
         statement, text, (size_t)(source->line + source->length - text),
         start);
   }
   if (!is_found)
      an_source_close(source);
   return is_found;
}

/* What all calls say of which any may be the one.  Of those that say a type, it
   must be one whose type fits. */
static verdict of_calls(const hp_function *f, const hp_site *site,
                        const hp_hints *calls, size_t n)
{
   verdict all = NOTHING;
   bool is_misfit = false;
   for (size_t i = 0; i < n; i++) {
      verdict v = of_call(f, &calls[i]);
      if (v.kind == HP_SAYS_TYPE && fits(site, &v))
         all = join(all, v);
      else if (v.kind == HP_SAYS_TYPE)
         is_misfit = true;
      else if (v.kind >= HP_SAYS_UNKNOWN)
         return OTHER;
      else
         all.stays = all.stays || v.stays;
   }
   return all.kind == HP_SAYS_NOTHING && is_misfit ? OTHER : all;
}

static verdict of_statement(const hp_statement *statement,
                            const hp_function *f, const hp_site *site,
                            const char *callee)
{
   hp_hints calls[MAX_CALLS];
   size_t n = hp_hints_find(statement, callee, calls, MAX_CALLS);
   return n == 1 ? of_call(f, &calls[0]) : of_calls(f, site, calls, n);
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
   return v.kind == HP_SAYS_NOTHING ? OTHER : v;
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
static bool returns_any(const hp_function *f)
{
   Dwarf_Die type, target;
   bool is_void;
   if (!hp_dwarf_type(hp_function_die(f), &type))
      return false;
   if (!hp_dwarf_follow(&type, &target, &is_void))
      return is_void;
   return hp_dwarf_peel(&target) && is_bytes(&target);
}

/* Without source it need not be what it has allocated, unless it is called so. */
static bool is_allocator(const hp_function *f)
{
   return strstr(name_of(hp_function_die(f)), "alloc") != NULL;
}

static hp_verdict of_any_but_rust(const hp_function *f, const hp_site *site,
                                  const hp_line *line, const char *callee,
                                  const tk_alloc *alloc,
                                  const an_source_places *places,
                                  bool *goes_on)
{
   hp_statement statement;
   an_source source;
   Dwarf_Die result;
   bool has_source = false, has_any = false;
   verdict v = of_allocator(f);
   if (v.kind == HP_SAYS_NOTHING)
      has_source = find_statement(&statement, &source, line, f->directory,
                                  alloc, places);
   if (has_source) {
      v = of_statement(&statement, f, site, callee);
      an_source_close(&source);
   }
   if (hp_function_result(f, &result, &has_any) && v.kind != HP_SAYS_OTHER)
      v = join(v, of_type(result));
   *goes_on = v.kind <= HP_SAYS_BYTES && !v.stays && returns_any(f)
              && (has_source || has_any || is_allocator(f));
   return v;
}

hp_verdict hp_verdict_of(const hp_function *f, const hp_site *site,
                         const hp_line *line, const char *callee,
                         const tk_alloc *alloc, const an_source_places *places,
                         bool *goes_on)
{
   verdict v;
   if (is_rust(f)) {
      v = of_rust(f);
      *goes_on = v.kind == HP_SAYS_NOTHING && is_of_rust_library(f);
   } else {
      v = of_any_but_rust(f, site, line, callee, alloc, places, goes_on);
   }
   return v.kind == HP_SAYS_TYPE && !fits(site, &v) ? OTHER : v;
}
