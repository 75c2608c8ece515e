/* hp_outfile_private.h -- what hp_outfile.c and hp_outfile_sites.c share; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HP_OUTFILE_PRIVATE_H
#define HP_OUTFILE_PRIVATE_H

#include "outfile/hp_outfile.h"

#include "base/tk_json.h"

typedef struct {
   const hp_outfile *of;
   tk_json json;
   uint32_t *numbers; /* each site's number in the file; undefined if left out */
   bool has_lives;    /* the mode has peaks and lifetimes */
   hp_use *uses;      /* each site's, with its live blocks; or NULL */
   hp_outfile_sums sums;
} hp_outfile_writer;

static inline void hp_put(tk_json *json, const char *key, uint64_t value)
{
   tk_json_key(json, key);
   tk_json_u64(json, value);
}

static inline void hp_put_string(tk_json *json, const char *key,
                                 const char *value)
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
static inline void hp_put_list(tk_json *json, const uint64_t *values,
                               unsigned n)
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
static inline void hp_put_if_any(tk_json *json, const char *key,
                                 const uint64_t *values, unsigned n)
{
   if (!hp_any(values, n))
      return;
   tk_json_key(json, key);
   hp_put_list(json, values, n);
}

#define HP_COUNT(array) (sizeof(array) / sizeof(array)[0])

/* Fills in the uses, if accesses were counted; false: memory ran out. */
bool hp_outfile_sum_uses(hp_outfile_writer *w);

/* Writes the sites as "pps", and fills in their numbers. */
void hp_outfile_write_sites(hp_outfile_writer *w);

#endif
