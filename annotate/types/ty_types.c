/* ty_types.c -- joins what the frames, their source and their debug info say.

   It goes outward frame by frame.  A call that allocates says a type, or that the
   type cannot be named, or nothing; in that case its caller can say it, if the
   function returns memory of any type.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "types/ty_types.h"

#include "base/an_pool.h"
#include "types/ty_code.h"
#include "types/ty_hints.h"
#include "types/ty_layout.h"
#include "types/ty_locals.h"
#include "types/ty_lines.h"
#include "types/ty_names.h"
#include "types/ty_evidence.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

enum {
   MAX_FRAMES = 12, /* from the allocation to the frame that says the type */
   ANSWERS = 256,
};

/* A layout made before. */
typedef struct known {
   struct known *next;
   void *die;
   int64_t block_B;
   ty_type type;
} known;

/* What was found for blocks before.  Recursion calls an allocation on many paths
   with the same innermost frames, and finding a type reads source. */
typedef struct answer {
   int64_t min_B, max_B;
   uint64_t addresses[MAX_FRAMES];
   uint32_t lines[MAX_FRAMES];
   size_t n;    /* frames that were looked at; 0: no answer */
   bool is_end; /* the path had no more */
   const ty_type *type;
} answer;

/* A name made before. */
typedef struct known_name {
   struct known_name *next;
   void *die;
   const char *name;
} known_name;

/* The frame that was asked for last. */
typedef struct last_frame {
   const char *path, *build_id; /* of its binary; known by their addresses */
   uint64_t pc;
   bool has_code;
   ty_code code;
   ty_place_frame frame; /* it owns the rules */
} last_frame;

struct ty_types {
   answer answers[ANSWERS]; /* about this program: */
   const an_frame *answered;
   an_pool *pool; /* all of it */
   const tk_alloc *alloc;
   const an_source_places *places;
   ty_code_objects *objects;
   tk_arena arena, names;
   known *known;
   known_name *known_names;
   last_frame last;
};

ty_types *ty_types_new(const tk_alloc *alloc, const an_source_places *places)
{
   an_pool *pool = an_pool_new(alloc);
   alloc = an_pool_alloc(pool);
   ty_types *types = tk_get(alloc, AN_LABEL, sizeof *types);
   *types = (ty_types){ .pool = pool,
                        .alloc = alloc,
                        .places = places,
                        .objects = ty_code_objects_new(alloc, places) };
   tk_arena_init(&types->arena, alloc, AN_LABEL);
   tk_arena_init(&types->names, alloc, AN_LABEL);
   return types;
}

static void free_rules(last_frame *last)
{
   free(last->frame.rules);
   free(last->frame.settled);
}

void ty_types_free(ty_types *types)
{
   if (types == NULL)
      return;
   free_rules(&types->last);
   ty_code_objects_free(types->objects);
   an_pool_free(types->pool);
}

const char *ty_types_refused(const ty_types *types, size_t i, const char **problem)
{
   return ty_code_refused(types->objects, i, problem);
}

const ty_code_objects *ty_types_objects(const ty_types *types)
{
   return types->objects;
}

static const an_object *file_of(const ty_program *program, const an_frame *frame)
{
   return an_object_named(program->files, program->n_files, frame->object);
}

size_t ty_types_symbols(ty_types *types, const ty_program *program, const an_frame *frame,
                        ty_symbol symbols[TY_SYMBOLS_MOST])
{
   const an_object *file = file_of(program, frame);
   return file == NULL || frame->address == 0
             ? 0
             : ty_symbols_at(symbols, types->objects, &types->names, file,
                             frame->address);
}

void ty_types_name(ty_types *types, const ty_program *program, ty_name *names, size_t n)
{
   ty_names_find(types->objects, &types->names, program, names, n);
}

void ty_types_files(ty_types *types, const ty_program *program, ty_frame_file *files,
                    size_t n)
{
   ty_lines_find(types->objects, &types->names, program, files, n);
}

/* ---- Frames ---- */

typedef struct {
   const ty_types *types;
   const ty_program *program;
   const ty_blocks *blocks;
   size_t at, end; /* frames of the path */
   char callee[TY_HINT_TEXT_B];
   bool has_callee;
} walk;

