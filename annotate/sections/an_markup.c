/* an_markup.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "sections/an_markup.h"

#include "base/an_alloc.h"
#include "base/tk_utf8.h"

#include <stdlib.h>
#include <string.h>

struct an_markup_language {
   const char *heading, *heading_end;
   const char *paragraph, *paragraph_end;
   const char *table, *heads_end, *table_end;
   const char *row, *row_end;
   const char *head[2], *head_end; /* here and below, at the left and at the right */
   const char *rules, *rule[2];    /* a line below the heads */
   const char *cell[2], *cell_end;
   const char *line_end; /* between the lines of a cell or a paragraph */
   void (*put_block)(FILE *out, const char *text, size_t n);
   void (*put_name)(FILE *out, const char *text, size_t n);
   void (*put_text)(FILE *out, const char *text, size_t n);
};

/* Puts a character, or \xHH for a byte that is not UTF-8; returns its length. */
static size_t put_character(FILE *out, const char *at)
{
   size_t n = tk_utf8_length((const unsigned char *)at);
   if (n == 0)
      fprintf(out, "\\x%02x", (unsigned)(unsigned char)*at);
   fwrite(at, 1, n, out);
   return n == 0 ? 1 : n;
}

static void put_many(FILE *out, char c, size_t n)
{
   while (n-- > 0)
      putc(c, out);
}

/* ---- Markdown: the specification of GitHub Flavored Markdown ---- */

static size_t longest_run(const char *text, size_t n, char c)
{
   size_t longest = 0, run = 0;
   for (size_t i = 0; i < n; i++) {
      run = text[i] == c ? run + 1 : 0;
      longest = run > longest ? run : longest;
   }
   return longest;
}

/* The fence is longer than any in the text. */
static void put_fenced(FILE *out, const char *text, size_t n)
{
   enum { FENCE = 3 };
   size_t longest = longest_run(text, n, '`');
   size_t fence = longest < FENCE ? FENCE : longest + 1;
   put_many(out, '`', fence);
   fputs("text\n", out);
   for (const char *end = text + n; text < end;)
      text += put_character(out, text);
   putc('\n', out);
   put_many(out, '`', fence);
   fputs("\n\n", out);
}

/* A code span: in it nothing is markup, but the bar that ends the cell, and no name
   becomes a link to a person or an issue. */
static void put_span(FILE *out, const char *text, size_t n)
{
   size_t fence = longest_run(text, n, '`') + 1;
   bool needs_blanks = text[0] == '`' || text[n - 1] == '`';
   put_many(out, '`', fence);
   put_many(out, ' ', needs_blanks);
   for (const char *at = text; at < text + n; at += put_character(out, at))
      put_many(out, '\\', *at == '|');
   put_many(out, ' ', needs_blanks);
   put_many(out, '`', fence);
}

static void put_markdown(FILE *out, const char *text, size_t n)
{
   static const char anywhere[] = "\\`*_[]<|~&$", first[] = "#>", item[] = "+-";
   bool begins_block = strchr(first, *text) != NULL
                       || (n > 1 && text[1] == ' ' && strchr(item, *text) != NULL);
   put_many(out, '\\', begins_block);
   for (const char *at = text; at < text + n; at += put_character(out, at))
      put_many(out, '\\', strchr(anywhere, *at) != NULL);
}

const an_markup_language an_markup_markdown = {
   .heading = "### ",
   .heading_end = "\n\n",
   .paragraph_end = "\n\n",
   .heads_end = "\n",
   .table_end = "\n",
   .row = "|",
   .row_end = "\n",
   .head = { " ", " " },
   .head_end = " |",
   .rules = "|",
   .rule = { " --- |", " ---: |" },
   .cell = { " ", " " },
   .cell_end = " |",
   .line_end = "<br>",
   .put_block = put_fenced,
   .put_name = put_span,
   .put_text = put_markdown,
};

/* ---- HTML ---- */

void an_markup_escape_html(FILE *out, const char *text, size_t n)
{
   for (const char *end = text + n; text < end; text++)
      switch (*text) {
      case '<': fputs("&lt;", out); break;
      case '>': fputs("&gt;", out); break;
      case '&': fputs("&amp;", out); break;
      case '"': fputs("&quot;", out); break;
      case '\'': fputs("&#39;", out); break;
      default: text += put_character(out, text) - 1;
      }
}

static void put_pre(FILE *out, const char *text, size_t n)
{
   fputs("<pre>", out);
   an_markup_escape_html(out, text, n);
   fputs("</pre>\n", out);
}

const an_markup_language an_markup_html = {
   .heading = "<h2>",
   .heading_end = "</h2>\n",
   .paragraph = "<p>",
   .paragraph_end = "</p>\n",
   .table = "<div class=\"scroll\"><table>\n<thead>",
   .heads_end = "</thead>\n<tbody>\n",
   .table_end = "</tbody>\n</table></div>\n",
   .row = "<tr>",
   .row_end = "</tr>\n",
   .head = { "<th scope=\"col\">", "<th scope=\"col\" class=\"n\">" },
   .head_end = "</th>",
   .rules = "",
   .rule = { "", "" },
   .cell = { "<td>", "<td class=\"n\">" },
   .cell_end = "</td>",
   .line_end = "<br>",
   .put_block = put_pre,
   .put_name = an_markup_escape_html,
   .put_text = an_markup_escape_html,
};

