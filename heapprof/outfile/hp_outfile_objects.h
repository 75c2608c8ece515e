/* hp_outfile_objects.h -- the objects whose code is mapped, for the outfile; glue.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"

#include "code/tk_code_objects.h"
#include "outfile/hp_outfile.h"

/* The executable and the libraries that are mapped now, by address.  To be freed
   with VG_(free), without the paths, which are the core's.  *n is their number.  Enters
   them into `files`, too. */
hp_outfile_object *hp_outfile_objects(tk_code_objects *files, SizeT *n);

/* All objects so far by path, mapped or not: their numbers depend on when a dump met
   them.  To be freed with VG_(free), without what it refers to.  *n is their number. */
tk_object *hp_outfile_files(const tk_code_objects *files, SizeT *n);
