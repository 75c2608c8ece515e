/* tk_core_version.h -- checks that the tool directory has the Valgrind version that
   the tool was built for; glue.

   A tool is linked statically with Valgrind's core, so it works with one version
   only.  The launcher does not check this.  The stock tools in the directory contain
   the version of their core.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

/* Ends the process with a message if the stock tools in the tool directory have
   another version than the one that the tool `name` was built for.  Returns if the
   versions agree, or if there are no stock tools. */
void tk_require_core_version(const char *name);
