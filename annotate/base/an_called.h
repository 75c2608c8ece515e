/* an_called.h -- what a person types: each command has a name of its own, and a word of
   quern.  Hints say what was typed.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

/* From now on hints are in words of quern, which `of` knows: "quern diff" of "cs_diff",
   "quern heap" of "heapprof"; kept. */
void an_called_by_words(const char *(*of)(const char *name));

/* What to type for the command; borrowed, until the next call. */
const char *an_called(const char *command);

/* What to type to run a program under a tool, "cachesim" or "heapprof", with options or
   NULL: "quern heap --tool-options='OPTIONS'", else "BEFORE" with the tool and options;
   on the heap. */
char *an_called_run(const char *before, const char *tool, const char *options);
