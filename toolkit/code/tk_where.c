/* tk_where.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "code/tk_where.h"

#include "pub_tool_debuginfo.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"

#include "base/tk_hash.h"

enum { ANSWERS = 1 << 14, PATHS = 1 << 8, NAMES = 1 << 8 }; /* powers of two */

/* No header of the SDK declares this (configure looks for it).  The name as the symbol
   table has it, which is not copied: not demangled. */
extern Bool VG_(get_fnname_raw)(DiEpoch epoch, Addr addr, const HChar **name);

/* The line of an address, in an epoch of the debug information. */
typedef struct {
   Addr addr;
   Addr run; /* if the line depends on it; else 0 */
   UInt epoch;
   UInt
      generation; /* of the names that the program gives, if it depends on them; else 0 */
   tk_line *line; /* NULL: the entry is empty */
} answer;

/* The path of a directory and a file.  The strings belong to the reader of debug
   information, and are compared by address.  That is valid until it loads or drops
   an object: then the epoch changes. */
typedef struct {
   const HChar *dir, *file;
   UInt epoch;
   const HChar *joined; /* interned; NULL: the entry is empty */
} path;

/* The name of a function.  What is true of the strings of a path is true of `raw`. */
typedef struct {
   const HChar *raw;
   UInt epoch;
   const HChar *name; /* interned, demangled; NULL: the entry is empty */
} function;

struct tk_where {
   tk_strings *names;
   tk_lines *lines;
   tk_code_objects *objects;
   const HChar *unknown; /* "???", interned */
   tk_where_part *part;  /* may be NULL */
   void *context;        /* for it */
   const tk_jit *jit;    /* may be NULL */
   /* Caches: superblocks overlap, so many instructions are asked for more than
      once; and few files and functions are in use at a time. */
   answer answers[ANSWERS];
   path paths[PATHS];
   function functions[NAMES];
   tk_line *last; /* NULL: none yet */
};

tk_where *tk_where_new(tk_strings *names, tk_lines *lines, tk_code_objects *objects)
{
   tk_where *where = VG_(calloc)("tk.where", 1, sizeof *where);
   where->names = names;
   where->lines = lines;
   where->unknown = tk_strings_text(where->names, "???");
   where->objects = objects;
   return where;
}

void tk_where_set_part(tk_where *where, tk_where_part *part, void *context)
{
   where->part = part;
   where->context = context;
}

void tk_where_set_jit(tk_where *where, const tk_jit *jit)
{
   where->jit = jit;
}

UInt tk_where_generation(const tk_where *where)
{
   return where->jit == NULL ? 0 : tk_jit_generation(where->jit);
}

static const HChar *join_path(tk_where *where, const HChar *dir, const HChar *file)
{
   if (dir[0] == '\0')
      return tk_strings_text(where->names, file);
   SizeT size = VG_(strlen)(dir) + 1 + VG_(strlen)(file) + 1;
   HChar *text = VG_(malloc)("tk.where.path", size);
   VG_(sprintf)(text, "%s/%s", dir, file);
   const HChar *joined = tk_strings_text(where->names, text);
   VG_(free)(text);
   return joined;
}

static const HChar *path_of(tk_where *where, DiEpoch epoch, const HChar *dir,
                            const HChar *file)
{
   UWord hash = tk_hash_word((UWord)dir ^ tk_hash_word((UWord)file));
   path *p = &where->paths[hash & (PATHS - 1)];
   if (p->joined == NULL || p->dir != dir || p->file != file || p->epoch != epoch.n)
      *p = (path){
         .dir = dir, .file = file, .epoch = epoch.n, .joined = join_path(where, dir, file)
      };
   return p->joined;
}

/* NULL: the code has no symbol.  To demangle a name takes longer than all else here. */
static const HChar *function_of(tk_where *where, DiEpoch epoch, Addr addr)
{
   const HChar *raw, *name;
   if (!VG_(get_fnname_raw)(epoch, addr, &raw))
      return NULL;
   function *f = &where->functions[tk_hash_word((UWord)raw) & (NAMES - 1)];
   if (f->name == NULL || f->raw != raw || f->epoch != epoch.n) {
      if (!VG_(get_fnname)(epoch, addr, &name))
         return NULL;
      *f = (function){ .raw = raw,
                       .epoch = epoch.n,
                       .name = tk_strings_text(where->names, name) };
   }
   return f->name;
}

