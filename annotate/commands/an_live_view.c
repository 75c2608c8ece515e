/* an_live_view.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/an_live_view.h"

/* Moves the selected row by `by` within n rows. */
static an_live_action move_selection(an_live_view *view, ptrdiff_t by, size_t n)
{
   if (by < 0)
      view->at = view->at < (size_t)-by ? 0 : view->at - (size_t)-by;
   else
      view->at += (size_t)by;
   if (view->at >= n)
      view->at = n == 0 ? 0 : n - 1;
   return AN_LIVE_DRAW;
}

static an_live_action sort_by(an_live_view *view, size_t column)
{
   view->sort = column;
   view->at = 0;
   return AN_LIVE_SORT;
}

an_live_action an_live_view_key(an_live_view *view, an_live_key key, size_t n_rows,
                                size_t n_columns)
{
   ptrdiff_t page = view->shown == 0 ? 1 : (ptrdiff_t)view->shown;
   switch (key) {
   case AN_LIVE_KEY_NONE: break;
   case AN_LIVE_KEY_UP: return move_selection(view, -1, n_rows);
   case AN_LIVE_KEY_DOWN: return move_selection(view, 1, n_rows);
   case AN_LIVE_KEY_PAGE_UP: return move_selection(view, -page, n_rows);
   case AN_LIVE_KEY_PAGE_DOWN: return move_selection(view, page, n_rows);
   case AN_LIVE_KEY_HOME: return move_selection(view, -(ptrdiff_t)n_rows, n_rows);
   case AN_LIVE_KEY_END: return move_selection(view, (ptrdiff_t)n_rows, n_rows);
   case AN_LIVE_KEY_LEFT: return sort_by(view, view->sort == 0 ? 0 : view->sort - 1);
   case AN_LIVE_KEY_RIGHT:
      return sort_by(view, view->sort + 1 < n_columns ? view->sort + 1 : view->sort);
   case AN_LIVE_KEY_REVERSE:
      view->smallest_first = !view->smallest_first;
      return sort_by(view, view->sort);
   case AN_LIVE_KEY_BASE:
      view->base = (view->base + 1) % AN_LIVE_BASES;
      return AN_LIVE_COMPARE;
   case AN_LIVE_KEY_PAUSE: view->is_paused = !view->is_paused; break;
   case AN_LIVE_KEY_POLL: return AN_LIVE_POLL_NOW;
   case AN_LIVE_KEY_QUIT: return AN_LIVE_QUIT;
   }
   return AN_LIVE_DRAW;
}
