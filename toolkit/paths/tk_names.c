/* tk_names.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "paths/tk_names.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_seqmatch.h"
#include "pub_tool_xarray.h"

#include "base/tk_array.h"
#include "base/tk_fn_name.h"
#include "code/tk_program.h"
#include "code/tk_description.h"
#include "watch/tk_functions.h"

#define LABEL "tk.names"

/* Prefixes to take off directories: with an empty one among them, descriptions
   have the whole path.  And: does the core read inlined functions?  By default it
   decides by the tool's name.  No header of the SDK declares these (configure
   looks for them). */
extern XArray *VG_(clo_fullpath_after);
extern Bool VG_(clo_read_inline_info);

void tk_names_ask(void)
{
   VG_(clo_read_inline_info) = True;
}

static void ask_for_directories(void)
{
   const HChar *all = "";
   if (VG_(sizeXA)(VG_(clo_fullpath_after)) == 0)
      VG_(addToXA)(VG_(clo_fullpath_after), &all);
}

static void add_frame(tk_names *names, uint32_t number, uint32_t dir, UChar marks)
{
   TK_ARRAY_ROOM(names->alloc, LABEL, names->frame_dirs, number, names->max_dirs);
   TK_ARRAY_ROOM(names->alloc, LABEL, names->marks, number, names->max_marks);
   TK_ARRAY_ROOM(names->alloc, LABEL, names->places, number, names->max_places);
   names->frame_dirs[number] = dir;
   names->marks[number] = marks;
   names->places[number] = (tk_names_place){ .object = TK_NO_OBJECT };
}

void tk_names_init(tk_names *names, const tk_alloc *alloc)
{
   names->alloc = alloc;
   names->frames = tk_strings_new(alloc);
   names->dirs = tk_strings_new(alloc);
   tk_stacks_init(&names->expansions, alloc);
   add_frame(names, tk_strings_number(names->frames, "[root]", 6),
             tk_strings_number(names->dirs, "", 0), 0);
   ask_for_directories();
}

/* ---- Frames ------------------------------------------------------------ */

static Bool is_unnamed(const HChar *text)
{
   return VG_(strcmp)(text, "???") == 0;
}

/* Whether any pattern matches.  "???" stands for functions without a name, not for names
   of three letters. */
static Bool matches_any(XArray *patterns, const HChar *function)
{
   for (Word i = 0; i < VG_(sizeXA)(patterns); i++) {
      const HChar *pattern = *(const HChar **)VG_(indexXA)(patterns, i);
      if (is_unnamed(pattern) ? is_unnamed(function)
                              : VG_(string_match)(pattern, function))
         return True;
   }
   return False;
}

static Bool is_of_allocator(const HChar *name)
{
   const tk_function *function = tk_function_named(name);
   return function != NULL && !tk_function_leaves(function);
}

static UChar marks_for(const tk_names *names, const tk_description *d)
{
   if (d->function == NULL
       || (VG_(sizeXA)(names->alloc_fns) == 0 && VG_(sizeXA)(names->ignore_fns) == 0
           && !names->mark_allocators))
      return 0;
   HChar *function = VG_(malloc)(LABEL, d->function_B + 1);
   VG_(memcpy)(function, d->function, d->function_B);
   function[d->function_B] = '\0';
   function[tk_fn_name_B(function, NULL)] = '\0';
   UChar marks =
      (matches_any(names->alloc_fns, function) ? TK_NAMES_ALLOCATES : 0)
      | (matches_any(names->ignore_fns, function) ? TK_NAMES_IGNORED : 0)
      | (names->mark_allocators && is_of_allocator(function) ? TK_NAMES_OF_ALLOCATOR : 0)
      | (is_unnamed(function) ? TK_NAMES_UNNAMED : 0);
   VG_(free)(function);
   return marks;
}

uint32_t tk_names_frame(tk_names *names, const HChar *text)
{
   static HChar *joined; /* reused: descriptions have no bound */
   static SizeT room_B;
   text = tk_program_in(text);
   tk_description d = tk_description_parts(text);
   SizeT rest_B = VG_(strlen)(d.rest);

   if (d.prefix_B + rest_B > room_B) {
      room_B = 2 * (d.prefix_B + rest_B);
      joined = VG_(realloc)(LABEL, joined, room_B);
   }
   VG_(memcpy)(joined, text, d.prefix_B);
   VG_(memcpy)(joined + d.prefix_B, d.rest, rest_B);

   uint32_t n_before = tk_strings_count(names->frames);
   uint32_t number = tk_strings_number(names->frames, joined, d.prefix_B + rest_B);
   if (number == n_before)
      add_frame(names, number,
                d.directory == NULL
                   ? 0
                   : tk_strings_number(names->dirs, d.directory, d.directory_B),
                marks_for(names, &d));
   return number;
}

/* ---- Addresses --------------------------------------------------------- */

