/* tk_where.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "tk_where.h"

#include "pub_tool_debuginfo.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"

struct tk_where {
   tk_strings *names;
   tk_lines *lines;
   const HChar *unknown; /* "???", interned */
   /* The path joined last: consecutive instructions share it.  The debug
      info reader's own strings are compared by address, which is good
      until it loads or drops an object: then the epoch changes. */
   DiEpoch epoch;
   const HChar *dir, *file;
   const HChar *path; /* interned */
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

static const HChar *join(tk_where *where, DiEpoch epoch, const HChar *dir,
                         const HChar *file)
{
   if (where->path != NULL && where->epoch.n == epoch.n && where->dir == dir
       && where->file == file)
      return where->path;

   if (dir[0] == '\0') {
      where->path = intern(where, file);
   } else {
      SizeT size = VG_(strlen)(dir) + 1 + VG_(strlen)(file) + 1;
      HChar *joined = VG_(malloc)("tk.where.path", size);
      VG_(sprintf)(joined, "%s/%s", dir, file);
      where->path = intern(where, joined);
      VG_(free)(joined);
   }
   where->epoch = epoch;
   where->dir = dir;
   where->file = file;
   return where->path;
}

tk_line *tk_where_line(tk_where *where, Addr addr)
{
   DiEpoch epoch = VG_(current_DiEpoch)();
   const HChar *dir = "", *file, *fn;
   UInt number = 0;
   const HChar *path = where->unknown;

   if (VG_(get_filename_linenum)(epoch, addr, &file, &dir, &number))
      path = join(where, epoch, dir, file);
   else
      number = 0;
   fn = VG_(get_fnname)(epoch, addr, &fn) ? intern(where, fn)
                                          : where->unknown;
   tk_line *line = tk_lines_at(where->lines, path, fn, number);
   tl_assert(line != NULL);
   return line;
}
