/* an_input.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/an_input.h"

#include "base/tk_array.h"

#include <errno.h>
#include <string.h>

void an_input_init(an_input *input, const tk_alloc *alloc, an_source_of_bytes from,
                   size_t buffer_B)
{
   *input = (an_input){ .from = from, .alloc = alloc, .size_B = buffer_B };
}

/* Makes room behind the unread bytes: moves them to the front, or enlarges the
   buffer if they fill it. */
static an_input_status make_room(an_input *input)
{
   size_t unread_B = input->end - input->start;
   if (input->buffer == NULL) {
      input->buffer = tk_get(input->alloc, AN_LABEL, input->size_B);
      return AN_INPUT_LINE;
   }
   if (input->start > 0)
      memmove(input->buffer, input->buffer + input->start, unread_B);
   else if (unread_B >= AN_INPUT_LINE_MAX_B)
      return AN_INPUT_TOO_LONG;
   else
      TK_ARRAY_ROOM(input->alloc, AN_LABEL, input->buffer, unread_B, input->size_B);
   input->start = 0;
   input->end = unread_B;
   return AN_INPUT_LINE;
}

/* Reads more bytes behind the unread ones.  AN_INPUT_LINE: it did, or at_end is
   now set. */
static an_input_status fill_buffer(an_input *input)
{
   if (input->buffer == NULL || input->end == input->size_B) {
      an_input_status status = make_room(input);
      if (status != AN_INPUT_LINE)
         return status;
   }
   ptrdiff_t got_B = input->from.read(input->from.context, input->buffer + input->end,
                                      input->size_B - input->end);
   if (got_B < 0)
      return AN_INPUT_FAILED;
   input->at_end = got_B == 0;
   input->end += (size_t)got_B;
   return AN_INPUT_LINE;
}

/* The last line, which lacks its newline, gets one. */
static an_input_status finish_line(an_input *input)
{
   an_input_status status = AN_INPUT_LINE;
   if (input->end == input->size_B)
      status = make_room(input);
   if (status != AN_INPUT_LINE)
      return status;
   input->buffer[input->end++] = '\n';
   an_input_take(input, input->buffer + input->end - 1);
   return AN_INPUT_UNFINISHED;
}

an_input_status an_input_read_on(an_input *input)
{
   const char *newline = NULL;
   while (newline == NULL && !input->at_end) {
      size_t searched_B = input->end - input->start; /* none is searched twice */
      an_input_status status = fill_buffer(input);
      if (status != AN_INPUT_LINE)
         return status;
      newline = memchr(input->buffer + input->start + searched_B, '\n',
                       input->end - input->start - searched_B);
   }
   if (newline != NULL)
      return an_input_take(input, newline);
   if (input->end > input->start)
      return finish_line(input);
   input->number--;
   return AN_INPUT_END;
}

bool an_input_next_text(an_input *input, an_span *line, an_error *error)
{
   static const an_span none = { NULL, NULL };
   for (;;) {
      an_input_status status = an_input_next(input);
      if (status == AN_INPUT_FAILED)
         return an_fail(error, "%s", strerror(errno));
      if (status == AN_INPUT_TOO_LONG)
         return an_fail_at(error, input->number, none, "the line is too long");
      if (status == AN_INPUT_END)
         return false;
      *line = an_span_trimmed((an_span){ input->line, input->line + input->length });
      if (memchr(line->at, '\0', an_span_length(*line)) != NULL)
         return an_fail_at(error, input->number, none, "the line has a byte that is 0");
      if (line->at < line->end && *line->at != '#')
         return true;
   }
}
