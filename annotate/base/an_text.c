/* an_text.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* wcwidth, vasprintf */
#endif

#include "base/an_text.h"

#include "base/an_alloc.h"
#include "base/an_said.h"
#include "base/tk_utf8.h"

#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

enum { TAB_COLUMNS = 8, MARK_COLUMNS = 3 };

const char *an_text_form(char **text, const char *form, ...)
{
   char *made = NULL;
   va_list arguments;
   va_start(arguments, form);
   an_vasprintf(&made, form, arguments);
   va_end(arguments);
   free(*text);
   return *text = made;
}

/* ---- Numbers ---- */

/* Writes `number` with a comma before each three digits. */
static char *put_grouped(char *to, uint64_t number)
{
   char reversed[AN_TEXT_NUMBER_B];
   size_t n = 0, n_digits = 0;
   do {
      if (n_digits > 0 && n_digits % 3 == 0)
         reversed[n++] = ',';
      reversed[n++] = (char)('0' + number % 10);
      number /= 10;
      n_digits++;
   } while (number > 0);
   while (n > 0)
      *to++ = reversed[--n];
   return to;
}

/* From here on a value would have four digits, and takes the next unit. */
static const long double FOUR_DIGITS = 999.5L;

const char *an_text_scaled(char *to, long double value, long double step,
                           const char *const *units, size_t n_units)
{
   size_t unit = 0;
   while (value >= FOUR_DIGITS && unit + 1 < n_units) {
      value /= step;
      unit++;
   }
   int decimals = value < 9.995L ? 2 : value < 99.95L ? 1 : 0;
   snprintf(to, AN_TEXT_SCALED_B, "%.*Lf %s", unit == 0 ? 0 : decimals, value,
            units[unit]);
   return to;
}

const char *an_text_bytes(char *to, long double bytes)
{
   static const char *const units[] = { "B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB" };
   return an_text_scaled(to, bytes, 1024, units, sizeof units / sizeof units[0]);
}

size_t an_text_count(char *to, int64_t count)
{
   char *at = to;
   uint64_t size = (uint64_t)count;
   if (count < 0) {
      *at++ = '-';
      size = 0 - size;
   }
   at = put_grouped(at, size);
   *at = '\0';
   return (size_t)(at - to);
}

size_t an_text_short(char *to, int64_t count)
{
   static const char units[] = "kMGTP";
   double value = (double)count / 1000;
   size_t unit = 0;
   if (count > -10000 && count < 10000)
      return an_text_count(to, count);
   for (; fabs(value) >= 999.5 && unit + 1 < sizeof units - 1; unit++)
      value /= 1000;
   int decimals = fabs(value) < 9.995 ? 2 : fabs(value) < 99.95 ? 1 : 0;
   return (size_t)snprintf(to, AN_TEXT_NUMBER_B, "%.*f%c", decimals, value, units[unit]);
}

size_t an_text_value(char *to, long double value, bool is_whole, bool is_change)
{
   char *at = to;
   if (isnan(value))
      return (size_t)snprintf(to, AN_TEXT_NUMBER_B, "n/a");
   if (is_change && value > 0)
      *at++ = '+';
   size_t lead = (size_t)(at - to);
   if (is_whole && fabsl(value) < 0x1p63L)
      return lead + an_text_count(at, (int64_t)value);
   /* No sum of counts is that large: few digits will do. */
   const char *format = fabsl(value) < 1e15L ? "%.2Lf" : "%.6Lg";
   return lead + (size_t)snprintf(at, AN_TEXT_NUMBER_B - lead, format, value);
}

/* "(…%)". */
static size_t put_percentage(char *to, long double percent, bool is_change)
{
   const char *sign = is_change && percent > 0 ? "+" : "";
   bool is_short = percent > -99.995L && percent < 99.995L;
   if (fabsl(percent) >= 1e15L)
      return (size_t)snprintf(to, AN_TEXT_NUMBER_B, "(%s%.3Lg%%)", sign, percent);
   return (size_t)snprintf(to, AN_TEXT_NUMBER_B, "(%s%.*Lf%%)", sign, is_short ? 2 : 1,
                           percent);
}

size_t an_text_share(char *to, long double part, long double total)
{
   to[0] = '\0';
   if (total == 0 || isnan(part) || isnan(total))
      return (size_t)snprintf(to, AN_TEXT_NUMBER_B, "(n/a)");
   if (part == 0)
      return 0;
   return put_percentage(to, part * 100 / total, false);
}

