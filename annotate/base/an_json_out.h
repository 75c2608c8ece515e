/* an_json_out.h -- writes JSON to a stream as it goes: commas, keys, escapes.

   A value in an object has a key, of plain ASCII; in an array its key is NULL.
   Lines break only where an_json_put_line asks for it.  Write errors are left to
   ferror(out).
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Begins as { .out = out }. */
typedef struct an_json_out {
   FILE *out;
   /* private: */
   bool has_value;     /* the next value needs a comma */
   const char *indent; /* the next value begins a line, after this; or NULL */
   char *held;         /* what is not written yet; NULL: all is */
   size_t n_held, room_B;
} an_json_out;

/* Gathers what is written in a buffer, as one write for each of many short values would
   take most of the time.  Until the release nothing else may write to the stream. */
void an_json_hold(an_json_out *json, char *buffer, size_t size_B);
void an_json_release(an_json_out *json);

/* An object or array: '{' and '}', or '[' and ']'. */
void an_json_put_open(an_json_out *json, const char *key, char bracket);
void an_json_put_close(an_json_out *json, char bracket);

/* The next value, if it is not a bracket that closes, begins a line with
   `indent`, which is borrowed until then. */
static inline void an_json_put_line(an_json_out *json, const char *indent)
{
   json->indent = indent;
}

/* Both: an object or array that begins a line. */
static inline void an_json_open_line(an_json_out *json, const char *indent,
                                     const char *key, char bracket)
{
   an_json_put_line(json, indent);
   an_json_put_open(json, key, bracket);
}

/* The key of a value that another writer writes to the stream. */
void an_json_put_key(an_json_out *json, const char *key);

/* ---- Values ---- */

/* Text from outside, as an_text_escaped shows it.  It can stand in a script in
   HTML.  null if the text is NULL. */
void an_json_put_text(an_json_out *json, const char *key, const char *text);

/* UTF-8, with only JSON's own escapes. */
void an_json_put_utf8(an_json_out *json, const char *key, const char *text);

void an_json_put_int(an_json_out *json, const char *key, int64_t value);
void an_json_put_known(an_json_out *json, const char *key, int64_t value,
                       bool is_known); /* else null */

/* An array of n numbers. */
void an_json_put_ints(an_json_out *json, const char *key, const int64_t *values,
                      size_t n);

/* A number with 17 digits, or all of them if it is whole; null if it is not a
   number or no double can hold it. */
void an_json_put_number(an_json_out *json, const char *key, long double value,
                        bool is_whole);

/* A string, "0x4005f0". */
void an_json_put_address(an_json_out *json, const char *key, uint64_t address);

void an_json_put_bool(an_json_out *json, const char *key, bool value);
void an_json_put_null(an_json_out *json, const char *key);
