/* ac_read.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "counts/ac_read_layout.h"

#include "base/an_overflow.h"
#include "base/an_pool.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

enum { BUFFER_B = 64 * 1024 };

void ac_reader_begin_format(ac_reader *r, const ac_format *format)
{
   r->format = format;
   r->format_state = tk_get_zeroed(r->alloc, AN_LABEL, format->state_B);
   r->notes = NULL;
   if (format->begin != NULL)
      format->begin(r);
}

static bool read_line(ac_reader *r)
{
   an_span line = { r->input.line, r->input.line + r->input.length };
   if (r->input.number == 1)
      an_span_take_key(&line, "\xef\xbb\xbf"); /* a byte order mark */
   return r->format->line(r, line.at, line.end);
}

static bool read_end(ac_reader *r)
{
   if (r->input.number > 0)
      return r->format->end(r);
   an_fail(r->error, "the file is empty");
   r->error->line = 1;
   return false;
}

static bool read_all(ac_reader *r)
{
   for (;;) {
      switch (an_input_next(&r->input)) {
      case AN_INPUT_LINE:
         if (!read_line(r) || !ac_reader_fits(r))
            return false;
         break;
      case AN_INPUT_END: return read_end(r) && ac_reader_fits(r);
      case AN_INPUT_UNFINISHED:
         if (!r->is_foreign)
            return ac_reader_fail(r, "the file ends within this line");
         return read_line(r) && read_end(r) && ac_reader_fits(r);
      case AN_INPUT_TOO_LONG:
         return ac_reader_fail(r, "the line is longer than %d bytes",
                               AN_INPUT_LINE_MAX_B);
      case AN_INPUT_FAILED: return an_fail(r->error, "%s", strerror(errno));
      }
   }
}

/* Adds the command, the state and, unless the file is a sum, the process. */
static bool add_run(ac_reader *r)
{
   ac_profile *profile = r->profile;
   an_process own = r->process;
   own.state = r->state;
   own.value = *ac_reader_row(r, r->sums);
   if (own.command == NULL)
      own.command = "";
   r->counting.processes += !r->is_sum;
   ac_profile_add_counting(profile, 0, &r->counting);
   if (*ac_profile_command(profile) == '\0')
      ac_profile_set_command(profile, own.command, strlen(own.command));
   ac_profile_add_state(profile, &own.state);
   if (!r->is_sum)
      ac_profile_add_process(profile, &own);
   return !an_processes_overlap(ac_profile_processes(profile))
          || an_fail(r->error, "%s", an_processes_overlap_text);
}

bool ac_read_into(ac_profile *profile, const tk_alloc *alloc, an_source_of_bytes from,
                  const ac_reading *reading, an_error *error)
{
   static const ac_reading defaults;
   an_pool *pool = an_pool_new(alloc);
   ac_reader r = {
      .alloc = an_pool_alloc(pool),
      .profile = profile,
      .reading = reading != NULL ? reading : &defaults,
      .error = error,
      .keeps_header = ac_profile_n_events(profile) == 0,
   };
   an_input_init(&r.input, r.alloc, from, BUFFER_B);
   ac_reader_begin_format(&r, &ac_format_cachegrind);
   bool ok = read_all(&r) && ac_read_layout_end(&r) && add_run(&r) && ac_reader_fits(&r);
   if (!ok)
      an_overflow_take(); /* there is a reason already */
   an_pool_free(pool);
   return ok;
}

bool ac_read_finish(ac_profile *profile, an_error *error)
{
   ac_profile_finish(profile);
   return !an_overflow_take()
          || an_fail(error, "the counts add up to more than %" PRId64, INT64_MAX);
}
