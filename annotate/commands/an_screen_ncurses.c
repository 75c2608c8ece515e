/* an_screen_ncurses.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "commands/an_screen.h"

#include "commands/an_command.h"

#include <curses.h>
#include <stdlib.h>
#include <string.h>

static SCREEN *screen;
static bool has_utf8, has_colour;
static int line_number;

enum { COLOUR_TITLE = 1, COLOUR_MESSAGE };

bool an_screen_open(bool use_colour)
{
   const char *term = getenv("TERM");
   has_utf8 = an_command_has_utf8();
   if (term == NULL || strcmp(term, "dumb") == 0
       || (screen = newterm(NULL, stdout, stdin)) == NULL)
      return false;
   /* Without these a terminal cannot show a screen. */
   if (tigetstr("clear") == NULL || tigetstr("cup") == NULL) {
      an_screen_close();
      return false;
   }
   cbreak();
   noecho();
   nonl();
   curs_set(0);
   keypad(stdscr, TRUE);
   nodelay(stdscr, TRUE);
   has_colour = use_colour && has_colors();
   if (has_colour) {
      start_color();
      use_default_colors();
      init_pair(COLOUR_TITLE, COLOR_CYAN, -1);
      init_pair(COLOUR_MESSAGE, COLOR_YELLOW, -1);
   }
   return true;
}

void an_screen_close(void)
{
   if (screen == NULL)
      return;
   endwin();
   delscreen(screen);
   screen = NULL;
}

an_live_size an_screen_size(void)
{
   return (an_live_size){ .width = (size_t)COLS, .height = (size_t)LINES };
}

an_live_key an_screen_key(bool *resized)
{
   for (;;) {
      switch (getch()) {
      case ERR: return AN_LIVE_KEY_NONE;
      case KEY_RESIZE: *resized = true; break;
      case 'q':
      case 'Q': return AN_LIVE_KEY_QUIT;
      case KEY_LEFT:
      case '<': return AN_LIVE_KEY_LEFT;
      case KEY_RIGHT:
      case '>': return AN_LIVE_KEY_RIGHT;
      case KEY_UP:
      case 'k': return AN_LIVE_KEY_UP;
      case KEY_DOWN:
      case 'j': return AN_LIVE_KEY_DOWN;
      case KEY_PPAGE: return AN_LIVE_KEY_PAGE_UP;
      case KEY_NPAGE: return AN_LIVE_KEY_PAGE_DOWN;
      case KEY_HOME: return AN_LIVE_KEY_HOME;
      case KEY_END: return AN_LIVE_KEY_END;
      case 'b': return AN_LIVE_KEY_BASE;
      case 'r': return AN_LIVE_KEY_REVERSE;
      case 'p': return AN_LIVE_KEY_PAUSE;
      case ' ': return AN_LIVE_KEY_POLL;
      default: break;
      }
   }
}

void an_screen_begin(void)
{
   line_number = 0;
   erase();
}

static attr_t attributes_of(an_live_style style)
{
   switch (style) {
   case AN_LIVE_TITLE:
      return A_BOLD | (has_colour ? (attr_t)COLOR_PAIR(COLOUR_TITLE) : 0);
   case AN_LIVE_MESSAGE:
      return A_BOLD | (has_colour ? (attr_t)COLOR_PAIR(COLOUR_MESSAGE) : 0);
   case AN_LIVE_SELECTED: return A_REVERSE;
   case AN_LIVE_KEYS: return A_DIM;
   case AN_LIVE_PLAIN: break;
   }
   return A_NORMAL;
}

/* A terminal of another encoding gets a question mark for each character. */
static void put_ascii(const char *text)
{
   for (; *text != '\0'; text++)
      if ((*text & 0xc0) != 0x80)
         addch((unsigned char)*text < 0x80 ? (chtype)*text : '?');
}

void an_screen_line(void *context, an_live_style style, const char *text)
{
   (void)context;
   attrset(attributes_of(style));
   move(line_number++, 0);
   if (has_utf8)
      addstr(text);
   else
      put_ascii(text);
   attrset(A_NORMAL);
}

void an_screen_end(void)
{
   refresh();
}
