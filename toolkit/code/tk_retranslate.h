/* tk_retranslate.h -- translates code again, while translated code runs; glue.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TK_RETRANSLATE_H
#define TK_RETRANSLATE_H

#include "pub_tool_basics.h"

/* Discards the translations of a piece of code.  It is translated again when it
   next runs.  To be called from translated code of another place. */
void tk_retranslate(Addr address, SizeT size_B);

#endif
