/* cs_inlining.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "calls/cs_inlining.h"

#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_xarray.h"

#include "base/tk_array.h"
#include "base/tk_hash.h"
#include "base/tk_table.h"
#include "code/tk_description.h"
#include "run/tk_debug_info.h"

/* No header of the SDK declares these (configure looks for them). */
extern XArray *VG_(clo_fullpath_after);
extern Bool VG_(clo_read_inline_info);

/* More inlined calls than in any real code: a bound for damaged debug information. */
enum { MAX_DEPTH = 128 };

/* A function, and a line of it. */
typedef struct {
   const HChar *fn, *file; /* interned */
   UInt line;
} frame;

struct cs_inlining {
   const tk_alloc *alloc;
   tk_strings *names;
   cs_functions *functions;
   cs_tree *tree;
   const HChar *unknown; /* "???", interned */
   tk_table table;       /* of inlined code: indices of `all` */
   cs_code **all;
   size_t n, capacity;
   uint32_t n_codes; /* with the functions' own */
};

/* Reading what was inlined in the C library takes as long as a short program, and nobody
   asks for it. */
static Bool is_of_program(const HChar *path)
{
   static const HChar *const c_library[] = { "ld-",   "libc.",      "libc-",     "libm.",
                                             "libm-", "libpthread", "vgpreload_" };
   const HChar *slash = VG_(strrchr)(path, '/'), *name = slash == NULL ? path : slash + 1;
   for (SizeT i = 0; i < sizeof c_library / sizeof c_library[0]; i++)
      if (VG_(strncmp)(name, c_library[i], VG_(strlen)(c_library[i])) == 0)
         return False;
   return True;
}

void cs_inlining_ask(Bool yes)
{
   VG_(clo_read_inline_info) = yes;
   tk_debug_info_read_inlined(is_of_program);
}

cs_inlining *cs_inlining_new(const tk_alloc *alloc, tk_strings *names,
                             cs_functions *functions, cs_tree *tree)
{
   cs_inlining *inlining = VG_(calloc)("cs.inlining", 1, sizeof *inlining);
   inlining->alloc = alloc;
   inlining->names = names;
   inlining->functions = functions;
   inlining->tree = tree;
   inlining->unknown = tk_strings_intern(names, "???", 3);
   inlining->table = (tk_table){ .alloc = alloc, .label = "cs.inlining" };
   return inlining;
}

/* ---- Frames ----------------------------------------------------------- */

static const HChar *intern_text(const cs_inlining *inlining, const HChar *text,
                                SizeT size_B)
{
   return tk_strings_intern(inlining->names, text, size_B);
}

static Bool is_in_dot(const HChar *file)
{
   return file[0] == '.' && file[1] == '/';
}

/* A file, as lines name it.  Descriptions lack a "./" before it, which the other relative
   files of a compilation unit have, or have not. */
static const HChar *file_name(const cs_inlining *inlining, const HChar *text,
                              SizeT size_B, Bool has_dot)
{
   if (!has_dot || text[0] == '/')
      return intern_text(inlining, text, size_B);
   HChar *path = VG_(malloc)("cs.inlining.path", 2 + size_B);
   path[0] = '.';
   path[1] = '/';
   VG_(memcpy)(path + 2, text, size_B);
   const HChar *kept = intern_text(inlining, path, 2 + size_B);
   VG_(free)(path);
   return kept;
}

/* Reads "FUNCTION (FILE:LINE)"; a file with its directory, if that is known. */
static frame read_frame(const cs_inlining *inlining, const HChar *text, Bool has_dot)
{
   frame f = { .fn = inlining->unknown, .file = inlining->unknown };
   tk_description d = tk_description_parts(text);
   if (d.function == NULL)
      return f;
   f.fn = intern_text(inlining, d.function, d.function_B);
   const HChar *location = d.function + d.function_B;
   const HChar *colon = VG_(strrchr)(location, ':');
   if (VG_(strncmp)(location, " (in ", 5) == 0 || colon == NULL)
      return f;
   f.file = file_name(inlining, location + 2, (SizeT)(colon - location - 2), has_dot);
   f.line = (UInt)VG_(strtoull10)(colon + 1, NULL);
   return f;
}

