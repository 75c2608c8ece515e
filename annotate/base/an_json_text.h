/* an_json_text.h -- the text of a JSON file: one array element by element, the
   rest as a tree.

   A tree of jansson's takes a dozen times the memory of its text, and nearly all
   of a large profile is in one array.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_input.h"
#include "base/an_json_cut.h"

#include <jansson.h>

enum { AN_JSON_TEXT_MAX_B = 1024 * 1024 * 1024 }; /* of a text */

typedef struct an_json_text {
   json_t *root;    /* the tree; the array is empty in it */
   size_t n_listed; /* objects in the array */
   /* private: */
   an_json_cut cut;
   size_t n;           /* bytes read */
   bool has_begun;     /* the first byte that is not blank was read */
   bool is_refused;    /* JSON does not begin with that byte */
   size_t at;          /* of the next element, in the first piece */
   bool is_at_element; /* the comma before it is taken */
   bool has_taken;     /* an element */
} an_json_text;

/* Reads all of `from`.  `list` is the key of the array, in the outermost object.
   False with *error set and nothing to close; a key that is twice in an object is
   an error.  `alloc` and `list` are borrowed. */
bool an_json_open(an_json_text *text, const tk_alloc *alloc, an_source_of_bytes from,
                  const char *list, an_error *error);
void an_json_close(an_json_text *text);

/* The next element of the array, which the caller gives to json_decref; NULL after
   the last.  False with *error set if it is not JSON.  The text of elements that were
   taken is freed. */
bool an_json_next(an_json_text *text, json_t **element, an_error *error);

/* The text from the next element on, for callers who can read it by themselves.  It
   ends with a NUL, and at the earliest behind the element, if that is an object.  NULL
   after the last; false as an_json_next.  The element is not taken. */
bool an_json_peek(an_json_text *text, const char **element, an_error *error);

/* Takes that element, which has n bytes. */
void an_json_take(an_json_text *text, size_t n_B);
