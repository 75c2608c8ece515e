/* hp_look_at.h -- one look at the heap: when and why it was taken, and what it found;
   pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "owners/hp_owners.h"

typedef enum hp_look_why {
   HP_LOOK_ASKED, /* by the program or the user */
   HP_LOOK_TIME,  /* --owners=at=TIME, or one of those that --owners=auto spreads */
   HP_LOOK_PEAK,
   HP_LOOK_EXIT, /* exit was called, or main returned: before what the program has
                    registered for its end, and destructors of static variables */
   HP_LOOK_END,
} hp_look_why;

typedef struct hp_look_at {
   uint64_t time;
   uint8_t why;         /* hp_look_why */
   bool is_spread;      /* can be dropped, as others are taken */
   uint64_t idle_since; /* idle blocks were not read from here on; 0: not known */
   hp_owners found;
} hp_look_at;
