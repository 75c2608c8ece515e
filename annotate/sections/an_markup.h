/* an_markup.h -- a report in a language of markup: Markdown as GitHub and GitLab read it,
   or HTML.

   Sections print to `text` as for a terminal.  What they print there becomes a block of
   text as it is, unless one of the calls below takes it for something else: headings
   (an_page.h) and tables (an_table.h) do.  Text from outside cannot become markup.
   Write errors are left to ferror(out).
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* The columns of text in blocks, where nobody gives others. */
enum { AN_MARKUP_WIDTH = 100 };

typedef struct an_markup_language an_markup_language;
extern const an_markup_language an_markup_markdown, an_markup_html;

/* Text in memory, to which a stream writes. */
typedef struct an_markup_text {
   FILE *out;
   char *text;
   size_t size_B;
} an_markup_text;

typedef struct an_markup {
   an_markup_text text; /* print to text.out */
   /* private: */
   an_markup_text rules; /* of a table: what comes below its heads */
   const an_markup_language *language;
   FILE *out;
} an_markup;

/* What `print` prints to markup->text.out. */
void an_markup_write(const an_markup_language *language, FILE *out,
                     void (*print)(const void *context, an_markup *markup),
                     const void *context);

/* The two parts of that. */
void an_markup_open(an_markup *markup, const an_markup_language *language, FILE *out);
void an_markup_close(an_markup *markup);

/* Each takes what was printed since the last call: as a block of text, as a heading, as
   a paragraph. */
void an_markup_put_block(an_markup *markup);
void an_markup_put_heading(an_markup *markup);
void an_markup_put_paragraph(an_markup *markup);

/* A table: a row of heads, then others.  What was printed becomes the next cell; the
   lines of a name are shown as they are, and blanks at their start stay. */
typedef enum an_markup_cell {
   AN_MARKUP_CELL,
   AN_MARKUP_RIGHT, /* at the right */
   AN_MARKUP_NAME,
} an_markup_cell;

void an_markup_begin_table(an_markup *markup);
void an_markup_put_head(an_markup *markup, an_markup_cell of);
void an_markup_end_heads(an_markup *markup);
void an_markup_begin_row(an_markup *markup);
void an_markup_put_cell(an_markup *markup, an_markup_cell kind);
void an_markup_end_row(an_markup *markup);
void an_markup_end_table(an_markup *markup);

/* Text as HTML, in an element or in an attribute in double quotes. */
void an_markup_escape_html(FILE *out, const char *text, size_t n);