static const an_frame *frame_at(const walk *w)
{
   return &w->program->frames[w->blocks->path.frames[w->at]];
}

static void set_callee(walk *w, const char *function)
{
   w->has_callee = ty_hints_callee(function, w->callee);
}

/* Whether one of the code's functions, from the i-th on, is the frame's. */
static bool is_among(ty_code *code, size_t i, const an_frame *frame)
{
   ty_function function;
   bool is_found = false;
   for (; !is_found && ty_function_at(&function, code, i); i++)
      is_found = ty_function_is(&function, frame->function);
   return is_found;
}

/* Joins the functions at one address, inlined ones first; *goes_on as in
   ty_evidence.h.  The profile has a frame for each of them, or one for all if
   Valgrind did not know what is inlined. */
static ty_evidence of_address(walk *w, ty_code *code, bool *goes_on)
{
   ty_evidence v = { .kind = TY_SAYS_NOTHING };
   uint64_t address = frame_at(w)->address;
   ty_line line = { frame_at(w)->file, frame_at(w)->line };
   *goes_on = (uint32_t)code->line == line.number;
   for (size_t i = 0; *goes_on && w->at < w->end && frame_at(w)->address == address;
        i++) {
      ty_function function;
      if (!is_among(code, i, frame_at(w))) {
         *goes_on = i > 0; /* recursion: the same call again */
         break;
      }
      if (!ty_function_open(&function, code, i))
         break;
      v = ty_evidence_of(&function, w->blocks, &line, w->has_callee ? w->callee : NULL,
                         w->types->alloc, w->types->places, goes_on);
      set_callee(w, dwarf_diename(ty_function_die(&function)));
      w->at += ty_function_is(&function, frame_at(w)->function);
      if (!ty_function_call(&function, &line.file, &line.number))
         line = (ty_line){ NULL, 0 };
   }
   return v;
}

/* Only if it has a line by now: that was found there. */
static bool find_code_in_file(const walk *w, ty_code *code, const an_frame *frame)
{
   ty_code_file file;
   const an_object *object = file_of(w->program, frame);
   return object != NULL && frame->file != NULL
          && ty_code_file_find(&file, w->types->objects, object)
          && ty_code_at(code, ty_code_trees(w->types->objects), file.dwarf,
                        frame->address + file.to_pc);
}

/* Finds the code of the next frame. */
static bool find_code(const walk *w, ty_code *code)
{
   const an_frame *frame = frame_at(w);
   if (frame->is_in_file)
      return find_code_in_file(w, code, frame);
   uint64_t address = frame->address;
   const an_object *object = an_object_find(w->program->objects, w->program->n_objects,
                                            address);
   return object != NULL && ty_code_find(code, w->types->objects, object, address);
}

/* *n becomes how many frames were looked at. */
static ty_evidence of_path(const ty_types *types, const ty_program *program,
                           const ty_blocks *blocks, size_t *n_seen)
{
   size_t n = blocks->path.n;
   walk w = { .types = types,
              .program = program,
              .blocks = blocks,
              .end = n < MAX_FRAMES ? n : MAX_FRAMES };
   ty_evidence v = { .kind = TY_SAYS_NOTHING };
   bool goes_on = true;
   while (goes_on && w.at < w.end) {
      ty_code code;
      if (find_code(&w, &code)) {
         v = of_address(&w, &code, &goes_on);
      } else {
         /* Without debug info, only the name says that it returns memory. */
         goes_on = strstr(frame_at(&w)->function, "alloc") != NULL;
         set_callee(&w, frame_at(&w)->function);
         w.at++;
      }
   }
   *n_seen = w.at < w.end ? w.at + 1 : w.end;
   return v;
}

/* ---- Layouts ---- */

/* The layout of a type, in blocks of block_B bytes if that is more; 0: of the type's
   size. */
static const ty_type *make_layout(ty_types *types, Dwarf_Die *type, Dwarf_Die *named,
                                  int64_t block_B)
{
   for (known *k = types->known; k != NULL; k = k->next)
      if (k->die == type->addr && k->block_B == block_B)
         return &k->type;
   known *k = tk_get(types->alloc, AN_LABEL, sizeof *k);
   *k = (known){ .next = types->known, .die = type->addr, .block_B = block_B };
   ty_layout_make(&k->type, &types->arena, ty_code_trees(types->objects), type, named,
                  block_B);
   types->known = k;
   return &k->type;
}

