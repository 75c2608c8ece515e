/* cs_layout_option.h -- the option for another layout of data; glue.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef CS_LAYOUT_OPTION_H
#define CS_LAYOUT_OPTION_H

#include "cs_options.h"
#include "layout/cs_layout_rules.h"
#include "run/tk_outfile.h"

/* The rules of the file; ends the run if they are not right.  If each rule is to be tried
   alone (--each), runs the program once for each before: then this returns in other
   processes, too, with one rule and another outfile. */
cs_layout_rules *cs_layout_option_read(const cs_options *options, tk_outfile *outfile);

#endif
