/* ah_read.c -- the reader of heap profiles: files, and DHAT's header.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_read.h"

#include "base/an_bytes.h"
#include "heap/ah_reader.h"

#include <string.h>

/* ---- The header ---- */

/* Fails about a version that is not one up to `newest`. */
static bool fail_version(ah_reader *r, const char *format, int64_t version, int newest)
{
   if (version < newest)
      return an_fail(r->json.error, "%s %lld is too old, this reads format %d", format,
                     (long long)version, newest);
   return an_fail(r->json.error,
                  "needs version %lld: written in %s %lld, this reads up to "
                  "format %d; use a newer quern",
                  (long long)version, format, (long long)version, newest);
}

static bool check_formats(ah_reader *r)
{
   int64_t version;
   const json_t *value;
   if (!json_is_object(r->root) || json_object_get(r->root, "dhatFileVersion") == NULL)
      return an_fail(r->json.error,
                     "not a heap profile: there is no \"dhatFileVersion\"");
   if (!an_json_count(&r->json, r->root, "dhatFileVersion", &version))
      return false;
   if (version != AH_READ_DHAT_FORMAT)
      return fail_version(r, "DHAT's format", version, AH_READ_DHAT_FORMAT);
   if (!an_json_optional(&r->json, r->root, "heapprof", JSON_OBJECT, &value))
      return false;
   r->own = value;
   if (r->own == NULL)
      return true;
   r->json.place.object = "heapprof.";
   if (!an_json_count(&r->json, r->own, "version", &version))
      return false;
   r->json.place.object = NULL;
   return (version > 0 && version <= AH_READ_FORMAT)
          || fail_version(r, "heapprof format", version, AH_READ_FORMAT);
}

/* A unit; DHAT leaves out the usual one. */
static bool read_unit(ah_reader *r, const char *key, const char *otherwise,
                      const char **unit)
{
   const json_t *value;
   if (!an_json_optional(&r->json, r->root, key, JSON_STRING, &value))
      return false;
   if (value != NULL)
      return (*unit = ah_reader_text(r, value, key)) != NULL;
   *unit = ah_profile_intern(r->profile, otherwise, strlen(otherwise));
   return true;
}

static bool read_strings(ah_reader *r)
{
   ah_profile *p = r->profile;
   return (p->mode = ah_reader_string(r, r->root, "mode")) != NULL
          && (p->verb = ah_reader_string(r, r->root, "verb")) != NULL
          && (p->command = ah_reader_string(r, r->root, "cmd")) != NULL
          && (p->time_unit = ah_reader_string(r, r->root, "tu")) != NULL
          && (p->mega_time_unit = ah_reader_string(r, r->root, "Mtu")) != NULL
          && read_unit(r, "bu", "byte", &p->byte_unit)
          && read_unit(r, "bsu", "bytes", &p->bytes_unit)
          && read_unit(r, "bksu", "blocks", &p->blocks_unit);
}

static bool read_header(ah_reader *r)
{
   ah_profile *p = r->profile;
   an_json *json = &r->json;
   p->is_heapprof = r->own != NULL;
   if (!read_strings(r) || !an_json_bool(json, r->root, "bklt", &p->has_lifetimes)
       || !an_json_bool(json, r->root, "bkacc", &p->has_accesses)
       || !an_json_count(json, r->root, "pid", &p->pid)
       || !an_json_count(json, r->root, "te", &p->totals.end_time))
      return false;
   p->has_pages = strcmp(p->mode, "pages") == 0;
   return !p->has_lifetimes
          || (an_json_count(json, r->root, "tuth", &p->short_lifetime)
              && an_json_count(json, r->root, "tg", &p->totals.peak_time));
}

/* ---- The whole ---- */

static bool read_all(ah_reader *r)
{
   return check_formats(r) && read_header(r) && ah_read_frames(r) && ah_read_sites(r)
          && ah_read_sum_sites(r) && (r->own == NULL || ah_read_own(r))
          && ah_read_processes(r);
}

ah_profile *ah_read(const tk_alloc *alloc, an_source_of_bytes from, an_error *error)
{
   an_json_text text;
   if (!an_json_open(&text, alloc, from, "pps", error))
      return NULL;
   ah_reader r = { .alloc = alloc,
                   .profile = ah_profile_new(alloc),
                   .json = { .error = error },
                   .text = &text,
                   .root = text.root };
   if (!read_all(&r)) {
      r.profile = NULL;
   }
   an_json_close(&text);
   return r.profile;
}

ah_profile *ah_read_file(const tk_alloc *alloc, const char *path, an_error *error)
{
   an_bytes bytes;
   *error = (an_error){ .line = 0 };
   if (!an_bytes_open(&bytes, path, error))
      return NULL;
   ah_profile *profile = ah_read(alloc, an_bytes_source(&bytes), error);
   if (bytes.is_damaged)
      an_bytes_fail(&bytes, 0, error);
   an_bytes_close(&bytes);
   return profile;
}