static const ty_type *layout_of(ty_types *types, const ty_blocks *blocks, ty_evidence *v)
{
   int64_t block_B = v->has_more && blocks->min_B == blocks->max_B ? blocks->max_B : 0;
   return make_layout(types, &v->type, &v->named, block_B);
}

/* ---- Variables ---- */

/* What its declaration says; of an array's type, that of the elements. */
static ty_variable describe_variable(ty_types *types, Dwarf_Die *die)
{
   Dwarf_Die named, type;
   ty_trees *trees = ty_code_trees(types->objects);
   ty_variable variable = { .name = dwarf_diename(die),
                            .file = ty_die_file(die),
                            .line = ty_die_line(die) };
   if (!ty_die_type(die, &named))
      return variable;
   type = named;
   int64_t rows = 0, all = 1;
   while (ty_dwarf_peel(trees, &type) && dwarf_tag(&type) == DW_TAG_array_type
          && ty_die_type(&type, &named)) {
      rows = rows == 0 ? ty_die_rows(&type) : rows;
      int64_t count = ty_die_count(&type);
      all = count > 0 && all <= INT32_MAX ? all * count : 0;
      type = named;
   }
   variable.n_rows = rows > 1 && all > rows ? rows : 0;
   if (ty_die_size(&type) > 0)
      variable.type = make_layout(types, &type, &named, 0);
   return variable;
}

bool ty_types_variable(ty_types *types, const an_object *binary, bool is_thread_local,
                       uint64_t address, ty_variable *variable)
{
   ty_code_file file;
   Dwarf_Die die;
   /* Symbols for the linker alone are at 0. */
   if ((address == 0 && !is_thread_local)
       || !ty_code_file_find(&file, types->objects, binary) || file.dwarf == NULL
       || !ty_index_variable(ty_trees_index(ty_code_trees(types->objects), file.dwarf),
                             is_thread_local,
                             address + (is_thread_local ? 0 : file.to_pc), &die))
      return false;
   *variable = describe_variable(types, &die);
   return true;
}

/* ---- Frames of the stack ---- */

/* False: there is no debug info there. */
static bool find_frame_code(ty_types *types, const an_object *binary, last_frame *last)
{
   ty_code_file file;
   Dwarf_Addr settled;
   if (!ty_code_file_find(&file, types->objects, binary)
       || !ty_code_at(&last->code, ty_code_trees(types->objects), file.dwarf,
                      last->pc + file.to_pc)
       || !ty_locals_frame(&last->frame, &last->code))
      return false;
   if (ty_places_settle_at(&last->frame, &settled))
      last->frame.settled = ty_code_rules(types->objects, binary, settled - file.to_pc);
   return true;
}

static last_frame *find_frame(ty_types *types, const an_object *binary, uint64_t pc)
{
   last_frame *last = &types->last;
   if (binary->path == last->path && binary->build_id == last->build_id && pc == last->pc)
      return last;
   free_rules(last);
   last->frame = (ty_place_frame){ .rules = NULL };
   last->path = binary->path;
   last->build_id = binary->build_id;
   last->pc = pc;
   last->has_code = find_frame_code(types, binary, last);
   last->frame.rules = ty_code_rules(types->objects, binary, pc);
   return last;
}

/* The function's whole name. */
static const char *name_of_function(ty_types *types, Dwarf_Die *function)
{
   Dwarf_Die unit, declaration = ty_die_declaration(*function);
   if (!ty_names_are_qualified(dwarf_diecu(function, &unit, NULL, NULL)))
      return dwarf_diename(function);
   for (known_name *k = types->known_names; k != NULL; k = k->next)
      if (k->die == declaration.addr)
         return k->name;
   const char *name = ty_names_whole(&types->names, ty_code_trees(types->objects),
                                     function);
   known_name *k = tk_get(types->alloc, AN_LABEL, sizeof *k);
   if (name == NULL)
      name = dwarf_diename(function);
   *k = (known_name){ types->known_names, declaration.addr, name };
   types->known_names = k;
   return name;
}

