/* tk_text.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/tk_text.h"

enum { MAX_DIGITS = 20 }; /* of 2^64 - 1 */

static const char hex[] = "0123456789abcdef";

void tk_text_init(tk_text *text, bool (*drain)(void *, const char *, size_t),
                  void *context)
{
   text->drain = drain;
   text->context = context;
   text->used_B = 0;
   text->failed = false;
}

bool tk_text_flush(tk_text *text)
{
   if (!text->failed && text->used_B > 0)
      text->failed = !text->drain(text->context, text->buffer, text->used_B);
   text->used_B = 0;
   return !text->failed;
}

void tk_text_char(tk_text *text, char c)
{
   if (text->used_B == sizeof text->buffer)
      tk_text_flush(text);
   text->buffer[text->used_B++] = c;
}

void tk_text_string(tk_text *text, const char *string)
{
   while (*string != '\0')
      tk_text_char(text, *string++);
}

void tk_text_escaped(tk_text *text, const char *string)
{
   for (; *string != '\0'; string++) {
      unsigned char c = (unsigned char)*string;
      if (c < 0x20 || c == 0x7f || (c == '\\' && string[1] == 'x')) {
         tk_text_string(text, "\\x");
         tk_text_bytes(text, &c, 1);
      } else {
         tk_text_char(text, (char)c);
      }
   }
}

void tk_text_named(tk_text *text, const char *key, const char *string)
{
   tk_text_string(text, key);
   tk_text_escaped(text, string);
   tk_text_char(text, '\n');
}

/* Fills digits[] with the digits of value, last first, and returns their number. */
static unsigned digits_of(uint64_t value, char digits[MAX_DIGITS])
{
   unsigned n = 0;
   do {
      digits[n++] = (char)('0' + value % 10);
      value /= 10;
   } while (value > 0);
   return n;
}

static void pad_text(tk_text *text, unsigned used, unsigned width)
{
   for (; used < width; used++)
      tk_text_char(text, ' ');
}

void tk_text_u64(tk_text *text, uint64_t value)
{
   char digits[MAX_DIGITS];
   unsigned n = digits_of(value, digits);
   while (n > 0)
      tk_text_char(text, digits[--n]);
}

void tk_text_bytes(tk_text *text, const uint8_t *bytes, size_t n)
{
   for (size_t i = 0; i < n; i++) {
      tk_text_char(text, hex[bytes[i] >> 4]);
      tk_text_char(text, hex[bytes[i] & 15]);
   }
}

void tk_text_digits(tk_text *text, uint64_t value)
{
   unsigned shift = 60;
   while (shift > 0 && value >> shift == 0)
      shift -= 4;
   for (; shift > 0; shift -= 4)
      tk_text_char(text, hex[value >> shift & 15]);
   tk_text_char(text, hex[value & 15]);
}

void tk_text_hex(tk_text *text, uint64_t value)
{
   tk_text_string(text, "0x");
   tk_text_digits(text, value);
}

static void put_signed(tk_text *text, uint64_t value)
{
   bool is_negative = value >> 63 != 0;
   if (is_negative)
      tk_text_char(text, '-');
   tk_text_u64(text, is_negative ? -value : value);
}

void tk_text_form(tk_text *text, const char *form, const uint64_t *numbers)
{
   for (; *form != '\0'; form++)
      switch (*form) {
      case '%': tk_text_u64(text, *numbers++); break;
      case '~': put_signed(text, *numbers++); break;
      case '&': tk_text_hex(text, *numbers++); break;
      default: tk_text_char(text, *form);
      }
}

void tk_text_counts(tk_text *text, const uint64_t *counts, size_t n)
{
   for (size_t i = 0; i < n; i++) {
      tk_text_char(text, ' ');
      tk_text_u64(text, counts[i]);
   }
   tk_text_char(text, '\n');
}

void tk_text_nonzero(tk_text *text, const uint64_t *counts, size_t n)
{
   while (n > 0 && counts[n - 1] == 0)
      n--;
   tk_text_counts(text, counts, n);
}

unsigned tk_text_grouped_width(uint64_t value)
{
   char digits[MAX_DIGITS];
   unsigned n = digits_of(value, digits);
   return n + (n - 1) / 3;
}

void tk_text_grouped(tk_text *text, uint64_t value, unsigned width)
{
   char digits[MAX_DIGITS];
   unsigned n = digits_of(value, digits);
   pad_text(text, n + (n - 1) / 3, width);
   while (n > 0) {
      tk_text_char(text, digits[--n]);
      if (n > 0 && n % 3 == 0)
         tk_text_char(text, ',');
   }
}

/* part / whole * 10^places, rounded half up, by long division.  A digit is how often
   `whole` fits into ten times the rest.  That product may not fit 64 bits, so it is
   added up instead. */
static uint64_t scaled_ratio(uint64_t part, uint64_t whole, unsigned places)
{
   uint64_t result = part / whole, rest = part % whole;
   for (unsigned i = 0; i < places; i++) {
      uint64_t digit = 0, sum = 0;
      for (unsigned k = 0; k < 10; k++) {
         bool fits = rest >= whole - sum;
         sum = fits ? rest - (whole - sum) : sum + rest;
         digit += fits;
      }
      result = 10 * result + digit;
      rest = sum;
   }
   return result + (rest >= whole - rest);
}

void tk_text_percent(tk_text *text, uint64_t part, uint64_t whole, unsigned decimals,
                     unsigned width)
{
   if (whole == 0) {
      pad_text(text, 3, width);
      tk_text_string(text, "n/a");
      return;
   }
   uint64_t scaled = scaled_ratio(part, whole, 2 + decimals), scale = 1;
   for (unsigned i = 0; i < decimals; i++)
      scale *= 10;
   char digits[MAX_DIGITS];
   unsigned n = digits_of(scaled / scale, digits);
   pad_text(text, n + (decimals > 0 ? 1 + decimals : 0), width);
   while (n > 0)
      tk_text_char(text, digits[--n]);
   if (decimals == 0)
      return;
   tk_text_char(text, '.');
   for (scaled %= scale, scale /= 10; scale > 0; scale /= 10)
      tk_text_char(text, (char)('0' + scaled / scale % 10));
}
