/* tk_state.h -- the state of a run when its profile was written; pure.

   The formats (docs/FORMAT-*.md) say what each means.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef enum tk_how {
   TK_EXITED,   /* `number` is the exit status */
   TK_KILLED,   /* by the signal `number` */
   TK_REPLACED, /* by the program `name`: execve */
   TK_DUMPED,   /* still running: a dump */
   TK_PARTIAL,  /* still running: a checkpoint, after `number` milliseconds */
} tk_how;

typedef struct tk_state {
   tk_how how;
   uint64_t number;
   const char *name; /* borrowed */
   /* The profile of a process that has just begun: write it without any count, although
      a child has its parent's.  It takes no time. */
   bool is_empty;
} tk_state;

/* The name in the formats. */
static inline const char *tk_how_name(tk_how how)
{
   static const char *const names[] = {
      [TK_EXITED] = "exited", [TK_KILLED] = "killed",   [TK_REPLACED] = "replaced",
      [TK_DUMPED] = "dumped", [TK_PARTIAL] = "partial",
   };
   return names[how];
}
