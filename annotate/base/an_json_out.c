/* an_json_out.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* fwrite_unlocked */
#endif

#include "base/an_json_out.h"

#include "base/an_number.h"
#include "base/an_text.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Holding ---- */

void an_json_hold(an_json_out *json, char *buffer, size_t size_B)
{
   json->held = buffer;
   json->n_held = 0;
   json->room_B = size_B;
}

static void flush_held(an_json_out *json)
{
   if (json->n_held > 0)
      fwrite_unlocked(json->held, 1, json->n_held, json->out);
   json->n_held = 0;
}

void an_json_release(an_json_out *json)
{
   flush_held(json);
   json->held = NULL;
   json->room_B = 0;
}

/* Room for n bytes behind what is held, or NULL: there is none. */
static char *room_for(an_json_out *json, size_t n)
{
   if (n > json->room_B - json->n_held)
      flush_held(json);
   return n > json->room_B ? NULL : json->held + json->n_held;
}

/* ---- Values ---- */

/* Writes what stands before a value: comma, line break, key. */
static void begin_value(an_json_out *json, const char *key)
{
   flush_held(json);
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

/* Puts n bytes of text there, and returns the end. */
static char *append_text(char *to, const char *text, size_t n)
{
   memcpy(to, text, n);
   return to + n;
}

/* Writes what stands before a value, then the value's n bytes.  Most are short, and one
   write for all is several times as fast as one for each part. */
static void put_value(an_json_out *json, const char *key, const char *value, size_t n)
{
   enum { MOST_B = 128 };
   char text[MOST_B];
   size_t n_indent = json->indent == NULL ? 0 : strlen(json->indent);
   size_t n_key = key == NULL ? 0 : strlen(key);
   size_t most = n_indent + n_key + n + sizeof ",\n\"\":";
   char *held = room_for(json, most), *start = held != NULL ? held : text, *end = start;
   if (held == NULL && most > MOST_B) {
      begin_value(json, key);
      fwrite(value, 1, n, json->out);
      return;
   }
   if (json->has_value)
      *end++ = ',';
   if (json->indent != NULL) {
      *end++ = '\n';
      end = append_text(end, json->indent, n_indent);
   }
   if (key != NULL) {
      *end++ = '"';
      end = append_text(end, key, n_key);
      end = append_text(end, "\":", 2);
   }
   end = append_text(end, value, n);
   json->has_value = true;
   json->indent = NULL;
   if (held != NULL)
      json->n_held += (size_t)(end - start);
   else
      fwrite_unlocked(text, 1, (size_t)(end - text), json->out);
}

void an_json_put_key(an_json_out *json, const char *key)
{
   begin_value(json, key);
}

void an_json_put_open(an_json_out *json, const char *key, char bracket)
{
   put_value(json, key, &bracket, 1);
   json->has_value = false;
}

void an_json_put_close(an_json_out *json, char bracket)
{
   char *held = room_for(json, 1);
   if (held != NULL) {
      *held = bracket;
      json->n_held++;
   } else {
      putc_unlocked(bracket, json->out);
   }
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
   begin_value(json, key);
   put_string(json->out, text, special);
}

void an_json_put_text(an_json_out *json, const char *key, const char *text)
{
   if (text == NULL) {
      an_json_put_null(json, key);
      return;
   }
   char *shown = an_text_escaped(text);
   begin_value(json, key);
   put_string(json->out, shown, special_in_html);
   free(shown);
}

void an_json_put_address(an_json_out *json, const char *key, uint64_t address)
{
   begin_value(json, key);
   fprintf(json->out, "\"0x%" PRIx64 "\"", address);
}

/* ---- Other values ---- */

void an_json_put_int(an_json_out *json, const char *key, int64_t value)
{
   char digits[AN_NUMBER_B], *end = digits + sizeof digits;
   char *at = an_number_put(end, value);
   put_value(json, key, at, (size_t)(end - at));
}

void an_json_put_known(an_json_out *json, const char *key, int64_t value, bool is_known)
{
   if (is_known)
      an_json_put_int(json, key, value);
   else
      an_json_put_null(json, key);
}

void an_json_put_ints(an_json_out *json, const char *key, const int64_t *values, size_t n)
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
      begin_value(json, key);
      fprintf(json->out, "%.17Lg", value);
   }
}

void an_json_put_bool(an_json_out *json, const char *key, bool value)
{
   put_value(json, key, value ? "true" : "false", value ? 4 : 5);
}

void an_json_put_null(an_json_out *json, const char *key)
{
   put_value(json, key, "null", 4);
}