const char *an_text_percent(char *to, long double part, long double total, int n_decimals)
{
   long double percent = part * 100 / total;
   if (total == 0)
      return strcpy(to, "n/a");
   snprintf(to, AN_TEXT_NUMBER_B, "%.*Lf%%",
            n_decimals == 2 && percent >= 99.995L ? 1 : n_decimals, percent);
   return to;
}

/* "(x10,001)". */
static size_t put_times(char *to, long double times)
{
   char text[AN_TEXT_NUMBER_B];
   if (times < 1e15L)
      an_text_count(text, (int64_t)(times + 0.5L));
   else
      snprintf(text, sizeof text, "%.3Lg", times);
   return (size_t)snprintf(to, AN_TEXT_NUMBER_B, "(x%.28s)", text);
}

size_t an_text_change(char *to, long double change, long double before)
{
   to[0] = '\0';
   if (change == 0 || isnan(change) || isnan(before))
      return 0;
   if (before == 0)
      return (size_t)snprintf(to, AN_TEXT_NUMBER_B, "(new)");
   if (before > 0 && change >= 99 * before)
      return put_times(to, (before + change) / before);
   return put_percentage(to, change * 100 / fabsl(before), true);
}

/* ---- Text ---- */

/* Characters that end a line or change the direction of writing can make text look
   like other text ("Trojan Source", CVE-2021-42574). */
static bool is_misleading(const unsigned char *at, size_t n)
{
   uint32_t code = 0;
   for (size_t i = 0; i < n; i++)
      code = code << 8 | at[i];
   return code == 0xd89c                             /* U+061C */
          || (code >= 0xe2808e && code <= 0xe2808f)  /* U+200E, U+200F */
          || (code >= 0xe280a8 && code <= 0xe280ae)  /* U+2028 to U+202E */
          || (code >= 0xe281a6 && code <= 0xe281af); /* U+2066 to U+206F */
}

static uint32_t code_of(const unsigned char *at, size_t n)
{
   uint32_t code = n == 1 ? at[0] : at[0] & (0x7fu >> n);
   for (size_t i = 1; i < n; i++)
      code = code << 6 | (at[i] & 0x3f);
   return code;
}

size_t an_text_character_columns(const char *at, size_t n)
{
   static locale_t utf8;
   if (n < 3) /* no wide character is shorter */
      return 1;
   if (utf8 == (locale_t)0)
      utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
   if (utf8 == (locale_t)0)
      return 1;
   locale_t old = uselocale(utf8);
   int columns = wcwidth((wchar_t)code_of((const unsigned char *)at, n));
   uselocale(old);
   return columns == 2 ? 2 : 1;
}

/* Where text goes: up to `most` columns of it, or all of it into a count. */
typedef struct sink {
   FILE *out; /* NULL: nothing is written */
   size_t columns, most;
} sink;

static void put_plain(sink *s, const void *text, size_t n)
{
   size_t room = s->most > s->columns ? s->most - s->columns : 0;
   if (s->out != NULL)
      fwrite_unlocked(text, 1, n < room ? n : room, s->out);
   s->columns += n;
}

/* Writes a character of n bytes, as it is or as \xHH. */
static void put_one(sink *s, const unsigned char *at, size_t n, bool is_escaped)
{
   static const char digits[] = "0123456789abcdef";
   size_t columns = is_escaped ? 4 * n : an_text_character_columns((const char *)at, n);
   s->columns += columns;
   if (s->out == NULL || s->columns > s->most)
      return;
   if (!is_escaped)
      fwrite_unlocked(at, 1, n, s->out);
   for (size_t i = 0; is_escaped && i < n; i++)
      fprintf(s->out, "\\x%c%c", digits[at[i] >> 4], digits[at[i] & 15]);
}

/* Writes the character at `at` safely; `strict`: as UTF-8 only.  Returns its length
   in bytes. */
static size_t put_character(sink *s, const unsigned char *at, size_t available,
                            bool strict)
{
   size_t n = tk_utf8_length(at);
   bool is_stray = n == 0 || n > available; /* not UTF-8 */
   bool is_control = at[0] < 0x20 || at[0] == 0x7f || (is_stray && at[0] <= 0x9f);
   bool is_c1 = n == 2 && at[0] == 0xc2 && at[1] <= 0x9f;
   if (is_stray)
      n = 1;
   put_one(s, at, n, is_control || is_c1 || (is_stray && strict) || is_misleading(at, n));
   return n;
}

