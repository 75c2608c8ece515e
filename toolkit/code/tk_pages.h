/* tk_pages.h -- pages of the tool's own, from the kernel; glue.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"

/* Pages of zeros; NULL if there are none. */
void *tk_pages_get(SizeT size_B);
void tk_pages_put(void *pages, SizeT size_B);
