/* an_json_text.h -- the text of a JSON file: one array of it in pieces, the rest
   as a tree.

   A tree of jansson's takes a dozen times the memory of its text, and nearly all
   of a large profile is in one array.  So this is read element by element.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AN_JSON_TEXT_H
#define AN_JSON_TEXT_H

#include "base/an_error.h"
#include "base/an_input.h"

#include <jansson.h>
#include <stdbool.h>

/* Arrays and objects in each other, at most; and bytes of a text. */
enum { AN_JSON_DEPTH_MAX = 64, AN_JSON_TEXT_MAX_B = 1024 * 1024 * 1024 };

typedef struct an_json_text {
   json_t *root;    /* of the text; the array is empty in it */
   size_t n_listed; /* objects in the array */
   /* private: */
   const tk_alloc *alloc;
   char *bytes;
   size_t n, size_B;
   bool has_begun, is_refused; /* the first byte that is no blank has come, and
                                  is none that JSON begins with */
   size_t start, end;          /* of what is in the array; 0: there is none */
   size_t at;                  /* what comes next of it */
} an_json_text;

/* Reads what `from` holds, in which `list` is a key of the outermost object whose
   value may be an array.  False with *error set and nothing to close.  A key that
   stands twice in an object is an error, too; `alloc` is borrowed. */
bool an_json_open(an_json_text *text, const tk_alloc *alloc,
                  an_source_of_bytes from, const char *list, an_error *error);
void an_json_close(an_json_text *text);

/* The next element of the array, for json_decref, or NULL after the last.  False
   with *error set if it is not JSON. */
bool an_json_next(an_json_text *text, json_t **element, an_error *error);

#endif
