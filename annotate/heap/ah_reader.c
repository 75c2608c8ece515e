/* ah_reader.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_reader.h"

#include <string.h>

const char *ah_reader_text(ah_reader *r, const json_t *value, const char *key)
{
   if (!json_is_string(value)) {
      an_json_fail(&r->json, key, "expected a string");
      return NULL;
   }
   const char *text = json_string_value(value);
   size_t n = json_string_length(value);
   char *plain = NULL;
   if (r->own != NULL && strstr(text, "\\x") != NULL) {
      plain = tk_get(r->alloc, AN_LABEL, n);
      ptrdiff_t n_plain = an_span_unescape((an_span){ text, text + n }, plain);
      if (n_plain < 0) {
         an_json_fail(&r->json, key, "has a malformed escape");
         tk_put(r->alloc, plain);
         return NULL;
      }
      text = plain;
      n = (size_t)n_plain;
   }
   const char *interned = ah_profile_intern(r->profile, text, n);
   tk_put(r->alloc, plain);
   return interned;
}

const char *ah_reader_string(ah_reader *r, const json_t *object, const char *key)
{
   const json_t *value = an_json_member(&r->json, object, key, JSON_STRING);
   return value == NULL ? NULL : ah_reader_text(r, value, key);
}

bool ah_reader_string_if(ah_reader *r, const json_t *object, const char *key,
                         const char **text)
{
   return json_object_get(object, key) == NULL
          || (*text = ah_reader_string(r, object, key)) != NULL;
}

bool ah_reader_each(ah_reader *r, const char *list, size_t size_B, void *items, size_t *n,
                    ah_read_item *read)
{
   const json_t *from;
   r->json.place = (an_json_place){ .object = "heapprof." };
   if (!an_json_optional(&r->json, r->own, strchr(list, '.') + 1, JSON_ARRAY, &from))
      return false;
   *n = json_array_size(from); /* 0 for NULL */
   if (*n == 0)
      return true;
   void *room = ah_profile_get(r->profile, *n, size_B);
   memcpy(items, &room, sizeof room);
   for (size_t i = 0; i < *n; i++) {
      r->json.place = an_json_at(list, i);
      if (!read(r, json_array_get(from, i), i))
         return false;
   }
   return true;
}

bool ah_reader_within(ah_reader *r, const char *key, int64_t value, int64_t most,
                      const char *of)
{
   return value <= most
          || an_json_fail(&r->json, key, "%lld is more than %s, %lld", (long long)value,
                          of, (long long)most);
}

void ah_reader_begin_site(ah_reader *r, ah_site *site)
{
   r->rare = ah_rare_none;
   *site = (ah_site){ .rare = &r->rare };
}

void ah_reader_end_site(ah_reader *r, ah_site *site)
{
   bool is_none = memcmp(&r->rare, &ah_rare_none, sizeof r->rare) == 0;
   site->rare = is_none ? NULL : ah_profile_copy(r->profile, &r->rare, sizeof r->rare);
}