static Bool is_nameless(const tk_where *where, const tk_place *place)
{
   return place->file == where->unknown && place->fn == where->unknown;
}

/* Where code without file and function begins; without `run`, 0 if that depends on it.
   Code outside objects is one place: its addresses differ between runs. */
static ULong start_of(tk_where *where, const tk_place *place, Addr addr, Addr run,
                      Bool *by_run)
{
   *by_run = False;
   if (!is_nameless(where, place) || place->object == TK_NO_OBJECT)
      return 0;
   ULong start = tk_code_objects_start(where->objects, place->object, addr, run, by_run);
   return *by_run && run == 0 ? 0 : start;
}

const tk_jit_code *tk_where_compiled(const tk_where *where, Addr addr)
{
   return where->jit == NULL || tk_code_debug_info(addr) != NULL
             ? NULL
             : tk_jit_at(where->jit, addr);
}

static void name_compiled(const tk_where *where, Addr addr, tk_place *place)
{
   const tk_jit_code *code = tk_where_compiled(where, addr);
   const tk_jit_line *line = code == NULL ? NULL : tk_jit_line_at(code, addr);
   if (code != NULL)
      place->fn = code->name;
   if (line != NULL) {
      place->file = line->file;
      place->number = line->number;
   }
}

static tk_place look_up(tk_where *where, DiEpoch epoch, Addr addr, Addr run, Bool *by_run)
{
   const HChar *dir = "", *file, *fn = function_of(where, epoch, addr);
   tk_place place = { .file = where->unknown, .fn = where->unknown };
   if (VG_(get_filename_linenum)(epoch, addr, &file, &dir, &place.number))
      place.file = path_of(where, epoch, dir, file);
   else
      place.number = 0;
   if (fn != NULL)
      place.fn = fn;
   if (is_nameless(where, &place))
      name_compiled(where, addr, &place);
   place.object = tk_code_objects_find(where->objects, addr);
   place.start = start_of(where, &place, addr, run, by_run);
   return place;
}

static tk_line *line_of(tk_where *where, const tk_place *place)
{
   if (place->object != TK_NO_OBJECT)
      tk_code_objects_count(where->objects, place->object, place->number > 0);
   if (where->last == NULL || !tk_place_is_equal(&where->last->at, place))
      where->last = tk_lines_at(where->lines, place);
   return where->last;
}

tk_line *tk_where_line(tk_where *where, Addr addr, Addr run)
{
   DiEpoch epoch = VG_(current_DiEpoch)();
   answer *a = &where->answers[tk_hash_word(addr) & (ANSWERS - 1)];
   if (a->line == NULL || a->addr != addr || a->epoch != epoch.n
       || (a->run != 0 && a->run != run)
       || (a->generation != 0 && a->generation != tk_where_generation(where))) {
      Bool by_run, is_outside = tk_code_debug_info(addr) == NULL;
      tk_place place = look_up(where, epoch, addr, run, &by_run);
      if (where->part != NULL)
         place.part = where->part(where->context, addr, &place);
      *a = (answer){ .addr = addr,
                     .run = by_run ? run : 0,
                     .epoch = epoch.n,
                     .generation = is_outside ? tk_where_generation(where) : 0,
                     .line = line_of(where, &place) };
   }
   return a->line;
}

tk_line *tk_where_instr(tk_where *where, Addr addr, UInt size_B, Addr run)
{
   tl_assert(size_B <= TK_INSTR_MOST_B);
   tk_instr instr = { .line = tk_where_line(where, addr, run), .size_B = (UChar)size_B };
   Addr in_file = addr;
   tk_code_objects_in_file(where->objects, addr, &in_file);
   instr.address = in_file;
   VG_(memcpy)(instr.code, (const void *)addr, size_B);
   return tk_lines_instr(where->lines, &instr);
}

tk_place tk_where_place(tk_where *where, Addr addr)
{
   Bool by_run;
   return look_up(where, VG_(current_DiEpoch)(), addr, 0, &by_run);
}

Bool tk_where_begins(tk_where *where, const tk_place *place, Addr addr)
{
   Addr in_file;
   return tk_code_objects_in_file(where->objects, addr, &in_file)
          && in_file == place->start;
}
