/* tk_outfile_place.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "run/tk_outfile_place.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "run/tk_files.h"
#include "run/tk_jail.h"
#include "run/tk_outfile_name.h"
#include "run/tk_writer.h"

enum { MAX_ELSEWHERE = 100 }; /* names tried in the directory for temporary files */

/* The n-th name in the directory for temporary files, from VG_(malloc). */
static HChar *second_place(const HChar *name, Int n)
{
   const HChar *slash = VG_(strrchr)(name, '/');
   HChar *place = tk_outfile_joined(VG_(tmpdir)(), "/", slash == NULL ? name : slash + 1);
   HChar *other = n == 0 ? place : tk_outfile_numbered(place, ".", n);
   if (other != place)
      VG_(free)(place);
   return other;
}

static Bool is_taken(const HChar *name)
{
   enum { ONLY_FIND = 010000000 }; /* O_PATH of Linux */
   SysRes sr = tk_files_open(name, ONLY_FIND, 0);
   if (sr_isError(sr))
      return sr_Err(sr) != VKI_ENOENT;
   tk_jail_call(__NR_close, sr_Res(sr), 0, 0, 0);
   return True;
}

Bool tk_outfile_move(tk_outfile *outfile)
{
   const HChar *name = tk_outfile_name(outfile);
   Int n = 0;
   if (outfile->elsewhere != NULL)
      return False;
   HChar *place = second_place(name, n);
   while (is_taken(place) && n < MAX_ELSEWHERE) {
      VG_(free)(place);
      place = second_place(name, ++n);
   }
   if (tk_writer_can_replace(place) && tk_writer_obstacle(place) == NULL)
      outfile->elsewhere = place;
   else
      VG_(free)(place);
   return outfile->elsewhere != NULL;
}

const HChar *tk_outfile_place(tk_outfile *outfile)
{
   const HChar *name = tk_outfile_name(outfile);
   return outfile->elsewhere != NULL ? outfile->elsewhere : name;
}

const HChar *tk_outfile_save(tk_outfile *outfile, const HChar *file,
                             const tk_state *state)
{
   const HChar *problem = outfile->write(file, state);
   if (problem != NULL && tk_writer_fall_back(file))
      problem = outfile->write(file, state);
   return problem;
}
