/* an_read.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/an_reader.h"

#include "base/an_fail.h"

#include <errno.h>
#include <string.h>

enum { BUFFER_B = 64 * 1024 };

/* Formats that a header line can show; else the file is cachegrind's. */
static const an_format *const recognised[] = { &an_format_callgrind };

static bool begin(an_reader *r, const an_format *format)
{
   r->format = format;
   return format->begin(r);
}

/* A header may begin with lines that several formats have. */
static bool choose_format(an_reader *r, an_span line)
{
   for (size_t i = 0; i < sizeof recognised / sizeof recognised[0]; i++)
      if (recognised[i]->recognises(r, line)) {
         r->format->free(r);
         return begin(r, recognised[i]);
      }
   return true;
}

static bool read_line(an_reader *r, an_span line)
{
   if (r->input.number == 1)
      an_span_take_key(&line, "\xef\xbb\xbf"); /* a byte order mark */
   if (r->n_events == 0 && r->format->recognises == NULL
       && !choose_format(r, line))
      return false;
   return r->format->line(r, line.at, line.end);
}

static bool read_end(an_reader *r)
{
   if (r->input.number > 0)
      return r->format->end(r);
   an_fail(r->error, "the file is empty");
   r->error->line = 1;
   return false;
}

static bool read_all(an_reader *r)
{
   for (;;) {
      switch (an_input_next(&r->input)) {
      case AN_INPUT_LINE: {
         const char *at = r->input.line;
         if (!read_line(r, (an_span){ at, at + r->input.length }))
            return false;
         break;
      }
      case AN_INPUT_END:
         return read_end(r);
      case AN_INPUT_UNFINISHED:
         return an_reader_fail(r, "the file ends within this line");
      case AN_INPUT_TOO_LONG:
         return an_reader_fail(r, "the line is longer than %d bytes",
                               AN_INPUT_LINE_MAX_B);
      case AN_INPUT_NO_MEMORY:
         return an_fail_no_memory(r->error);
      case AN_INPUT_FAILED:
         return an_fail(r->error, "%s", strerror(errno));
      }
   }
}

bool an_read_into(an_profile *profile, const tk_alloc *alloc,
                  an_source_of_bytes from, const an_reading *reading,
                  an_error *error)
{
   static const an_reading defaults;
   an_reader r = {
      .alloc = alloc,
      .profile = profile,
      .reading = reading != NULL ? reading : &defaults,
      .error = error,
      .keeps_header = an_profile_n_events(profile) == 0,
   };
   an_input_init(&r.input, alloc, from, BUFFER_B);
   bool ok = begin(&r, &an_format_cachegrind) && read_all(&r)
             && an_reader_check(&r, an_profile_add_state(profile, &r.state));
   r.format->free(&r);
   an_input_free(&r.input);
   an_reader_free_events(&r);
   return ok;
}

bool an_read_finish(an_profile *profile, an_error *error)
{
   return an_reader_check_status(error, 0, an_profile_finish(profile));
}

an_profile *an_read(const tk_alloc *alloc, an_source_of_bytes from,
                    an_error *error)
{
   an_profile *profile = an_profile_new(alloc);
   if (profile == NULL) {
      an_fail_no_memory(error);
      return NULL;
   }
   if (an_read_into(profile, alloc, from, NULL, error)
       && an_read_finish(profile, error))
      return profile;
   an_profile_free(profile);
   return NULL;
}
