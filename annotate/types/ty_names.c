/* ty_names.c -- walks each unit with such code once: first for the inlined functions
   at all its addresses, then for the scopes around their declarations.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "types/ty_names.h"

#include "base/tk_array.h"
#include "base/tk_search.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#define LABEL "hp.names"

enum {
   NAME_B = 8192, /* longer names stay as they are */
   NESTED = 4,    /* functions around a lambda's or local class's */
};

/* The frames at one address. */
typedef struct {
   Dwarf_Addr pc; /* in the debug info */
   ty_name *names;
   size_t n;
} frames_at;

/* A declaration to look for, and the frame that it names. */
typedef struct {
   Dwarf_Die die;
   ty_name *name;
} target;

/* The search in one object. */
typedef struct {
   const tk_alloc *alloc;
   tk_arena *arena;
   frames_at *places; /* by pc */
   size_t n_places;
   target *targets;
   size_t n_targets, capacity;
   int depth;
} search;

/* ---- The scopes around declarations ---- */

/* A walk through a unit to its targets, which are sorted by place in the unit. */
typedef struct scope_walk {
   const target *at, *end;
   Dwarf_Die path[TY_DWARF_DEPTH]; /* around the position, without the unit */
   int depth;
   void (*visit)(struct scope_walk *walk, void *context); /* reached `at` */
   void *context;
} scope_walk;

/* Children before `end`; those that have no targets are stepped over. */
static void walk_children(scope_walk *w, Dwarf_Die *parent, uintptr_t end)
{
   Dwarf_Die child, next;
   bool has_child = dwarf_child(parent, &next) == 0;
   while (has_child && w->at < w->end && (uintptr_t)w->at->die.addr < end) {
      child = next;
      has_child = dwarf_siblingof(&child, &next) == 0
                  && (uintptr_t)next.addr > (uintptr_t)child.addr;
      uintptr_t behind = has_child ? (uintptr_t)next.addr : end;
      for (; w->at < w->end && w->at->die.addr <= child.addr; w->at++)
         if (w->at->die.addr == child.addr)
            w->visit(w, w->context);
      if (w->at == w->end || (uintptr_t)w->at->die.addr >= behind
          || w->depth == TY_DWARF_DEPTH)
         continue;
      w->path[w->depth++] = child;
      walk_children(w, &child, behind);
      w->depth--;
   }
}

static void walk_unit(scope_walk *w)
{
   Dwarf_Die die = w->at->die, unit;
   if (dwarf_diecu(&die, &unit, NULL, NULL) != NULL)
      walk_children(w, &unit, UINTPTR_MAX);
}

/* ---- Writing names ---- */

typedef struct {
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

static void put_function(scope_walk *walk, void *context);

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
      target around = { ty_die_declaration(*scope), NULL };
      scope_walk inner = {
         .at = &around, .end = &around + 1, .visit = put_function, .context = w
      };
      size_t used = w->used;
      if (w->nested++ < NESTED)
         walk_unit(&inner);
      w->is_bad = w->is_bad || w->used == used;
      w->nested--;
   } else {
      return;
   }
   put_text(w, "::");
}

/* A function in the path has its own scopes written before it, here or elsewhere: those
   around it are not written again. */
