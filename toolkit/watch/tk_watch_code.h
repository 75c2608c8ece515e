/* tk_watch_code.h -- the calls that translated code makes for tk_watch; glue.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

#include "watch/tk_watch.h"

/* A tool's functions that translated code calls.  They call tk_watch_on_entry and
   tk_watch_on_return. */
typedef struct tk_watch_code {
   tk_watch *watch;
   void (*on_entry)(tk_guest *state, const tk_function *function, HWord is_libc);
   void (*on_return)(tk_guest *state);
} tk_watch_code;

/* Appends the call for a function that is entered here. */
void tk_watch_code_enter(const tk_watch_code *code, IRSB *out,
                         const tk_function *function, Bool is_libc);

/* Appends the call for a return, where a superblock begins to which a watched call
   returned (tk_watch_returns_to). */
void tk_watch_code_return(const tk_watch_code *code, IRSB *out);
