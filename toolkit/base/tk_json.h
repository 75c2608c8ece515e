/* tk_json.h -- JSON (RFC 8259) on top of tk_text; pure.

   Commas are set by themselves.  That the brackets match, and that what is
   in an object has a key, is the caller's part; an error of the drain sticks
   in the tk_text.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TK_JSON_H
#define TK_JSON_H

#include "base/tk_text.h"

typedef struct {
   tk_text *text; /* borrowed */
   bool comma;    /* the next value of this array or object needs one */
   bool line;     /* ... stands on a new line */
} tk_json;

void tk_json_init(tk_json *json, tk_text *text);

/* '[', '{' or '"', and its match.  What a string holds is written by
   tk_json_part, or by functions of tk_text if it is plain ASCII without
   quotes and backslashes. */
void tk_json_open(tk_json *json, char bracket);
void tk_json_close(tk_json *json, char bracket);

/* Of the value that follows. */
void tk_json_key(tk_json *json, const char *key);

/* Ends the line: the next value, key or closing bracket begins a new one. */
void tk_json_line(tk_json *json);

/* Bytes of a string.  Whatever they are, the text is valid UTF-8 and they
   can be had back: a byte that is not part of a character in UTF-8, a
   control byte, and a backslash before an `x` become the characters \xHH,
   with two lower-case digits.  Each part is seen by itself: none should end
   within a character, or with a backslash if the next begins with an x. */
void tk_json_part(tk_json *json, const char *bytes);

/* The value that such a string is. */
void tk_json_string(tk_json *json, const char *bytes);

void tk_json_u64(tk_json *json, uint64_t value);
void tk_json_i64(tk_json *json, int64_t value);
void tk_json_bool(tk_json *json, bool value);

#endif
