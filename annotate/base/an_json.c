/* an_json.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_json.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- Messages ---- */

bool an_json_fail(an_json *json, const char *key, const char *format, ...)
{
   char place[64] = "", message[160];
   const char *member = json->place.member;
   va_list arguments;
   va_start(arguments, format);
   vsnprintf(message, sizeof message, format, arguments);
   va_end(arguments);
   if (json->place.array != NULL)
      snprintf(place, sizeof place, "%s[%zu]%s%s%s", json->place.array, json->place.index,
               member == NULL ? "" : ".", member == NULL ? "" : member,
               key == NULL ? "" : ".");
   else if (json->place.object != NULL)
      snprintf(place, sizeof place, "%s", json->place.object);
   return an_fail(json->error, "%s%s: %s", place, key == NULL ? "" : key, message);
}

static const char *name_of(json_type type)
{
   switch (type) {
   case JSON_OBJECT: return "an object";
   case JSON_ARRAY: return "an array";
   case JSON_STRING: return "a string";
   case JSON_INTEGER: return "an integer";
   default: return "true or false";
   }
}

/* ---- Values ---- */

/* jansson has a type each for true and false; JSON_TRUE stands for both. */
static bool is_of(const json_t *value, json_type type)
{
   return json_typeof(value) == type || (type == JSON_TRUE && json_is_boolean(value));
}

bool an_json_optional(an_json *json, const json_t *object, const char *key,
                      json_type type, const json_t **member)
{
   *member = json_object_get(object, key);
   return *member == NULL || is_of(*member, type)
          || an_json_fail(json, key, "expected %s", name_of(type));
}

const json_t *an_json_member(an_json *json, const json_t *object, const char *key,
                             json_type type)
{
   const json_t *member;
   if (!an_json_optional(json, object, key, type, &member))
      return NULL;
   if (member == NULL)
      an_json_fail(json, key, "missing");
   return member;
}

static bool count_of(an_json *json, const json_t *value, const char *key, int64_t *count)
{
   if (!json_is_integer(value))
      return an_json_fail(json, key, "expected an integer");
   *count = json_integer_value(value);
   return *count >= 0 || an_json_fail(json, key, "is negative");
}

bool an_json_count(an_json *json, const json_t *object, const char *key, int64_t *count)
{
   const json_t *member = json_object_get(object, key);
   if (member == NULL)
      return an_json_fail(json, key, "missing");
   return count_of(json, member, key, count);
}

bool an_json_count_if(an_json *json, const json_t *object, const char *key,
                      int64_t *count)
{
   return json_object_get(object, key) == NULL || an_json_count(json, object, key, count);
}

bool an_json_bool(an_json *json, const json_t *object, const char *key, bool *value)
{
   const json_t *member = an_json_member(json, object, key, JSON_TRUE);
   *value = json_is_true(member);
   return member != NULL;
}

bool an_json_counts(an_json *json, const json_t *array, const char *key, size_t n,
                    int64_t *counts)
{
   if (!json_is_array(array) || json_array_size(array) != n)
      return an_json_fail(json, key, "expected an array of %zu integers", n);
   for (size_t i = 0; i < n; i++)
      if (!count_of(json, json_array_get(array, i), key, &counts[i]))
         return false;
   return true;
}

bool an_json_optional_counts(an_json *json, const json_t *object, const char *key,
                             size_t n, int64_t *counts, bool *is_there)
{
   const json_t *array = json_object_get(object, key);
   *is_there = array != NULL;
   return array == NULL || an_json_counts(json, array, key, n, counts);
}