/* Writes a backslash, escaped if it would begin an escape.  Returns its length, 1. */
static size_t put_backslash(sink *s, const unsigned char *at)
{
   put_one(s, at, 1, at[1] == 'x');
   return 1;
}

/* How many of the bytes at `at` are plain ASCII, without controls. */
static size_t plain_length(const unsigned char *at, size_t available)
{
   size_t n = 0;
   while (n < available && at[n] >= 0x20 && at[n] < 0x7f)
      n++;
   return n;
}

/* How a name is written; first the ways for people. */
typedef enum manner { SHOWN, SHOWN_UTF8, UTF8, ESCAPED } manner;

static void put_bytes(sink *s, const char *string, size_t left, manner how)
{
   const unsigned char *at = (const unsigned char *)string;
   while (left > 0) {
      size_t n = plain_length(at, left);
      const unsigned char *slash = how == ESCAPED ? memchr(at, '\\', n) : NULL;
      if (slash != NULL)
         n = (size_t)(slash - at);
      put_plain(s, at, n);
      if (slash != NULL)
         n += put_backslash(s, slash);
      else if (n == 0)
         n = put_character(s, at, left, how != SHOWN);
      at += n;
      left -= n;
   }
}

/* People need not read what a namespace without a name is called. */
static void put_name(sink *s, const char *string, manner how)
{
   for (const char *at; how < UTF8 && (at = strstr(string, AN_SAID_LONG)) != NULL;) {
      put_bytes(s, string, (size_t)(at - string), how);
      put_plain(s, AN_SAID_ANONYMOUS, strlen(AN_SAID_ANONYMOUS));
      string = at + strlen(AN_SAID_LONG);
   }
   put_bytes(s, string, strlen(string), how);
}

void an_text_name(FILE *out, const char *string)
{
   put_name(&(sink){ .out = out, .most = SIZE_MAX }, string, SHOWN);
}

/* Room for `most` columns: less for the text if it does not fit, since a mark
   follows it. */
static size_t room_for_text(size_t columns, size_t most)
{
   if (columns <= most)
      return most;
   return most > MARK_COLUMNS ? most - MARK_COLUMNS : 0;
}

/* The mark of cut text, of which as much is printed as fits. */
static void put_mark(FILE *out, size_t columns, size_t most)
{
   if (columns > most)
      fwrite_unlocked("...", 1, most < MARK_COLUMNS ? most : MARK_COLUMNS, out);
}

size_t an_text_name_columns(const char *string)
{
   sink s = { .most = 0 };
   put_name(&s, string, SHOWN);
   return s.columns;
}

void an_text_name_fit(FILE *out, const char *string, size_t most)
{
   size_t columns = an_text_name_columns(string);
   sink s = { .out = out, .most = room_for_text(columns, most) };
   put_name(&s, string, SHOWN);
   put_mark(out, columns, most);
}

void an_text_function_fit(FILE *out, const char *function, size_t most)
{
   const char *tail = function, *next;
   size_t columns = an_text_name_columns(function);
   while (columns > most && (next = an_said_without_scope(tail)) != NULL) {
      tail = next;
      columns = an_text_name_columns(tail) + MARK_COLUMNS;
   }
   if (tail > function && columns <= most)
      fputs("...", out);
   an_text_name_fit(out, tail, most);
}

void an_text_path_fit(FILE *out, const char *path, size_t most)
{
   const char *tail = path, *slash;
   if (an_text_name_columns(path) > most)
      while ((slash = strchr(tail + 1, '/')) != NULL) {
         tail = slash;
         if (an_text_name_columns(tail) + MARK_COLUMNS <= most)
            break;
      }
   if (tail > path && an_text_name_columns(tail) + MARK_COLUMNS <= most)
      fputs("...", out);
   else if (tail > path)
      tail++; /* a name without directories, cut if it must be */
   an_text_name_fit(out, tail, most);
}

size_t an_text_columns(const char *text)
{
   size_t n = 0;
   for (const unsigned char *at = (const unsigned char *)text; *at != '\0';) {
      unsigned length = tk_utf8_length(at);
      n += an_text_character_columns((const char *)at, length);
      at += length == 0 ? 1 : length;
   }
   return n;
}

static char *name_on_heap(const char *string, manner how)
{
   char *text = NULL;
   size_t size_B = 0, n = strlen(string);
   if (plain_length((const unsigned char *)string, n) == n
       && memchr(string, '\\', n) == NULL
       && (how >= UTF8 || strstr(string, AN_SAID_LONG) == NULL))
      return an_strdup(string); /* most names, and much faster */
   FILE *out = an_memstream(&text, &size_B);
   put_name(&(sink){ .out = out, .most = SIZE_MAX }, string, how);
   an_memstream_close(out);
   return text;
}