/* The frames of an address, the innermost first.  With an empty prefix to be taken off,
   the core describes files with their directories. */
static UInt read_frames(const cs_inlining *inlining, Addr addr, Bool has_dot,
                        frame frames[MAX_DEPTH])
{
   DiEpoch epoch = VG_(current_DiEpoch)();
   InlIPCursor *cursor = VG_(new_IIPC)(epoch, addr);
   UInt n = 0;
   if (cursor == NULL)
      return 0;
   const HChar *no_prefix = "";
   VG_(addToXA)(VG_(clo_fullpath_after), &no_prefix);
   do {
      frames[n++] = read_frame(inlining, VG_(describe_IP)(epoch, addr, cursor), has_dot);
   } while (VG_(next_IIPC)(cursor) && n < MAX_DEPTH);
   VG_(dropTailXA)(VG_(clo_fullpath_after), 1);
   VG_(delete_IIPC)(cursor);
   return n;
}

/* ---- Code ------------------------------------------------------------- */

static ULong hash_of(const cs_code *code)
{
   ULong hash = tk_hash_word((UWord)code->outer ^ (ULong)code->call_line << 40);
   hash = tk_hash_word(hash ^ (UWord)code->fn);
   return tk_hash_word(hash ^ (UWord)code->file ^ tk_hash_word((UWord)code->call_file));
}

static const cs_code *find_code(const cs_inlining *inlining, ULong hash,
                                const cs_code *wanted)
{
   TK_TABLE_EACH(i, &inlining->table, hash) {
      const cs_code *code = inlining->all[i];
      if (code->outer == wanted->outer && code->fn == wanted->fn
          && code->file == wanted->file && code->call_file == wanted->call_file
          && code->call_line == wanted->call_line)
         return code;
   }
   return NULL;
}

static cs_code *add_code(cs_inlining *inlining, cs_function *function,
                         const cs_code *model)
{
   cs_code *code = VG_(malloc)("cs.inlining.code", sizeof *code);
   *code = *model;
   code->number = inlining->n_codes++;
   code->index = function->n_codes++;
   if (function->last_code == NULL)
      function->codes = code;
   else
      function->last_code->next = code;
   function->last_code = code;
   return code;
}

static const cs_code *own_code(cs_inlining *inlining, cs_function *function)
{
   if (function->codes == NULL)
      add_code(inlining, function,
               &(cs_code){ .function = function,
                           .fn = function->at.fn,
                           .file = function->at.file });
   return function->codes;
}

/* The inlined code; the code around it if there is no room for more. */
static const cs_code *inlined_code(cs_inlining *inlining, cs_function *function,
                                   const cs_code *wanted)
{
   ULong hash = hash_of(wanted);
   const cs_code *code = find_code(inlining, hash, wanted);
   if (code != NULL)
      return code;
   if (!cs_tree_reserve_code(inlining->tree, function))
      return wanted->outer;
   TK_ARRAY_ROOM(inlining->alloc, "cs.inlining.all", inlining->all, inlining->n,
                 inlining->capacity);
   tk_table_add(&inlining->table, hash, (UInt)inlining->n);
   return inlining->all[inlining->n++] = add_code(inlining, function, wanted);
}

const cs_code *cs_inlining_at(cs_inlining *inlining, Addr addr, const tk_place *place)
{
   frame frames[MAX_DEPTH];
   cs_function *function = cs_functions_of(inlining->functions, addr, place);
   if (function == NULL)
      return NULL;
   const cs_code *code = own_code(inlining, function);
   Bool has_dot = is_in_dot(place->file) || is_in_dot(function->at.file);
   for (UInt i = read_frames(inlining, addr, has_dot, frames); i >= 2; i--)
      code = inlined_code(inlining, function,
                          &(cs_code){ .function = function,
                                      .outer = code,
                                      .fn = frames[i - 2].fn,
                                      .file = i > 2 ? frames[i - 2].file : place->file,
                                      .call_file = frames[i - 1].file,
                                      .call_line = frames[i - 1].line });
   return code;
}

UInt cs_inlining_n_codes(const cs_inlining *inlining)
{
   return inlining->n_codes;
}
