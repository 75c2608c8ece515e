/* ty_names.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "types/ty_names.h"

#include "base/tk_array.h"
#include "base/tk_count.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

enum {
   NAME_B = 8192,               /* longer names stay as they are */
   SCOPES = TY_DWARF_DEPTH + 2, /* a function, what is around it, and the unit */
   NESTED = 4,                  /* functions around a lambda's or local class's */
};

/* ---- Writing names ---- */

typedef struct {
   ty_trees *trees;
   char text[NAME_B];
   size_t used;
   int nested;
   bool is_bad; /* too long, or a part has no name */
} writer;

static void put_text(writer *w, const char *part)
{
   size_t n = part == NULL ? 0 : strlen(part);
   if (n == 0 || n >= NAME_B - w->used) {
      w->is_bad = true;
      return;
   }
   memcpy(w->text + w->used, part, n + 1);
   w->used += n;
}

static bool is_no_call(void *context, Dwarf_Die *member)
{
   (void)context;
   return !ty_die_is_named(member, "operator()", strlen("operator()"));
}

/* The type of a lambda has no name but a call operator; gcc can name it
   "<lambda(int)>". */
static const char *class_name(Dwarf_Die *die)
{
   const char *name = dwarf_diename(die);
   if (name != NULL)
      return strncmp(name, "<lambda", 7) == 0 ? "{lambda}" : name;
   return ty_die_children(die, is_no_call, NULL) ? "{unnamed}" : "{lambda}";
}

static void put_function(writer *w, const Dwarf_Die *function);

/* A scope and "::"; blocks are no scopes of names. */
static void put_scope(writer *w, Dwarf_Die *scope)
{
   int tag = dwarf_tag(scope);
   if (tag == DW_TAG_namespace) {
      const char *name = dwarf_diename(scope);
      put_text(w, name == NULL ? "(anonymous namespace)" : name);
   } else if (ty_die_is_struct_tag(tag) || tag == DW_TAG_enumeration_type) {
      put_text(w, class_name(scope));
   } else if (tag == DW_TAG_subprogram) {
      Dwarf_Die around = ty_die_declaration(*scope);
      size_t used = w->used;
      if (w->nested++ < NESTED)
         put_function(w, &around);
      w->is_bad = w->is_bad || w->used == used;
      w->nested--;
   } else {
      return;
   }
   put_text(w, "::");
}

/* A function around it has its own scopes written before it, here or elsewhere: those
   around that are not written again. */
static void put_function(writer *w, const Dwarf_Die *function)
{
   Dwarf_Die around[SCOPES];
   size_t n = ty_trees_around(w->trees, function, around, SCOPES), end = 1;
   w->is_bad = w->is_bad || n < 2;
   while (end + 1 < n && dwarf_tag(&around[end]) != DW_TAG_subprogram)
      end++;
   end += end + 1 < n;
   for (size_t i = end; i-- > 1 && !w->is_bad;)
      put_scope(w, &around[i]);
   put_text(w, dwarf_diename(&around[0]));
}

/* Damaged debug info can have any bytes. */
static bool is_printable(const char *text)
{
   while ((unsigned char)*text >= ' ' && (unsigned char)*text < 127)
      text++;
   return *text == '\0';
}

static const char *keep_name(tk_arena *arena, const writer *w)
{
   tk_arena_reserve(arena, w->used + 1);
   const char *name = memcpy(arena->at, w->text, w->used + 1);
   arena->at += w->used + 1;
   return name;
}

const char *ty_names_whole(tk_arena *arena, ty_trees *trees, Dwarf_Die *function)
{
   writer w = { .trees = trees };
   Dwarf_Die declaration = ty_die_declaration(*function);
   put_function(&w, &declaration);
   return w.is_bad || w.used == 0 || !is_printable(w.text) ? NULL : keep_name(arena, &w);
}

/* ---- The inlined functions at an address ---- */

/* From the outside in. */
typedef struct {
   ty_trees *trees;
   Dwarf_Addr pc;
   Dwarf_Die functions[TY_CODE_DEPTH];
   size_t n;
   int depth;
} chain;

static bool visit_inlined(void *context, Dwarf_Die *die)
{
   chain *c = context;
   int tag = dwarf_tag(die);
   if ((tag != DW_TAG_inlined_subroutine && tag != DW_TAG_lexical_block
        && tag != DW_TAG_try_block && tag != DW_TAG_catch_block)
       || dwarf_haspc(die, c->pc) != 1 || c->depth == TY_CODE_DEPTH)
      return true;
   if (tag == DW_TAG_inlined_subroutine)
      c->functions[c->n++] = *die;
   c->depth++;
   ty_trees_children(c->trees, die, visit_inlined, c);
   return false;
}

static const char *base_name(const char *path)
{
   const char *slash = strrchr(path, '/');
   return slash == NULL ? path : slash + 1;
}

