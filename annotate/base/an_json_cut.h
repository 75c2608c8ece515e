/* an_json_cut.h -- cuts the text of a JSON file, as it comes, into the elements of one
   array and the rest.

   Nearly all of a large profile is in one array.  Its elements lie in pieces, each of
   which ends behind an element, so that a reader can free what it has read.
   Follows strings and brackets only; parsers find other errors.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_error.h"
#include "base/an_alloc.h"

#include <stdbool.h>

enum { AN_JSON_DEPTH_MAX = 64 }; /* how deep arrays and objects may nest */

typedef struct an_json_piece {
   struct an_json_piece *next;
   size_t before_B; /* bytes of the list in the pieces before */
   size_t n, room_B;
   char text[]; /* text[n] is NUL; the bracket behind the last element is in it, too */
} an_json_piece;

/* Begins as { .alloc = alloc, .key = key }.  `key` is the key of the array, in the
   outermost object. */
typedef struct an_json_cut {
   const tk_alloc *alloc; /* borrowed, as the key */
   const char *key;
   char *rest; /* all but the elements */
   size_t n_rest;
   size_t start;         /* in the rest: where the elements were; 0: there is no array */
   size_t list_B;        /* of the elements, and what is between them */
   size_t n_listed;      /* objects in the array */
   an_json_piece *first; /* NULL: none is left */
   /* private: */
   size_t rest_room;
   an_json_piece *last;
   size_t lines_freed; /* newlines in pieces that were freed */
   size_t element_end; /* in the list: behind the last element that is an object */
   size_t depth;
   size_t string_start, string_end; /* in the rest: of the last string at depth 1 */
   bool is_in_string, is_escaped, is_listing;
} an_json_cut;

/* Adds the next bytes of the file.  False with *error set if brackets nest too deep. */
bool an_json_cut_add(an_json_cut *cut, const char *text, size_t n, an_error *error);

/* Frees all. */
void an_json_cut_free(an_json_cut *cut);

/* Frees the first piece. */
void an_json_cut_free_first(an_json_cut *cut);

/* How many newlines there are before byte `at` of the first piece; in all elements, if
   never freed. */
size_t an_json_cut_lines_before(const an_json_cut *cut, size_t at);
size_t an_json_cut_lines_in_list(const an_json_cut *cut);
