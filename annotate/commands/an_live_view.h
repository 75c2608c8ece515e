/* an_live_view.h -- what of a table the viewer sees, and what keys change; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "commands/an_live.h"

/* What values are compared with. */
typedef enum an_live_base {
   AN_LIVE_POLL, /* the poll before, per second */
   AN_LIVE_VIEW, /* the first poll */
   AN_LIVE_RUN,  /* nothing: the whole run */
   AN_LIVE_BASES
} an_live_base;

typedef enum an_live_key {
   AN_LIVE_KEY_NONE,
   AN_LIVE_KEY_LEFT,
   AN_LIVE_KEY_RIGHT,
   AN_LIVE_KEY_UP,
   AN_LIVE_KEY_DOWN,
   AN_LIVE_KEY_PAGE_UP,
   AN_LIVE_KEY_PAGE_DOWN,
   AN_LIVE_KEY_HOME,
   AN_LIVE_KEY_END,
   AN_LIVE_KEY_BASE,
   AN_LIVE_KEY_REVERSE,
   AN_LIVE_KEY_PAUSE,
   AN_LIVE_KEY_POLL,
   AN_LIVE_KEY_QUIT,
} an_live_key;

typedef struct an_live_view {
   int pid;
   unsigned n_polls;
   an_live_base base;
   size_t sort;
   bool smallest_first, is_paused;
   size_t at;           /* the selected row */
   size_t first, shown; /* the rows on the screen; an_live_page sets both */
   const char *message; /* or NULL */
} an_live_view;

/* What a key asks for beyond the view. */
typedef enum an_live_action {
   AN_LIVE_DRAW,    /* the same table */
   AN_LIVE_SORT,    /* the table in another order */
   AN_LIVE_COMPARE, /* another table: the base has changed */
   AN_LIVE_POLL_NOW,
   AN_LIVE_QUIT,
} an_live_action;

an_live_action an_live_view_key(an_live_view *view, an_live_key key, size_t n_rows,
                                size_t n_columns);
