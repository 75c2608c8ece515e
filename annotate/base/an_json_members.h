/* an_json_members.h -- members of JSON as the rows of a list:

      AN_JSON_PUT(json, AN_JSON("line", rule->line), AN_JSON("text", rule->text),
                  AN_JSON_KNOWN("bytes", rule->bytes, rule->is_heap),
                  AN_JSON_IF("old", rule->old, rule->old > 0), put_counts(json, rule));

   The rows are written in their order.  A row can also be a call of a function that
   writes members and returns nothing.  The value of a row is computed only if the row
   writes it.  A key of NULL: in an array.  In rows, an_json_to is `json`.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_json_out.h"

#define AN_JSON_PUT(json, ...) \
   do { \
      an_json_out *an_json_to = (json); \
      (void)an_json_to, __VA_ARGS__; \
   } while (0)

/* An object that begins a line, after `indent`; NULL: it does not. */
#define AN_JSON_PUT_OBJECT(json, indent, key, ...) \
   AN_JSON_PUT(json, AN_JSON_LINE(indent), AN_JSON_OBJECT(key, __VA_ARGS__))

/* Such an array. */
#define AN_JSON_PUT_ARRAY(json, indent, key, i, n, ...) \
   AN_JSON_PUT(json, AN_JSON_LINE(indent), AN_JSON_EACH(key, i, n, __VA_ARGS__))

/* ---- Rows ---- */

/* The type is the value's.  An `int` is refused: it can be a number or, like that of a
   comparison, true or false. */
#define AN_JSON(key, value) \
   _Generic((value), \
      bool: an_json_put_bool, \
      char *: an_json_put_text, \
      const char *: an_json_put_text, \
      long: an_json_put_int, \
      long long: an_json_put_int, \
      unsigned: an_json_put_int, \
      unsigned long: an_json_put_int, \
      unsigned long long: an_json_put_int)(an_json_to, key, value)

/* Rows that say their type. */
#define AN_JSON_INT(key, value) an_json_put_int(an_json_to, key, value)
#define AN_JSON_BOOL(key, value) an_json_put_bool(an_json_to, key, value)
#define AN_JSON_NUMBER(key, value) an_json_put_number(an_json_to, key, value, false)
#define AN_JSON_UTF8(key, text) an_json_put_utf8(an_json_to, key, text)
#define AN_JSON_ADDRESS(key, value) an_json_put_address(an_json_to, key, value)
#define AN_JSON_INTS(key, values, n) an_json_put_ints(an_json_to, key, values, n)
#define AN_JSON_NULL(key) an_json_put_null(an_json_to, key)

/* null, unless the value is known. */
#define AN_JSON_KNOWN(key, value, is_known) \
   ((is_known) ? AN_JSON(key, value) : AN_JSON_NULL(key))

/* No member, unless it is there. */
#define AN_JSON_IF(key, value, is_there) AN_JSON_WHEN(is_there, AN_JSON(key, value))
#define AN_JSON_IF_TEXT(key, text) AN_JSON_IF(key, text, (text) != NULL)
#define AN_JSON_IF_TRUE(key, value) AN_JSON_WHEN(value, AN_JSON_BOOL(key, true))

/* The rows, or none.  A loop that ends at once: with `if`, or with `?:` as the first row
   (AN_JSON_PUT), cppcheck 2.10 crashes at _Generic. */
#define AN_JSON_WHEN(are_there, ...) \
   ({ \
      while (are_there) { \
         __VA_ARGS__; \
         break; \
      } \
   })

/* Of rows. */
#define AN_JSON_OBJECT(key, ...) \
   (an_json_put_open(an_json_to, key, '{'), __VA_ARGS__, \
    an_json_put_close(an_json_to, '}'))
#define AN_JSON_ARRAY(key, ...) \
   (an_json_put_open(an_json_to, key, '['), __VA_ARGS__, \
    an_json_put_close(an_json_to, ']'))

/* An array: the rows for each i below n.  `i` is a name. */
#define AN_JSON_EACH(key, i, n, ...) \
   ({ \
      an_json_put_open(an_json_to, key, '['); \
      for (size_t i = 0; i < (n); i++) \
         __VA_ARGS__; \
      an_json_put_close(an_json_to, ']'); \
   })

/* The next row begins a line, after `indent`. */
#define AN_JSON_LINE(indent) an_json_put_line(an_json_to, indent)
