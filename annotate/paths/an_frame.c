/* an_frame.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "paths/an_frame.h"

#include <string.h>

int an_frame_compare_text(const char *a, const char *b)
{
   if (a == b)
      return 0;
   if (a == NULL || b == NULL)
      return a == NULL ? -1 : 1;
   return strcmp(a, b);
}

int an_frame_compare(const an_frame *a, const an_frame *b)
{
   int order = an_frame_compare_text(a->function, b->function);
   if (order == 0)
      order = an_frame_compare_text(a->file, b->file);
   return order != 0 ? order : (a->line > b->line) - (a->line < b->line);
}
