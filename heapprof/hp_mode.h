/* hp_mode.h -- what a run counts; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_MODE_H
#define HP_MODE_H

typedef enum hp_mode {
   HP_MODE_HEAP,   /* blocks */
   HP_MODE_PAGES,  /* what is mapped, by --pages-as-heap */
   HP_MODE_COPY,   /* bytes that the C library's functions copy */
   HP_MODE_AD_HOC, /* what the program tells */
} hp_mode;

#endif
