/* tk_layout_text.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/tk_layout_text.h"

#include "base/tk_chars.h"

enum { ALIGN_MOST_B = 8 };

tk_span tk_span_of(const char *text)
{
   return (tk_span){ text, text + tk_chars_length(text) };
}

tk_span tk_span_trimmed(tk_span span)
{
   while (span.at < span.end && *span.at == ' ')
      span.at++;
   while (span.end > span.at && span.end[-1] == ' ')
      span.end--;
   return span;
}

bool tk_span_is_same(tk_span a, tk_span b)
{
   size_t n = tk_span_length(a), i = 0;
   if (n != tk_span_length(b))
      return false;
   while (i < n && a.at[i] == b.at[i])
      i++;
   return i == n;
}

bool tk_span_is(tk_span span, const char *text)
{
   return tk_span_is_same(span, tk_span_of(text));
}

/* Takes what is before `end`, and leaves what is from `next` on. */
static tk_span take(tk_span *rest, const char *end, const char *next)
{
   tk_span taken = tk_span_trimmed((tk_span){ rest->at, end });
   *rest = tk_span_trimmed((tk_span){ next, rest->end });
   return taken;
}

tk_span tk_layout_take_word(tk_span *rest)
{
   const char *at = rest->at;
   while (at < rest->end && *at != ' ')
      at++;
   return take(rest, at, at);
}

tk_span tk_layout_take_until(tk_span *rest, char separator)
{
   size_t depth = 0;
   const char *at = rest->at;
   for (; at < rest->end && (*at != separator || depth > 0); at++) {
      depth += *at == '<' || *at == '(';
      depth -= depth > 0 && (*at == '>' || *at == ')');
   }
   return take(rest, at, at + (at < rest->end));
}

bool tk_layout_cut_line(tk_span line, tk_span *head, tk_span *body)
{
   *body = line;
   for (const char *at = line.at; at < line.end; at++)
      if (*at == ':' && (at + 1 == line.end || at[1] == ' ')) {
         *head = take(body, at, at + 1);
         return true;
      }
   return false;
}

bool tk_layout_cut_at(tk_span text, const char *word, tk_span *before, tk_span *behind)
{
   for (const char *at = text.end; at > text.at;) {
      tk_span rest = tk_span_trimmed((tk_span){ --at, text.end });
      if (*at != ' ' || !tk_span_is(tk_layout_take_word(&rest), word)
          || tk_span_length(rest) == 0)
         continue;
      *before = tk_span_trimmed((tk_span){ text.at, at });
      *behind = rest;
      return true;
   }
   return false;
}

uint32_t tk_layout_alignment(uint64_t offset, uint64_t size_B)
{
   uint32_t align_B = ALIGN_MOST_B;
   while (align_B > 1 && (offset % align_B != 0 || size_B % align_B != 0))
      align_B /= 2;
   return align_B;
}
