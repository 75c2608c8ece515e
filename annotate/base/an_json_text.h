/* an_json_text.h -- the text of a JSON file: one array element by element, the
   rest as a tree.

   A tree of jansson's takes a dozen times the memory of its text, and nearly all
   of a large profile is in one array.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_JSON_TEXT_H
#define AN_JSON_TEXT_H

#include "base/an_error.h"
#include "base/an_input.h"

#include <jansson.h>
#include <stdbool.h>

/* Limits: how deep arrays and objects nest, and bytes of a text. */
enum { AN_JSON_DEPTH_MAX = 64, AN_JSON_TEXT_MAX_B = 1024 * 1024 * 1024 };

typedef struct an_json_text {
   json_t *root;    /* the tree; the array is empty in it */
   size_t n_listed; /* objects in the array */
   /* private: */
   const tk_alloc *alloc;
   char *bytes;
   size_t n, size_B;
   bool has_begun;    /* the first byte that is not blank was read */
   bool is_refused;   /* JSON does not begin with that byte */
   size_t start, end; /* of the array's elements; 0: no array */
   size_t at;         /* of the next element */
} an_json_text;

/* Reads all of `from`.  `list` is the key of the array, in the outermost object.
   False with *error set and nothing to close; a key that is twice in an object is
   an error.  `alloc` is borrowed. */
bool an_json_open(an_json_text *text, const tk_alloc *alloc,
                  an_source_of_bytes from, const char *list, an_error *error);
void an_json_close(an_json_text *text);

/* The next element of the array, which the caller gives to json_decref; NULL after
   the last.  False with *error set if it is not JSON. */
bool an_json_next(an_json_text *text, json_t **element, an_error *error);

#endif
