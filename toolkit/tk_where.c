/* tk_where.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "tk_where.h"

#include "pub_tool_debuginfo.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"

#include "tk_hash.h"

enum { ANSWERS = 1 << 14, PATHS = 1 << 8 }; /* powers of two */

/* The line of an address, as told in an epoch of the debug info. */
typedef struct {
   Addr addr;
   UInt epoch;
   tk_line *line; /* NULL: nothing is remembered */
} answer;

/* The path that a directory and a file make.  The debug info reader's own
   strings are compared by address, which is good until it loads or drops an
   object: then the epoch changes. */
typedef struct {
   const HChar *dir, *file;
   UInt epoch;
   const HChar *joined; /* interned; NULL: nothing is remembered */
} path;

struct tk_where {
   tk_strings *names;
   tk_lines *lines;
   const HChar *unknown; /* "???", interned */
   /* What was told lately: traces overlap, so that many an instruction is
      asked for more than once, and few files are in use at a time. */
   answer answers[ANSWERS];
   path paths[PATHS];
};

static const HChar *intern(tk_where *where, const HChar *name)
{
   const HChar *kept =
      tk_strings_intern(where->names, name, VG_(strlen)(name));
   tl_assert(kept != NULL);
   return kept;
}

tk_where *tk_where_new(tk_strings *names, tk_lines *lines)
{
   tk_where *where = VG_(calloc)("tk.where", 1, sizeof *where);
   where->names = names;
   where->lines = lines;
   where->unknown = intern(where, "???");
   return where;
}

static const HChar *join(tk_where *where, const HChar *dir, const HChar *file)
{
   if (dir[0] == '\0')
      return intern(where, file);
   SizeT size = VG_(strlen)(dir) + 1 + VG_(strlen)(file) + 1;
   HChar *text = VG_(malloc)("tk.where.path", size);
   VG_(sprintf)(text, "%s/%s", dir, file);
   const HChar *joined = intern(where, text);
   VG_(free)(text);
   return joined;
}

static const HChar *path_of(tk_where *where, DiEpoch epoch, const HChar *dir,
                            const HChar *file)
{
   UWord hash = tk_hash_word((UWord)dir ^ tk_hash_word((UWord)file));
   path *p = &where->paths[hash & (PATHS - 1)];
   if (p->joined == NULL || p->dir != dir || p->file != file
       || p->epoch != epoch.n)
      *p = (path){ .dir = dir, .file = file, .epoch = epoch.n,
                   .joined = join(where, dir, file) };
   return p->joined;
}

static tk_line *look_up(tk_where *where, DiEpoch epoch, Addr addr)
{
   const HChar *dir = "", *file, *fn;
   UInt number = 0;
   const HChar *name = where->unknown;

   if (VG_(get_filename_linenum)(epoch, addr, &file, &dir, &number))
      name = path_of(where, epoch, dir, file);
   else
      number = 0;
   fn = VG_(get_fnname)(epoch, addr, &fn) ? intern(where, fn)
                                          : where->unknown;
   tk_line *line = tk_lines_at(where->lines, name, fn, number);
   tl_assert(line != NULL);
   return line;
}

tk_line *tk_where_line(tk_where *where, Addr addr)
{
   DiEpoch epoch = VG_(current_DiEpoch)();
   answer *a = &where->answers[tk_hash_word(addr) & (ANSWERS - 1)];
   if (a->line == NULL || a->addr != addr || a->epoch != epoch.n)
      *a = (answer){ .addr = addr, .epoch = epoch.n,
                     .line = look_up(where, epoch, addr) };
   return a->line;
}
