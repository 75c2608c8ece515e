/* tk_where.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "code/tk_where.h"

#include "pub_tool_debuginfo.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_xarray.h"

#include "base/tk_hash.h"

enum { ANSWERS = 1 << 14, PATHS = 1 << 8 }; /* powers of two */

/* The line of an address, in an epoch of the debug information. */
typedef struct {
   Addr addr;
   UInt epoch;
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

/* An executable or a library. */
typedef struct {
   const HChar *name; /* interned */
   Addr start;        /* of its code, in an epoch of the debug info */
   SizeT size_B;
   UInt epoch;
   ULong n_known, n_bare; /* instructions so far, with a line and without */
} object;

struct tk_where {
   tk_strings *names;
   tk_lines *lines;
   const HChar *unknown; /* "???", interned */
   /* Caches: superblocks overlap, so many instructions are asked for more than
      once; and few files are in use at a time. */
   answer answers[ANSWERS];
   path paths[PATHS];
   XArray *objects;  /* of object */
   Word last_object; /* of the last instruction; -1: none yet */
   XArray *no_lines; /* of const HChar *: the result of tk_where_no_lines */
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
   where->objects = VG_(newXA)(VG_(malloc), "tk.where.objects", VG_(free),
                               sizeof(object));
   where->last_object = -1;
   where->no_lines = VG_(newXA)(VG_(malloc), "tk.where.objects", VG_(free),
                                sizeof(HChar *));
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

static object *object_at(const tk_where *where, Word index)
{
   return VG_(indexXA)(where->objects, index);
}

static Word find_object(tk_where *where, const HChar *name)
{
   const HChar *kept = intern(where, name);
   Word n = VG_(sizeXA)(where->objects);
   for (Word i = 0; i < n; i++)
      if (object_at(where, i)->name == kept)
         return i;
   return VG_(addToXA)(where->objects, &(object){ .name = kept });
}

/* The object of an address, or NULL.  Most are in the object of the last one. */
static object *object_of(tk_where *where, DiEpoch epoch, Addr addr)
{
   object *o = where->last_object < 0
                  ? NULL : object_at(where, where->last_object);
   if (o != NULL && addr - o->start < o->size_B && o->epoch == epoch.n)
      return o;
   const DebugInfo *info = VG_(find_DebugInfo)(epoch, addr);
   if (info == NULL)
      return NULL;
   where->last_object = find_object(where, VG_(DebugInfo_get_filename)(info));
   o = object_at(where, where->last_object);
   o->start = VG_(DebugInfo_get_text_avma)(info);
   o->size_B = VG_(DebugInfo_get_text_size)(info);
   o->epoch = epoch.n;
   return o;
}

static void note_object(tk_where *where, DiEpoch epoch, Addr addr,
                        Bool has_line)
{
   object *o = object_of(where, epoch, addr);
   if (o != NULL && has_line)
      o->n_known++;
   else if (o != NULL)
      o->n_bare++;
}

/* A factor of 4, as a program of a few lines has more start-up code than these.
   Valgrind's own objects, which are in every program, do not count. */
static Bool lacks_lines(const object *o)
{
   return o->n_bare / 4 > o->n_known
          && VG_(strstr)(o->name, "/vgpreload_") == NULL;
}

const HChar *const *tk_where_no_lines(tk_where *where, SizeT *n)
{
   VG_(dropTailXA)(where->no_lines, VG_(sizeXA)(where->no_lines));
   for (Word i = 0; i < VG_(sizeXA)(where->objects); i++)
      if (lacks_lines(object_at(where, i)))
         VG_(addToXA)(where->no_lines, &object_at(where, i)->name);
   *n = (SizeT)VG_(sizeXA)(where->no_lines);
   return *n == 0 ? NULL : VG_(indexXA)(where->no_lines, 0);
}

static tk_line *look_up(tk_where *where, DiEpoch epoch, Addr addr)
{
   const HChar *dir = "", *file, *fn;
   UInt number = 0;
   const HChar *name = where->unknown;

   Bool has_line =
      VG_(get_filename_linenum)(epoch, addr, &file, &dir, &number);
   if (has_line)
      name = path_of(where, epoch, dir, file);
   else
      number = 0;
   note_object(where, epoch, addr, has_line);
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
