/* ac_old_source.h -- aligns two profiles (counts/ac_align.h), with the old sources where
   they can be had.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "commands/an_options.h"
#include "counts/ac_align.h"

/* Sets *align.  `files` are those of both profiles.  Without options, the old source is
   read where OLD names another path than NEW, if no source is newer than its profile.
   AN_PARSED, or an exit status after a message: there is no old source where an option
   says it is. */
int ac_old_source_align(const an_options *options, char *const *files,
                        const ac_profile *before, const ac_profile *after,
                        ac_align **align);
