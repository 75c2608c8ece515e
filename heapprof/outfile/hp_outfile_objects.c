/* hp_outfile_objects.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "outfile/hp_outfile_objects.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

#include "code/tk_program.h"

/* The core also reports the tool itself and, with --keep-debuginfo=yes, objects that
   are unmapped. */
static Bool is_the_programs(const DebugInfo *info)
{
   Addr start = VG_(DebugInfo_get_text_avma)(info);
   Addr own = (Addr)&hp_outfile_objects;
   SizeT size_B = VG_(DebugInfo_get_text_size)(info);
   if (size_B == 0 || own - start < size_B)
      return False;
   const NSegment *segment = VG_(am_find_nsegment)(start);
   const HChar *path = segment == NULL || !segment->hasX ? NULL
                                                         : VG_(am_get_filename)(segment);
   return path != NULL && VG_(strcmp)(path, VG_(DebugInfo_get_filename)(info)) == 0;
}

static Int compare_objects(const void *a, const void *b)
{
   const hp_outfile_object *x = a, *y = b;
   return tk_compare(x->start, y->start);
}

/* The core may report an object twice that was unmapped and mapped again. */
static SizeT without_doubles(hp_outfile_object *objects, SizeT n)
{
   SizeT n_kept = 0;
   for (SizeT i = 0; i < n; i++)
      if (n_kept == 0 || objects[i].start >= objects[n_kept - 1].end)
         objects[n_kept++] = objects[i];
   return n_kept;
}

hp_outfile_object *hp_outfile_objects(tk_code_objects *files, SizeT *n)
{
   SizeT n_all = 0, n_mapped = 0;
   const DebugInfo *info = NULL;
   while ((info = VG_(next_DebugInfo)(info)) != NULL)
      n_all++;
   hp_outfile_object *objects = VG_(malloc)("hp.outfile.objects",
                                            (n_all + 1) * sizeof *objects);
   while ((info = VG_(next_DebugInfo)(info)) != NULL) {
      Addr start = VG_(DebugInfo_get_text_avma)(info);
      if (is_the_programs(info))
         objects[n_mapped++] = (hp_outfile_object){
            start,
            start + VG_(DebugInfo_get_text_size)(info),
            tk_program_path(VG_(DebugInfo_get_filename)(info)),
         };
   }
   /* Not in the loop: finding an object changes the order of the core's list. */
   for (SizeT i = 0; i < n_mapped; i++)
      tk_code_objects_find(files, objects[i].start);
   VG_(ssort)(objects, n_mapped, sizeof *objects, compare_objects);
   *n = without_doubles(objects, n_mapped);
   return objects;
}

static Int compare_files(const void *a, const void *b)
{
   const tk_object *x = a, *y = b;
   return VG_(strcmp)(x->path, y->path) ?: VG_(strcmp)(x->build_id, y->build_id);
}

tk_object *hp_outfile_files(const tk_code_objects *files, SizeT *n)
{
   const tk_object *list = tk_code_objects_list(files, n);
   tk_object *sorted = VG_(malloc)("hp.outfile.files", (*n + 1) * sizeof *sorted);
   for (SizeT i = 0; i < *n; i++)
      sorted[i] = list[i];
   VG_(ssort)(sorted, *n, sizeof *sorted, compare_files);
   return sorted;
}
