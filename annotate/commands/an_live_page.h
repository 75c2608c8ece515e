/* an_live_page.h -- a live table as lines of text, for a terminal or a file.

      redis-server *:6379                                cachesim, pid 4711
      run 1:23, refresh 12: per second since the last one (1.0 s)
      Ir 69,559,919   L1m 812,345 ...

        share     >Ir     L1m     LLm  Function
       100.0%   12.3M   52.1k     120  the whole program
        34.2%    4.2M    1.2k       3  dictFind (dict.c)

   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "commands/an_live_view.h"

typedef enum an_live_style {
   AN_LIVE_PLAIN,
   AN_LIVE_TITLE,
   AN_LIVE_SELECTED,
   AN_LIVE_KEYS,
   AN_LIVE_MESSAGE,
} an_live_style;

typedef struct an_live_sink {
   /* A line without its newline, of at most the page's width. */
   void (*line)(void *context, an_live_style style, const char *text);
   void *context;
} an_live_sink;

typedef struct an_live_size {
   size_t width;  /* columns; 0: any */
   size_t height; /* lines; 0: any, and neither keys nor a selected row are shown */
   size_t rows;   /* at most so many of the table, if the height is 0 */
} an_live_size;

/* `live` is NULL before the first poll.  Keeps the selected row on the page. */
void an_live_page(an_live_view *view, const an_live *live, const an_live_size *size,
                  const an_live_sink *sink);
