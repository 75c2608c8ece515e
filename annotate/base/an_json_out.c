/* an_json_out.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_json_out.h"

#include "base/an_number.h"
#include "base/an_text.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What stands before a value: comma, line break, key. */
static void begin(an_json_out *json, const char *key)
{
   if (json->has_value)
      putc(',', json->out);
   if (json->indent != NULL) {
      putc('\n', json->out);
      fputs(json->indent, json->out);
   }
   if (key != NULL) {
      putc('"', json->out);
      fputs(key, json->out);
      fputs("\":", json->out);
   }
   json->has_value = true;
   json->indent = NULL;
}

void an_json_put_key(an_json_out *json, const char *key)
{
   begin(json, key);
}

void an_json_put_open(an_json_out *json, const char *key, char bracket)
{
   begin(json, key);
   putc(bracket, json->out);
   json->has_value = false;
}

void an_json_put_close(an_json_out *json, char bracket)
{
   putc(bracket, json->out);
   json->has_value = true;
   json->indent = NULL;
}

/* ---- Strings ---- */

/* What JSON escapes of UTF-8, and of text without control characters. */
static const char special[] = "\"\\\x01\x02\x03\x04\x05\x06\x07\x08\t\n\x0b\x0c"
                              "\r\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18"
                              "\x19\x1a\x1b\x1c\x1d\x1e\x1f";
static const char special_in_html[] = "\"\\<";

static void put_escape(FILE *out, char c)
{
   static const char letters[] = "bfnrt", of[] = "\b\f\n\r\t";
   const char *letter = strchr(of, c);
   if (c == '"' || c == '\\')
      fprintf(out, "\\%c", c);
   else if (letter != NULL)
      fprintf(out, "\\%c", letters[letter - of]);
   else
      fprintf(out, c == '<' ? "\\u%04x" : "\\u%04X", (unsigned)c);
}

static void put_string(FILE *out, const char *text, const char *escaped)
{
   putc('"', out);
   for (;; text++) {
      size_t n = strcspn(text, escaped);
      fwrite(text, 1, n, out);
      text += n;
      if (*text == '\0')
         break;
      /* "</script>" would end a script, and "<!--" change it. */
      if (*text == '<' && text[1] != '/' && text[1] != '!')
         putc('<', out);
      else
         put_escape(out, *text);
   }
   putc('"', out);
}

void an_json_put_utf8(an_json_out *json, const char *key, const char *text)
{
   begin(json, key);
   put_string(json->out, text, special);
}

void an_json_put_text(an_json_out *json, const char *key, const char *text)
{
   char *shown = text == NULL ? NULL : an_text_escaped(text);
   if (shown == NULL) {
      an_json_put_null(json, key);
      return;
   }
   begin(json, key);
   put_string(json->out, shown, special_in_html);
   free(shown);
}

void an_json_put_address(an_json_out *json, const char *key, uint64_t address)
{
   begin(json, key);
   fprintf(json->out, "\"0x%" PRIx64 "\"", address);
}

/* ---- Other values ---- */

void an_json_put_int(an_json_out *json, const char *key, int64_t value)
{
   char digits[AN_NUMBER_B], *end = digits + sizeof digits;
   char *at = an_number_put(end, value);
   begin(json, key);
   fwrite(at, 1, (size_t)(end - at), json->out);
}

void an_json_put_known(an_json_out *json, const char *key, int64_t value,
                       bool is_known)
{
   if (is_known)
      an_json_put_int(json, key, value);
   else
      an_json_put_null(json, key);
}

void an_json_put_ints(an_json_out *json, const char *key,
                      const int64_t *values, size_t n)
{
   an_json_put_open(json, key, '[');
   for (size_t i = 0; i < n; i++)
      an_json_put_int(json, NULL, values[i]);
   an_json_put_close(json, ']');
}

void an_json_put_number(an_json_out *json, const char *key, long double value,
                        bool is_whole)
{
   /* Readers take numbers for doubles. */
   if (isnan(value) || fabsl(value) > DBL_MAX) {
      an_json_put_null(json, key);
   } else if (is_whole && fabsl(value) < 0x1p63L) {
      an_json_put_int(json, key, (int64_t)value);
   } else {
      begin(json, key);
      fprintf(json->out, "%.17Lg", value);
   }
}

void an_json_put_bool(an_json_out *json, const char *key, bool value)
{
   begin(json, key);
   fputs(value ? "true" : "false", json->out);
}

void an_json_put_null(an_json_out *json, const char *key)
{
   begin(json, key);
   fputs("null", json->out);
}
