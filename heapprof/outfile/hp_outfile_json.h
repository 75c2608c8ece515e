/* hp_outfile_json.h -- members and lists of numbers in the outfile; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_json.h"

static inline void hp_put(tk_json *json, const char *key, uint64_t value)
{
   tk_json_key(json, key);
   tk_json_u64(json, value);
}

static inline void hp_put_string(tk_json *json, const char *key, const char *value)
{
   tk_json_key(json, key);
   tk_json_string(json, value);
}

static inline void hp_put_bool(tk_json *json, const char *key, bool value)
{
   tk_json_key(json, key);
   tk_json_bool(json, value);
}

/* An array of numbers. */
static inline void hp_put_list(tk_json *json, const uint64_t *values, unsigned n)
{
   tk_json_open(json, '[');
   for (unsigned i = 0; i < n; i++)
      tk_json_u64(json, values[i]);
   tk_json_close(json, ']');
}

static inline bool hp_any(const uint64_t *values, unsigned n)
{
   for (unsigned i = 0; i < n; i++)
      if (values[i] != 0)
         return true;
   return false;
}

/* Leaves out an array of zeros. */
static inline void hp_put_if_any(tk_json *json, const char *key, const uint64_t *values,
                                 unsigned n)
{
   if (!hp_any(values, n))
      return;
   tk_json_key(json, key);
   hp_put_list(json, values, n);
}

#define HP_COUNT(array) (sizeof(array) / sizeof(array)[0])
