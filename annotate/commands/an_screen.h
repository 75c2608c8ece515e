/* an_screen.h -- the terminal as a screen of lines, with keys.

   an_screen_ncurses.c is over ncurses; an_screen_none.c is for builds without it.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "commands/an_live_page.h"

#include <stdbool.h>

/* Takes over the terminal; false: it cannot be a screen, or Quern was built without
   ncurses.  Signals that end the process must be caught: an_screen_close restores the
   terminal. */
bool an_screen_open(bool use_colour);
void an_screen_close(void);

an_live_size an_screen_size(void);

/* The next key that waits; AN_LIVE_KEY_NONE: there is none.  *resized becomes true if the
   terminal has another size now. */
an_live_key an_screen_key(bool *resized);

/* Lines from the top, then _end. */
void an_screen_begin(void);
void an_screen_line(void *context, an_live_style style, const char *text);
void an_screen_end(void);
