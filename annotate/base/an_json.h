/* an_json.h -- values of a tree of jansson's, with errors that name the location:
   "pps[3].tb: expected an integer".

   Functions that return bool return false after recording an error.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_error.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/* The current location in the tree, for messages. */
typedef struct an_json_place {
   const char *array; /* "pps", or NULL */
   size_t index;
   const char *member; /* "heat", an object within the array's; or NULL */
   const char *object; /* "heapprof.totals."; for keys outside of arrays */
} an_json_place;

static inline an_json_place an_json_at(const char *array, size_t index)
{
   return (an_json_place){ .array = array, .index = index };
}

typedef struct an_json {
   an_error *error;
   an_json_place place;
} an_json;

/* Sets the message "LOCATION.key: ...", without the key if it is NULL. */
bool an_json_fail(an_json *json, const char *key, const char *format, ...)
   __attribute__((format(printf, 3, 4)));

/* The member; NULL after an error if it is missing or of another type. */
const json_t *an_json_member(an_json *json, const json_t *object, const char *key,
                             json_type type);

/* An optional member: *member is NULL if it is missing. */
bool an_json_optional(an_json *json, const json_t *object, const char *key,
                      json_type type, const json_t **member);

/* Values of required members; integers are at least 0. */
bool an_json_count(an_json *json, const json_t *object, const char *key, int64_t *count);
bool an_json_bool(an_json *json, const json_t *object, const char *key, bool *value);

/* an_json_count for an optional member: *count stays if it is missing. */
bool an_json_count_if(an_json *json, const json_t *object, const char *key,
                      int64_t *count);

/* The n integers, at least 0, of an array of exactly n. */
bool an_json_counts(an_json *json, const json_t *array, const char *key, size_t n,
                    int64_t *counts);

/* an_json_counts for an optional member; *is_there: it was found. */
bool an_json_optional_counts(an_json *json, const json_t *object, const char *key,
                             size_t n, int64_t *counts, bool *is_there);

/* Whether a value is an integer of at least 0. */
static inline bool an_json_is_count(const json_t *value)
{
   return json_is_integer(value) && json_integer_value(value) >= 0;
}
