/* tk_process_tree.h -- what a process and its forked children tell each other, in memory
   that they share; glue.

   A child says that its first checkpoint is written: fork returns in the parent only
   then, at most a tenth of a second later.  A child that cannot write its profile where
   it was asked to says where the profile is.  The parent names it, or gives it its
   name.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"

/* To be called in the first process, when it starts. */
void tk_process_tree_start(void);

/* ---- fork: in the parent before and after it, and in the child -------- */

void tk_process_tree_before_fork(void);
void tk_process_tree_wait_for_child(void);
void tk_process_tree_child_has_begun(void);

/* ---- Profiles elsewhere ----------------------------------------------- */

/* This process, a child of `parent`, has its profile in the file `place` until it says
   something else.  If `spare` is given, the name of the profile should be without
   ".checkpoint", and the file `spare` should go: the process could not do this itself.
   `is_done`: it ends. */
void tk_process_tree_tell(Int parent, const HChar *place, const HChar *spare,
                          Bool is_done);

/* Gives the profiles of this process's children their names, if that can be done, and
   prints the others. */
void tk_process_tree_report(void);