static void put_function(scope_walk *walk, void *context)
{
   writer *w = context;
   Dwarf_Die function = walk->at->die;
   int first = 0;
   for (int i = 1; i < walk->depth; i++)
      if (dwarf_tag(&walk->path[i]) == DW_TAG_subprogram)
         first = i;
   for (int i = first; i < walk->depth; i++)
      put_scope(w, &walk->path[i]);
   put_text(w, dwarf_diename(&function));
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

const char *ty_names_whole(tk_arena *arena, Dwarf_Die *function)
{
   writer w = { .used = 0 };
   target whole = { ty_die_declaration(*function), NULL };
   scope_walk walk = {
      .at = &whole, .end = &whole + 1, .visit = put_function, .context = &w
   };
   walk_unit(&walk);
   return w.is_bad || w.used == 0 || !is_printable(w.text) ? NULL : keep_name(arena, &w);
}

static void name_target(scope_walk *walk, void *context)
{
   search *s = context;
   const target *t = walk->at;
   writer w = { .used = 0 };
   if (t > s->targets && t[-1].die.addr == t->die.addr) {
      t->name->name = t[-1].name->name;
      return;
   }
   put_function(walk, &w);
   if (!w.is_bad && is_printable(w.text))
      t->name->name = keep_name(s->arena, &w);
}

static int compare_targets(const void *a, const void *b)
{
   const target *x = a, *y = b;
   uintptr_t of[2][2] = { { (uintptr_t)x->die.cu, (uintptr_t)x->die.addr },
                          { (uintptr_t)y->die.cu, (uintptr_t)y->die.addr } };
   for (int i = 0; i < 2; i++)
      if (of[0][i] != of[1][i])
         return of[0][i] < of[1][i] ? -1 : 1;
   return 0;
}

static void name_targets(search *s)
{
   size_t next;
   qsort(s->targets, s->n_targets, sizeof *s->targets, compare_targets);
   for (size_t i = 0; i < s->n_targets; i = next) {
      for (next = i;
           next < s->n_targets && s->targets[next].die.cu == s->targets[i].die.cu;)
         next++;
      scope_walk inner = { .at = s->targets + i,
                           .end = s->targets + next,
                           .visit = name_target,
                           .context = s };
      walk_unit(&inner);
   }
}

/* ---- The inlined functions at an address ---- */

/* From the outside in. */
typedef struct {
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
   ty_die_children(die, visit_inlined, c);
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

static void visit_place(search *s, const frames_at *place, Dwarf_Die *function)
{
   chain c = { .pc = place->pc };
   ty_die_children(function, visit_inlined, &c);
   for (size_t i = 0; i < place->n; i++) {
      Dwarf_Die *found = find_function(&c, place->names[i].frame);
      if (found == NULL)
         continue;
      TK_ARRAY_ROOM(s->alloc, LABEL, s->targets, s->n_targets, s->capacity);
      s->targets[s->n_targets++] = (target){ ty_die_declaration(*found),
                                             &place->names[i] };
   }
}

/* ---- The code of units and functions ---- */

/* The first place from the address on. */
static size_t first_place(const search *s, Dwarf_Addr from)
{
   tk_search first = { .high = s->n_places };
   while (tk_search_next(&first))
      tk_search_step(&first, s->places[first.middle].pc < from);
   return first.low;
}

/* Visits each place that is in the code, unless `visit` is NULL.  Returns whether there
   is one. */
static bool visit_places(search *s, Dwarf_Die *code,
                         void (*visit)(search *s, const frames_at *place,
                                       Dwarf_Die *code))
{
   Dwarf_Addr base, from, end;
   ptrdiff_t next = 0;
   bool has_place = false;
   while ((next = dwarf_ranges(code, next, &base, &from, &end)) > 0)
      for (size_t i = first_place(s, from); i < s->n_places && s->places[i].pc < end;
           i++) {
         has_place = true;
         if (visit != NULL)
            visit(s, &s->places[i], code);
      }
   return has_place;
}

static bool visit_function(void *context, Dwarf_Die *die)
{
   search *s = context;
   int tag = dwarf_tag(die);
   if (tag == DW_TAG_subprogram) {
      visit_places(s, die, visit_place);
   } else if ((tag == DW_TAG_namespace || tag == DW_TAG_enumeration_type
               || ty_die_is_struct_tag(tag))
              && s->depth < TY_DWARF_DEPTH) {
      s->depth++;
      ty_die_children(die, visit_function, s);
      s->depth--;
   }
   return true;
}

bool ty_names_are_qualified(Dwarf_Die *unit)
{
   switch (dwarf_srclang(unit)) {
   case DW_LANG_C_plus_plus:
   case DW_LANG_C_plus_plus_03:
   case DW_LANG_C_plus_plus_11:
   case DW_LANG_C_plus_plus_14:
   case 0x2b: /* C++17 and C++20, which older headers lack */
   case 0x2c:
   case DW_LANG_Rust: return true;
   default: return false;
   }
}

static void search_units(search *s, Dwarf *dwarf)
{
   Dwarf_CU *unit = NULL;
   Dwarf_Die die;
   while (ty_die_next_unit(dwarf, &unit, &die))
      if (dwarf_tag(&die) == DW_TAG_compile_unit && ty_names_are_qualified(&die)
          && visit_places(s, &die, NULL))
         ty_die_children(&die, visit_function, s);
   if (s->n_targets > 0)
      name_targets(s);
}

/* ---- Objects ---- */

static int compare_names(const void *a, const void *b)
{
   uint64_t x = ((const ty_name *)a)->frame->address;
   uint64_t y = ((const ty_name *)b)->frame->address;
   return x < y ? -1 : x > y;
}

/* Collects the places below `end`: addresses of several frames, since only there can
   a function be inlined.  Returns how many names were looked at. */
static size_t collect_places(search *s, ty_name *names, size_t n, uint64_t end)
{
   size_t i = 0, next;
   for (s->n_places = 0; i < n && names[i].frame->address < end; i = next) {
      uint64_t address = names[i].frame->address;
      for (next = i; next < n && names[next].frame->address == address;)
         next++;
      if (next - i > 1)
         s->places[s->n_places++] = (frames_at){ address, &names[i], next - i };
   }
   return i;
}

static void search_object(search *s, ty_code_objects *objects, const an_object *object)
{
   uint64_t to_pc;
   Dwarf *dwarf = ty_code_dwarf(objects, object, &to_pc);
   for (size_t i = 0; i < s->n_places; i++)
      s->places[i].pc += to_pc;
   s->n_targets = 0;
   if (dwarf != NULL)
      search_units(s, dwarf);
}

void ty_names_find(ty_code_objects *objects, tk_arena *arena, const ty_program *program,
                   ty_name *names, size_t n)
{
   search s = { .alloc = arena->alloc, .arena = arena };
   if (n == 0 || program->n_objects == 0)
      return;
   s.places = tk_get(s.alloc, LABEL, n * sizeof *s.places);
   qsort(names, n, sizeof *names, compare_names);
   for (size_t i = 0, o = 0; o < program->n_objects; o++) {
      const an_object *object = &program->objects[o];
      i += collect_places(&s, names + i, n - i, object->start);
      i += collect_places(&s, names + i, n - i, object->end);
      if (s.n_places > 0)
         search_object(&s, objects, object);
   }
   tk_put(s.alloc, s.targets);
   tk_put(s.alloc, s.places);
}
