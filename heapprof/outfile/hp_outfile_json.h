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

/* What begins an array, an object or, with '"', a string. */
static inline void hp_open(tk_json *json, const char *key, char bracket)
{
   tk_json_key(json, key);
   tk_json_open(json, bracket);
}

/* An array whose items have a line each: hp_close_line ends it. */
static inline void hp_open_lines(tk_json *json, const char *key)
{
   hp_open(json, key, '[');
   tk_json_line(json);
}

/* What comes next begins a line. */
static inline void hp_close_line(tk_json *json, char bracket)
{
   tk_json_close(json, bracket);
   tk_json_line(json);
}

static inline void hp_put_indices(tk_json *json, const char *key, const uint32_t *values,
                                  uint32_t n)
{
   hp_open(json, key, '[');
   for (uint32_t i = 0; i < n; i++)
      tk_json_u64(json, values[i]);
   tk_json_close(json, ']');
}

/* The numbers of a list, for the functions below. */
#define HP_LIST(...) \
   (const uint64_t[]){ __VA_ARGS__ }, HP_COUNT(((const uint64_t[]){ __VA_ARGS__ }))

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
