/* tk_core_version.h -- is the tool directory of the Valgrind we are of?

   A tool is linked statically with Valgrind's core, so it fits one version
   only.  The launcher does not check; this does, as far as it can be
   told: the core writes its version into each stock tool beside us.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TK_CORE_VERSION_H
#define TK_CORE_VERSION_H

/* Ends the process with a clear line if the stock tools in the tool
   directory are of another version than the one the tool called `name`
   was built with.  Returns if they are not, or if there are none. */
void tk_require_core_version(const char *name);

#endif
