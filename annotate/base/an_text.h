/* an_text.h -- numbers, names and source text as a terminal may see them.

   Names, commands and source come from outside: whatever a terminal would
   take for a command is shown as \xHH instead.  That is the control
   characters 0x00-0x1f and 0x7f, and the C1 controls 0x80-0x9f, both as
   UTF-8 (two bytes) and as stray bytes.  So is what makes text look like other
   text: U+061C, U+200E, U+200F, U+2028 to U+202E and U+2066 to U+206F, which turn
   the direction of writing or end a line.  Other text, whether UTF-8 or not,
   passes untouched.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_TEXT_H
#define AN_TEXT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* ---- Numbers.  Each writes a string at `to` and returns its length. ---- */

enum { AN_TEXT_NUMBER_B = 32 }; /* room that each needs */

/* "1,234", "-5", "0". */
size_t an_text_count(char *to, int64_t count);

/* As a count if it is whole, else with two decimals; "n/a" if it is not a
   number.  With a sign if `is_change`, but for 0. */
size_t an_text_value(char *to, long double value, bool is_whole,
                     bool is_change);

/* The share of `total` in percent: "(12.34%)", "(0.00%)"; from 99.995 on
   one decimal, "(100.0%)"; from 10^15 on three digits, "(1e+15%)"; "(n/a)" of
   a total of 0 and where one is not a number; "" for a part of 0. */
size_t an_text_share(char *to, long double part, long double total);

/* How much a change is of the value before, "(+12.34%)"; "(new)" of a value of
   0; "" for a change of 0 and what is not a number.  Digits as of a share. */
size_t an_text_change(char *to, long double change, long double before);

/* ---- Text.  Write errors are left to ferror(out). ---- */

/* A name or command: all on one line, no control character left. */
void an_text_name(FILE *out, const char *string);

/* The same on the heap, and bytes that are part of no UTF-8 as \xHH, too; NULL
   if memory ran out.  For readers that take UTF-8 only. */
char *an_text_utf8(const char *string);

/* And a backslash before an "x" as \x5c, as in our files: then every \xHH is a byte,
   and what the name was can be told. */
char *an_text_escaped(const char *string);

enum { AN_TEXT_SOURCE_MAX_B = 1000 };

/* A line of source: tabs are expanded to columns of 8.  Of more bytes than
   AN_TEXT_SOURCE_MAX_B, it is said how many are left out. */
void an_text_source(FILE *out, const char *line, size_t length);

/* ---- Colour ---- */

typedef enum an_colour {
   AN_COLOUR_NONE,
   AN_COLOUR_HEADING,
   AN_COLOUR_WARNING,
   AN_COLOUR_WARM, /* a line with some of the program's events */
   AN_COLOUR_HOT,
   AN_COLOUR_HOTTEST,
} an_colour;

/* How hot `part` is of `total`: from 1 % warm, from 5 % hot, from 20 %
   hottest. */
an_colour an_text_heat(long double part, long double total);

/* Switches a terminal to the colour; _NONE is back to normal. */
void an_text_colour(FILE *out, an_colour colour);

#endif
