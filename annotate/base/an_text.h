/* an_text.h -- numbers, names and source text, safe for a terminal.

   Names, commands and source come from outside.  Control characters are shown as
   \xHH: 0x00-0x1f, 0x7f, and the C1 controls 0x80-0x9f, both as UTF-8 (two bytes)
   and as stray bytes.  Characters that make text look like other text are shown so,
   too: U+061C, U+200E, U+200F, U+2028 to U+202E and U+2066 to U+206F change the
   direction of writing or end a line.  Other text passes unchanged, UTF-8 or
   not.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* ---- Numbers.  Each writes a string at `to` and returns its length. ---- */

enum { AN_TEXT_NUMBER_B = 32 }; /* room for any of them */

/* "1,234", "-5", "0". */
size_t an_text_count(char *to, int64_t count);

/* "1234", "12.3k", "1.23M": at most 5 columns up to 10^15. */
size_t an_text_short(char *to, int64_t count);

/* Three digits in the first unit that is large enough, each `step` times the one before:
   "75.3 KiB".  `to` has AN_TEXT_SCALED_B; returns it. */
enum { AN_TEXT_SCALED_B = 64 };
const char *an_text_scaled(char *to, long double value, long double step,
                           const char *const *units, size_t n_units);
const char *an_text_bytes(char *to, long double bytes);

/* Like a count if `is_whole`, else with two decimals; "n/a" if it is not a number.
   Positive values get a sign if `is_change`. */
size_t an_text_value(char *to, long double value, bool is_whole, bool is_change);

/* The share of `total` in percent: "(12.34%)", "(0.00%)"; from 99.995 on one
   decimal, "(100.0%)"; from 10^15 on three digits, "(1e+15%)".  "(n/a)" if the total
   is 0 or either is not a number; "" if the part is 0. */
size_t an_text_share(char *to, long double part, long double total);

/* "33.3%", "60.10%"; of two decimals one is left from 99.995 on; "n/a" if the total is 0.
   Returns `to`. */
const char *an_text_percent(char *to, long double part, long double total,
                            int n_decimals);

/* A change as a percentage of the value before, "(+12.34%)", with the digits of a
   share; from 100 times the value on as how often that is in it, "(x10,001)".  "(new)" if
   the value before is 0; "" if the change is 0 or either is not a number. */
size_t an_text_change(char *to, long double change, long double before);

/* ---- Text.  Write errors are left to ferror(out). ---- */

/* Text as printf writes it, in place of what was in *text, which is then freed: it can be
   one of the arguments.  The caller frees *text at the end.  Returns it. */
const char *an_text_form(char **text, const char *form, ...)
   __attribute__((format(printf, 2, 3)));

/* A name or command, on one line, without control characters, and with "(anon)" for
   "(anonymous namespace)" (an_said.h). */
void an_text_name(FILE *out, const char *string);

/* an_text_name in at most `most` columns, with "..." at the end if the name is cut. */
void an_text_name_fit(FILE *out, const char *string, size_t most);

/* The name of a function in at most `most` columns, without its first scopes if it is
   cut: "...basic_string<...>::append(...)".  If its last part is still too long, that
   is cut at the end. */
void an_text_function_fit(FILE *out, const char *function, size_t most);

/* The path in at most `most` columns, without its first directories if it is cut:
   ".../bits/stl_vector.h". */
void an_text_path_fit(FILE *out, const char *path, size_t most);

/* The name in at most `most` columns, with "..." in the middle if it is cut: both ends of
   a call path count.  Bytes that are not UTF-8 are shown as \xHH. */
void an_text_middle_fit(FILE *out, const char *string, size_t most);

/* The columns that an_text_name takes. */
size_t an_text_name_columns(const char *string);

/* The columns that a terminal gives to a character, which has n bytes of UTF-8: 1 or 2.
   Combining marks are taken for 1: text comes out too short, not too long. */
size_t an_text_character_columns(const char *at, size_t n);

/* The columns of UTF-8 text that is safe already: two for each character of East Asian
   width W or F, one for others. */
size_t an_text_columns(const char *text);

/* A name on the heap, with bytes that are not UTF-8 as \xHH, too.
   For readers that accept UTF-8 only. */
char *an_text_utf8(const char *string);

/* A name on the heap, as an_text_name writes it. */
char *an_text_shown(const char *string);

/* an_text_utf8 with a backslash before an "x" as \x5c, as in our files: every \xHH is
   then one byte, and the original name can be restored. */
char *an_text_escaped(const char *string);

enum { AN_TEXT_SOURCE_MAX_B = 1000 };

/* A line of source: tabs are expanded to columns of 8; a line longer than
   AN_TEXT_SOURCE_MAX_B is cut, with a note of how many bytes are missing.
   line[length] may be read, as in an_source.h. */
void an_text_source(FILE *out, const char *line, size_t length);

/* an_text_source in at most `most` columns, with "..." at the end if the line is cut;
   SIZE_MAX: all of it. */
void an_text_source_fit(FILE *out, const char *line, size_t length, size_t most);

/* ---- Colour ---- */

typedef enum an_colour {
   AN_COLOUR_NONE,
   AN_COLOUR_HEADING,
   AN_COLOUR_WARNING,
   AN_COLOUR_WARM, /* a line with some of the program's events */
   AN_COLOUR_HOT,
   AN_COLOUR_HOTTEST,
} an_colour;

/* The colour of a share: from 1% warm, from 5% hot, from 20% hottest. */
an_colour an_text_heat(long double part, long double total);

/* Switches a terminal to the colour; _NONE is back to normal. */
void an_text_colour(FILE *out, an_colour colour);
