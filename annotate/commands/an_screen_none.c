/* an_screen_none.c -- no screen: Quern was built without ncurses.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/an_screen.h"

bool an_screen_open(bool use_colour)
{
   (void)use_colour;
   return false;
}

void an_screen_close(void)
{
}

an_live_size an_screen_size(void)
{
   return (an_live_size){ .width = 0 };
}

an_live_key an_screen_key(bool *resized)
{
   (void)resized;
   return AN_LIVE_KEY_NONE;
}

void an_screen_begin(void)
{
}

void an_screen_line(void *context, an_live_style style, const char *text)
{
   (void)context, (void)style, (void)text;
}

void an_screen_end(void)
{
}
