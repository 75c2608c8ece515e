/* hp_mode.h -- what a run counts; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

typedef enum hp_mode {
   HP_MODE_HEAP,   /* blocks */
   HP_MODE_PAGES,  /* mapped pages, by --pages-as-heap */
   HP_MODE_COPY,   /* bytes that the C library copies */
   HP_MODE_AD_HOC, /* events that the program reports */
} hp_mode;
