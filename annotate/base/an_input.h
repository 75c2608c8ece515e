/* an_input.h -- bytes from any source, cut into lines.

   One buffer is refilled again and again.  It grows only for a longer line, up to
   a limit: memory does not depend on the input's size.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_error.h"
#include "base/an_alloc.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* The longest line, in bytes.  Linux takes 6 MiB of arguments at most, and an
   escaped byte of a command takes four. */
enum { AN_INPUT_LINE_MAX_B = 32 * 1024 * 1024 };

/* Where the bytes come from. */
typedef struct an_source_of_bytes {
   /* Puts up to size_B bytes at `to`; returns how many, 0 at the end, or -1
      with errno set. */
   ptrdiff_t (*read)(void *context, char *to, size_t size_B);
   void *context;
} an_source_of_bytes;

typedef enum an_input_status {
   AN_INPUT_LINE,       /* a line, now in `line` */
   AN_INPUT_END,        /* no more */
   AN_INPUT_UNFINISHED, /* a line, but the last, which lacks its newline */
   AN_INPUT_TOO_LONG,   /* a line of more than AN_INPUT_LINE_MAX_B */
   AN_INPUT_FAILED,     /* read failed; errno says why */
} an_input_status;

typedef struct an_input {
   /* The current line without its newline (or CR LF), until the next call.
      line[length] may be read: it is the CR or newline. */
   const char *line;
   size_t length;
   size_t number; /* of the last line that was asked for, from 1 */
   /* private: */
   an_source_of_bytes from;
   const tk_alloc *alloc;
   char *buffer;
   size_t size_B, start, end; /* bytes start … end - 1 are unread */
   bool at_end;
} an_input;

/* `buffer_B` is the buffer's first size, at least 1.  Takes no memory yet;
   `alloc` is borrowed. */
void an_input_init(an_input *input, const tk_alloc *alloc, an_source_of_bytes from,
                   size_t buffer_B);

/* private: makes the unread bytes before `newline` the line. */
static inline an_input_status an_input_take(an_input *input, const char *newline)
{
   input->line = input->buffer + input->start;
   input->length = (size_t)(newline - input->line);
   input->start += input->length + 1;
   if (input->length > 0 && newline[-1] == '\r')
      input->length--;
   return AN_INPUT_LINE;
}

/* private: as an_input_next, where the unread bytes have no newline. */
an_input_status an_input_read_on(an_input *input);

/* The next line. */
static inline an_input_status an_input_next(an_input *input)
{
   const char *newline = NULL;
   input->number++;
   if (input->end > input->start)
      newline = memchr(input->buffer + input->start, '\n', input->end - input->start);
   return newline == NULL ? an_input_read_on(input) : an_input_take(input, newline);
}

/* Of a file that people write: the next line that says something, without blanks around
   it; "#" begins a comment.  False at the end, or with the error set, whose message is
   empty before. */
bool an_input_next_text(an_input *input, an_span *line, an_error *error);

/* The bytes after the current line that are in memory; they need not end with a line. */
static inline an_span an_input_ahead(const an_input *input)
{
   return (an_span){ input->buffer + input->start, input->buffer + input->end };
}

/* Passes over the first lines of those, of `length` bytes with their newlines. */
static inline void an_input_skip(an_input *input, size_t n_lines, size_t length)
{
   input->start += length;
   input->number += n_lines;
}
