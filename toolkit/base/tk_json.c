/* tk_json.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/tk_json.h"

#include "base/tk_utf8.h"

void tk_json_init(tk_json *json, tk_text *text)
{
   *json = (tk_json){ .text = text };
}

static void begin_line(tk_json *json)
{
   if (json->line)
      tk_text_char(json->text, '\n');
   json->line = false;
}

/* One flag serves all depths: an array or object that was closed is itself a value,
   and needs a comma after it. */
static void begin_value(tk_json *json)
{
   if (json->comma)
      tk_text_char(json->text, ',');
   begin_line(json);
   json->comma = true;
}

void tk_json_open(tk_json *json, char bracket)
{
   begin_value(json);
   tk_text_char(json->text, bracket);
   json->comma = false;
}

void tk_json_close(tk_json *json, char bracket)
{
   begin_line(json);
   tk_text_char(json->text, bracket);
   json->comma = true;
}

void tk_json_key(tk_json *json, const char *key)
{
   tk_json_string(json, key);
   tk_text_char(json->text, ':');
   json->comma = false;
}

void tk_json_line(tk_json *json)
{
   json->line = true;
}

/* ---- Strings --------------------------------------------------------- */

static void put_hex(tk_text *text, unsigned char byte)
{
   static const char hex[] = "0123456789abcdef";
   tk_text_string(text, "\\\\x"); /* one backslash, in JSON */
   tk_text_char(text, hex[byte >> 4]);
   tk_text_char(text, hex[byte & 15]);
}

void tk_json_part(tk_json *json, const char *bytes)
{
   const unsigned char *s = (const unsigned char *)bytes;
   while (*s != '\0') {
      unsigned length = tk_utf8_length(s);
      if (length == 0 || *s < 0x20 || *s == 0x7f || (*s == '\\' && s[1] == 'x')) {
         put_hex(json->text, *s++);
         continue;
      }
      if (*s == '"' || *s == '\\')
         tk_text_char(json->text, '\\');
      for (; length > 0; length--)
         tk_text_char(json->text, (char)*s++);
   }
}

void tk_json_string(tk_json *json, const char *bytes)
{
   tk_json_open(json, '"');
   tk_json_part(json, bytes);
   tk_json_close(json, '"');
}

/* ---- Other values ---------------------------------------------------- */

void tk_json_u64(tk_json *json, uint64_t value)
{
   begin_value(json);
   tk_text_u64(json->text, value);
}

void tk_json_i64(tk_json *json, int64_t value)
{
   begin_value(json);
   if (value < 0)
      tk_text_char(json->text, '-');
   tk_text_u64(json->text, value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
}

void tk_json_bool(tk_json *json, bool value)
{
   begin_value(json);
   tk_text_string(json->text, value ? "true" : "false");
}