/* ---- What was printed ---- */

static void open_text(an_markup_text *text)
{
   text->out = an_memstream(&text->text, &text->size_B);
}

static void close_text(an_markup_text *text)
{
   an_memstream_close(text->out);
   free(text->text);
}

/* The text until now, which ends with a NUL, without the ends of lines around it; what is
   printed next replaces it. */
static const char *take_text(an_markup_text *text, size_t *n)
{
   putc('\0', text->out); /* behind text that was longer */
   fflush(text->out);
   const char *from = text->text, *end = from + text->size_B - 1;
   while (from < end && *from == '\n')
      from++;
   while (from < end && (end[-1] == '\n' || end[-1] == ' '))
      end--;
   *n = (size_t)(end - from);
   rewind(text->out);
   return from;
}

void an_markup_open(an_markup *markup, const an_markup_language *language, FILE *out)
{
   *markup = (an_markup){ .language = language, .out = out };
   open_text(&markup->text);
   open_text(&markup->rules);
}

void an_markup_close(an_markup *markup)
{
   an_markup_put_block(markup);
   close_text(&markup->text);
   close_text(&markup->rules);
}

void an_markup_write(const an_markup_language *language, FILE *out,
                     void (*print)(const void *context, an_markup *markup),
                     const void *context)
{
   an_markup markup;
   an_markup_open(&markup, language, out);
   print(context, &markup);
   an_markup_close(&markup);
}

static void put_text(const an_markup *markup, const char *text)
{
   if (text != NULL)
      fputs(text, markup->out);
}

/* Lines of text, or of names, with their blanks. */
static void put_lines(const an_markup *markup, const char *text, size_t n,
                      void (*put_line)(FILE *out, const char *text, size_t n))
{
   const char *end = text + n;
   while (text < end) {
      const char *next = memchr(text, '\n', (size_t)(end - text));
      const char *line_end = next == NULL ? end : next;
      for (; text < line_end && *text == ' '; text++)
         put_text(markup, "&nbsp;");
      if (text < line_end)
         put_line(markup->out, text, (size_t)(line_end - text));
      put_text(markup, next == NULL ? NULL : markup->language->line_end);
      text = line_end + (next != NULL);
   }
}

void an_markup_put_block(an_markup *markup)
{
   size_t n;
   const char *text = take_text(&markup->text, &n);
   if (n > 0)
      markup->language->put_block(markup->out, text, n);
}

void an_markup_put_heading(an_markup *markup)
{
   size_t n;
   const char *text = take_text(&markup->text, &n);
   put_text(markup, markup->language->heading);
   markup->language->put_text(markup->out, text, n);
   put_text(markup, markup->language->heading_end);
}

void an_markup_put_paragraph(an_markup *markup)
{
   size_t n;
   const char *text = take_text(&markup->text, &n);
   if (n == 0)
      return;
   put_text(markup, markup->language->paragraph);
   put_lines(markup, text, n, markup->language->put_text);
   put_text(markup, markup->language->paragraph_end);
}

/* ---- Tables ---- */

void an_markup_begin_table(an_markup *markup)
{
   an_markup_put_block(markup);
   put_text(markup, markup->language->table);
   fputs(markup->language->rules, markup->rules.out);
   an_markup_begin_row(markup);
}

void an_markup_put_head(an_markup *markup, an_markup_cell of)
{
   size_t n;
   const char *text = take_text(&markup->text, &n);
   bool is_right = of == AN_MARKUP_RIGHT;
   put_text(markup, markup->language->head[is_right]);
   markup->language->put_text(markup->out, text, n);
   put_text(markup, markup->language->head_end);
   fputs(markup->language->rule[is_right], markup->rules.out);
}

void an_markup_end_heads(an_markup *markup)
{
   size_t n;
   an_markup_end_row(markup);
   const char *rules = take_text(&markup->rules, &n);
   fprintf(markup->out, "%.*s", (int)n, rules);
   put_text(markup, markup->language->heads_end);
}

void an_markup_begin_row(an_markup *markup)
{
   put_text(markup, markup->language->row);
}

void an_markup_put_cell(an_markup *markup, an_markup_cell kind)
{
   size_t n;
   const char *text = take_text(&markup->text, &n);
   put_text(markup, markup->language->cell[kind == AN_MARKUP_RIGHT]);
   put_lines(markup, text, n,
             kind == AN_MARKUP_NAME ? markup->language->put_name
                                    : markup->language->put_text);
   put_text(markup, markup->language->cell_end);
}

void an_markup_end_row(an_markup *markup)
{
   put_text(markup, markup->language->row_end);
}

void an_markup_end_table(an_markup *markup)
{
   put_text(markup, markup->language->table_end);
}