static ty_local describe_local(ty_types *types, ty_locals_found *found)
{
   ty_variable variable = describe_variable(types, &found->variable);
   bool is_inlined = dwarf_tag(&found->function) == DW_TAG_inlined_subroutine;
   return (ty_local){ .type = variable.type,
                      .name = variable.name,
                      .offset = found->offset,
                      .function = is_inlined ? name_of_function(types, &found->function)
                                             : NULL,
                      .file = variable.file,
                      .line = variable.line };
}

bool ty_types_local(ty_types *types, const an_object *binary, uint64_t pc,
                    int64_t cfa_offset, ty_local *local)
{
   ty_locals_found found;
   last_frame *last = find_frame(types, binary, pc);
   if (!last->has_code
       || !ty_locals_on_frame(&last->code, &last->frame, cfa_offset, &found))
      return false;
   *local = describe_local(types, &found);
   return true;
}

bool ty_types_saved_register(ty_types *types, const an_object *binary, uint64_t pc,
                             int64_t cfa_offset, int *dwarf_register)
{
   Dwarf_Frame *rules = find_frame(types, binary, pc)->frame.rules;
   return rules != NULL && ty_places_saved(rules, cfa_offset, dwarf_register);
}

bool ty_types_keeps_register(ty_types *types, const an_object *binary, uint64_t pc,
                             int dwarf_register)
{
   Dwarf_Frame *rules = find_frame(types, binary, pc)->frame.rules;
   return rules != NULL && ty_places_keeps(rules, dwarf_register);
}

bool ty_types_register_local(ty_types *types, const an_object *binary, uint64_t pc,
                             int dwarf_register, ty_local *local)
{
   ty_locals_found found;
   last_frame *last = find_frame(types, binary, pc);
   if (!last->has_code
       || !ty_locals_in_register(&last->code, &last->frame, dwarf_register, &found))
      return false;
   *local = describe_local(types, &found);
   return true;
}

/* ---- Answers ---- */

static const an_frame *nth_frame(const ty_program *program, const ty_blocks *blocks,
                                 size_t i)
{
   return &program->frames[blocks->path.frames[i]];
}

static answer *answer_for(ty_types *types, const ty_program *program,
                          const ty_blocks *blocks)
{
   uint64_t hash = (uint64_t)blocks->min_B * 31 + (uint64_t)blocks->max_B;
   for (size_t i = 0; i < blocks->path.n && i < 2; i++)
      hash = hash * 31 + nth_frame(program, blocks, i)->address;
   return &types->answers[hash * 0x9e3779b97f4a7c15u >> 56];
}

static bool is_answered(const answer *a, const ty_program *program,
                        const ty_blocks *blocks)
{
   size_t n = blocks->path.n;
   if (a->n == 0 || n < a->n || (a->is_end && n != a->n) || a->min_B != blocks->min_B
       || a->max_B != blocks->max_B)
      return false;
   for (size_t i = 0; i < a->n; i++) {
      const an_frame *frame = nth_frame(program, blocks, i);
      if (frame->address != a->addresses[i] || frame->line != a->lines[i])
         return false;
   }
   return true;
}

static void keep_answer(answer *a, const ty_program *program, const ty_blocks *blocks,
                        size_t n, const ty_type *type)
{
   *a = (answer){ .min_B = blocks->min_B,
                  .max_B = blocks->max_B,
                  .n = n,
                  .is_end = n == blocks->path.n,
                  .type = type };
   for (size_t i = 0; i < n; i++) {
      a->addresses[i] = nth_frame(program, blocks, i)->address;
      a->lines[i] = nth_frame(program, blocks, i)->line;
   }
}

const ty_type *ty_types_find(ty_types *types, const ty_program *program,
                             const ty_blocks *blocks)
{
   size_t n;
   if (program->n_objects + program->n_files == 0 || blocks->max_B == 0)
      return NULL;
   if (types->answered != program->frames)
      memset(types->answers, 0, sizeof types->answers);
   types->answered = program->frames;
   answer *a = answer_for(types, program, blocks);
   if (is_answered(a, program, blocks))
      return a->type;
   ty_evidence v = of_path(types, program, blocks, &n);
   const ty_type *type = v.kind == TY_SAYS_TYPE ? layout_of(types, blocks, &v) : NULL;
   keep_answer(a, program, blocks, n, type);
   return type;
}