/* Whether the i-th function was at the frame's line. */
static bool is_at(chain *c, size_t i, const an_frame *frame)
{
   const char *file = NULL;
   uint32_t line = 0;
   if (i + 1 < c->n) {
      if (!ty_die_call(&c->functions[i + 1], &file, &line))
         return false;
   } else {
      int number = 0;
      Dwarf_Die unit;
      Dwarf_Line *found = dwarf_getsrc_die(
         dwarf_diecu(&c->functions[i], &unit, NULL, NULL), c->pc);
      file = dwarf_linesrc(found, NULL, NULL);
      dwarf_lineno(found, &number);
      line = (uint32_t)number;
   }
   return file != NULL && frame->file != NULL && line == frame->line
          && strcmp(base_name(file), base_name(frame->file)) == 0;
}

/* The frame's function: the only one of its name, or at its line.  Valgrind has a
   name of its own for functions that it cannot name. */
static Dwarf_Die *find_function(chain *c, const an_frame *frame)
{
   bool has_name = strcmp(frame->function, "UnknownInlinedFun") != 0;
   size_t n = 0, last = 0;
   for (size_t i = 0; has_name && i < c->n; i++) {
      const char *name = dwarf_diename(&c->functions[i]);
      if (name != NULL && strcmp(name, frame->function) == 0) {
         last = i;
         n++;
      }
   }
   if (n == 1)
      return &c->functions[last];
   for (size_t i = 0; (n > 0 || !has_name) && i < c->n; i++) {
      const char *name = dwarf_diename(&c->functions[i]);
      if (name != NULL && (!has_name || strcmp(name, frame->function) == 0)
          && is_at(c, i, frame))
         return &c->functions[i];
   }
   return NULL;
}

bool ty_names_are_qualified(Dwarf_Die *unit)
{
   return ty_die_is_cpp(unit) || dwarf_srclang(unit) == DW_LANG_Rust;
}

/* ---- Objects ---- */

static int compare_names(const void *a, const void *b)
{
   return tk_compare(((const ty_name *)a)->frame->address,
                     ((const ty_name *)b)->frame->address);
}

/* The declaration of a frame's function. */
typedef struct {
   Dwarf_Die declaration;
   ty_name *name;
} target;

typedef struct {
   ty_trees *trees;
   const tk_alloc *alloc;
   target *targets;
   size_t n, capacity;
} search;

/* Finds the functions of n frames at one address of the debug info. */
static void find_targets(search *s, Dwarf *dwarf, Dwarf_Addr pc, ty_name *names, size_t n)
{
   Dwarf_Die unit, function;
   chain c = { .trees = s->trees, .pc = pc };
   if (!ty_trees_unit(s->trees, dwarf, pc, &unit))
      return;
   ty_die_join(&unit);
   if (dwarf_tag(&unit) != DW_TAG_compile_unit || !ty_names_are_qualified(&unit)
       || !ty_trees_function(s->trees, &unit, pc, &function))
      return;
   ty_trees_children(s->trees, &function, visit_inlined, &c);
   for (size_t i = 0; i < n; i++) {
      Dwarf_Die *found = find_function(&c, names[i].frame);
      if (found == NULL)
         continue;
      TK_ARRAY_ADD(s->alloc, AN_LABEL, s->targets, s->n, s->capacity,
                   (target){ ty_die_declaration(*found), &names[i] });
   }
}

static int compare_targets(const void *a, const void *b)
{
   const target *x = a, *y = b;
   return tk_compare((uintptr_t)x->declaration.addr, (uintptr_t)y->declaration.addr);
}

/* Each name is kept once. */
static void name_targets(search *s, tk_arena *arena)
{
   if (s->n > 0)
      qsort(s->targets, s->n, sizeof *s->targets, compare_targets);
   for (size_t i = 0; i < s->n; i++) {
      target *t = &s->targets[i];
      t->name->name = i > 0 && t[-1].declaration.addr == t->declaration.addr
                         ? t[-1].name->name
                         : ty_names_whole(arena, s->trees, &t->declaration);
   }
   tk_put(s->alloc, s->targets);
}

/* Only where an address has several frames can a function be inlined. */
void ty_names_find(ty_code_objects *objects, tk_arena *arena, const ty_program *program,
                   ty_name *names, size_t n)
{
   size_t next;
   search s = { .trees = ty_code_trees(objects), .alloc = arena->alloc };
   if (n > 0)
      qsort(names, n, sizeof *names, compare_names);
   for (size_t i = 0; i < n; i = next) {
      uint64_t to_pc, address = names[i].frame->address;
      for (next = i; next < n && names[next].frame->address == address;)
         next++;
      const an_object *object = next - i < 2
                                   ? NULL
                                   : an_object_find(program->objects, program->n_objects,
                                                    address);
      Dwarf *dwarf = object == NULL ? NULL : ty_code_dwarf(objects, object, &to_pc);
      if (dwarf != NULL)
         find_targets(&s, dwarf, address + to_pc, names + i, next - i);
   }
   name_targets(&s, arena);
}
