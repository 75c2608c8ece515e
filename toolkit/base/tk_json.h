/* tk_json.h -- writes JSON (RFC 8259) to a tk_text; pure.

   Commas are written automatically.  The caller must match brackets, and give each
   value in an object a key.  A failed write is remembered by the tk_text.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_text.h"

typedef struct {
   tk_text *text; /* borrowed */
   bool comma;    /* the next value needs a comma before it */
   bool line;     /* ... and begins a line */
} tk_json;

void tk_json_init(tk_json *json, tk_text *text);

/* Opens with '[', '{' or '"', and closes with the matching character.  Between
   quotes, write with tk_json_part; or with functions of tk_text, if the string is
   ASCII without quotes, backslashes and control characters. */
void tk_json_open(tk_json *json, char bracket);
void tk_json_close(tk_json *json, char bracket);

/* The key of the value that follows. */
void tk_json_key(tk_json *json, const char *key);

/* The next value, key or closing bracket begins a new line. */
void tk_json_line(tk_json *json);

/* Writes part of a string, any bytes.  The result is valid UTF-8 and can be undone:
   a byte that is not part of a UTF-8 character, a control byte, and a backslash
   before an `x` become the characters \xHH, with two lower-case digits.  A part must
   not end within a character, nor with a backslash if the next begins with an x. */
void tk_json_part(tk_json *json, const char *bytes);

/* Writes a whole string as a value. */
void tk_json_string(tk_json *json, const char *bytes);

void tk_json_u64(tk_json *json, uint64_t value);
void tk_json_i64(tk_json *json, int64_t value);
void tk_json_bool(tk_json *json, bool value);