/* The bytes of the safe text that take at most `most` columns. */
static size_t bytes_within(const char *text, size_t most)
{
   size_t at = 0, columns = 0;
   while (text[at] != '\0') {
      unsigned length = tk_utf8_length((const unsigned char *)text + at);
      columns += an_text_character_columns(text + at, length);
      if (columns > most)
         break;
      at += length;
   }
   return at;
}

void an_text_middle_fit(FILE *out, const char *string, size_t most)
{
   char *text = name_on_heap(string, SHOWN_UTF8);
   size_t columns = an_text_columns(text), room = room_for_text(columns, most);
   if (columns <= most) {
      fputs(text, out);
   } else {
      const char *tail = text + bytes_within(text, columns - room / 2);
      while (an_text_columns(tail) > room / 2) /* a wide character was in the way */
         tail += tk_utf8_length((const unsigned char *)tail);
      fwrite(text, 1, bytes_within(text, room - room / 2), out);
      put_mark(out, columns, most);
      fputs(tail, out);
   }
   free(text);
}

char *an_text_shown(const char *string)
{
   return name_on_heap(string, SHOWN_UTF8);
}

char *an_text_utf8(const char *string)
{
   return name_on_heap(string, UTF8);
}

char *an_text_escaped(const char *string)
{
   return name_on_heap(string, ESCAPED);
}

/* The length to print of a line of source; *n_cut gets the rest. */
static size_t cut_source(const unsigned char *line, size_t length, size_t *n_cut)
{
   size_t kept = length;
   if (length > AN_TEXT_SOURCE_MAX_B) {
      kept = AN_TEXT_SOURCE_MAX_B;
      /* Do not cut a character in two. */
      while (kept > 0 && (line[kept] & 0xc0) == 0x80)
         kept--;
   }
   *n_cut = length - kept;
   return kept;
}

static void put_source(sink *s, const unsigned char *at, size_t length)
{
   static const char blanks[] = "        ";
   while (length > 0) {
      size_t n = plain_length(at, length);
      if (n > 0) {
         put_plain(s, at, n);
      } else if (*at == '\t') {
         put_plain(s, blanks, TAB_COLUMNS - s->columns % TAB_COLUMNS);
         n = 1;
      } else {
         n = put_character(s, at, length, false);
      }
      at += n;
      length -= n;
   }
}

void an_text_source(FILE *out, const char *line, size_t length)
{
   size_t n_cut;
   const unsigned char *at = (const unsigned char *)line;
   sink s = { .out = out, .most = SIZE_MAX };
   put_source(&s, at, cut_source(at, length, &n_cut));
   if (n_cut > 0)
      fprintf(out, " ... (%zu bytes more)", n_cut);
}

void an_text_source_fit(FILE *out, const char *line, size_t length, size_t most)
{
   size_t n_cut;
   const unsigned char *at = (const unsigned char *)line;
   if (most == SIZE_MAX) {
      an_text_source(out, line, length);
      return;
   }
   size_t kept = cut_source(at, length, &n_cut);
   sink measured = { .most = 0 };
   put_source(&measured, at, kept);
   size_t columns = n_cut > 0 ? SIZE_MAX : measured.columns;
   sink s = { .out = out, .most = room_for_text(columns, most) };
   put_source(&s, at, kept);
   put_mark(out, columns, most);
}

/* ---- Colour ---- */

an_colour an_text_heat(long double part, long double total)
{
   /* NaN compares false: not hot. */
   long double share = total == 0 ? 0 : fabsl(part / total);
   if (share >= 0.20L)
      return AN_COLOUR_HOTTEST;
   if (share >= 0.05L)
      return AN_COLOUR_HOT;
   return share >= 0.01L ? AN_COLOUR_WARM : AN_COLOUR_NONE;
}

void an_text_colour(FILE *out, an_colour colour)
{
   /* ECMA-48, "Select Graphic Rendition". */
   static const char *const sequences[] = {
      [AN_COLOUR_NONE] = "\033[0m",       [AN_COLOUR_HEADING] = "\033[1m",
      [AN_COLOUR_WARNING] = "\033[1;35m", [AN_COLOUR_WARM] = "\033[33m",
      [AN_COLOUR_HOT] = "\033[31m",       [AN_COLOUR_HOTTEST] = "\033[1;31m",
   };
   fputs(sequences[colour], out);
}