enum { MAX_INLINED = 128 };

/* The number of an address, by its frames. */
static uint32_t number_expansion(tk_names *names, const uint32_t *frames, uint32_t n)
{
   tk_stack *list = tk_stacks_at(&names->expansions, frames, n);
   if (list->value != TK_STACKS_NONE)
      return list->value;
   TK_ARRAY_ROOM(names->alloc, LABEL, names->by_number, names->n_numbers,
                 names->max_numbers);
   names->by_number[names->n_numbers] = list;
   list->value = names->n_numbers++;
   return list->value;
}

/* The frame of code without a known line: "0xADDRESS: FUNCTION (in OBJECT)".  The
   address in the file is the same in each run. */
static uint32_t frame_in_file(tk_names *names, DiEpoch epoch, Addr pc)
{
   Addr in_file;
   const HChar *text = VG_(describe_IP)(epoch, pc, NULL);
   const HChar *rest = VG_(strstr)(text, ": ");
   if (rest == NULL || VG_(strstr)(rest, " (in ") == NULL
       || !tk_code_objects_in_file(names->objects, pc, &in_file))
      return tk_names_frame(names, text);
   HChar *own = VG_(malloc)(LABEL, VG_(strlen)(rest) + 2 + 16 + 1);
   VG_(sprintf)(own, "0x%lX%s", in_file, rest);
   uint32_t frame = tk_names_frame(names, own);
   VG_(free)(own);
   return frame;
}

static Bool has_line(DiEpoch epoch, Addr pc)
{
   const HChar *file;
   UInt line;
   return VG_(get_filename_linenum)(epoch, pc, &file, NULL, &line);
}

/* The frame of code that the program has compiled and named.  Its address differs between
   runs, so that is left out. */
static uint32_t compiled_frame(tk_names *names, const tk_jit_code *code, Addr pc)
{
   const tk_jit_line *line = tk_jit_line_at(code, pc);
   const HChar *file = line == NULL ? "" : line->file;
   HChar *text = VG_(malloc)(LABEL, VG_(strlen)(code->name) + VG_(strlen)(file) + 32);
   if (line == NULL)
      VG_(sprintf)(text, "0x0: %s", code->name);
   else
      VG_(sprintf)(text, "0x0: %s (%s:%u)", code->name, file, line->number);
   uint32_t frame = tk_names_frame(names, text);
   VG_(free)(text);
   return frame;
}

/* The frames of an address, inlined functions first. */
static uint32_t describe_pc(tk_names *names, Addr pc, uint32_t *frames)
{
   DiEpoch epoch = VG_(current_DiEpoch)();
   uint32_t n = 0;
   if (names->objects != NULL && !has_line(epoch, pc)) {
      frames[0] = frame_in_file(names, epoch, pc);
      return 1;
   }
   InlIPCursor *cursor = VG_(new_IIPC)(epoch, pc);
   do {
      frames[n++] = tk_names_frame(names, VG_(describe_IP)(epoch, pc, cursor));
   } while (VG_(next_IIPC)(cursor) && n < MAX_INLINED);
   VG_(delete_IIPC)(cursor);
   return n;
}

static void place_frames(tk_names *names, Addr pc, const uint32_t *frames, uint32_t n)
{
   tk_names_place found = { .object = tk_code_objects_find(names->objects, pc) };
   if (!tk_code_objects_in_file(names->objects, pc, &found.address))
      found.object = TK_NO_OBJECT;
   for (uint32_t i = 0; i < n; i++)
      names->places[frames[i]] = found;
}

void tk_names_step(tk_names *names, tk_step *step)
{
   DiEpoch epoch = VG_(current_DiEpoch)();
   Addr pc = (Addr)step->pc;
   uint32_t frames[MAX_INLINED], n = 0;
   const NSegment *segment = VG_(am_find_nsegment)(pc);
   step->is_no_code = segment == NULL || !segment->hasX;
   step->is_unknown = step->is_no_code || VG_(find_DebugInfo)(epoch, pc) == NULL;
   if (step->is_no_code)
      return;
   const HChar *own = names->describe == NULL ? NULL : names->describe(pc);
   const tk_jit_code *compiled = step->is_unknown && names->jit != NULL
                                    ? tk_jit_at(names->jit, pc)
                                    : NULL;
   if (own != NULL)
      frames[n++] = tk_names_frame(names, own);
   else if (compiled != NULL)
      frames[n++] = compiled_frame(names, compiled, pc);
   else
      n = describe_pc(names, pc, frames);
   if (names->keeps_places)
      place_frames(names, pc, frames, n);
   step->frame = number_expansion(names, frames, n);
   /* Ends at main or, if it has no symbol, where the process starts: the words
      beyond would be taken for frames. */
   step->is_last = !VG_(clo_show_below_main)
                   && VG_(get_fnname_kind_from_IP)(epoch, pc) != Vg_FnNameNormal;
}
