/* an_html_text.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "page/an_html_text.h"

#include "base/an_text.h"

#include <stdlib.h>
#include <string.h>

/* ---- Text ---- */

static void put_character(FILE *out, char c)
{
   switch (c) {
   case '<': fputs("&lt;", out); break;
   case '>': fputs("&gt;", out); break;
   case '&': fputs("&amp;", out); break;
   case '"': fputs("&quot;", out); break;
   case '\'': fputs("&#39;", out); break;
   default: putc(c, out);
   }
}

an_status an_html_text(FILE *out, const char *text)
{
   char *shown = an_text_shown(text);
   if (shown == NULL)
      return AN_NO_MEMORY;
   for (const char *at = shown; *at != '\0'; at++)
      put_character(out, *at);
   free(shown);
   return AN_OK;
}

an_status an_html_put(FILE *out, const char *tag, const char *text)
{
   fprintf(out, "<%s>", tag);
   an_status status = an_html_text(out, text);
   fprintf(out, "</%s>\n", tag);
   return status;
}

an_status an_html_lines(FILE *out, char *text)
{
   an_status status = AN_OK;
   char *rest = NULL;
   fputs("<pre>", out);
   for (char *line = strtok_r(text, "\n", &rest); line != NULL && status == AN_OK;
        line = strtok_r(NULL, "\n", &rest)) {
      status = an_html_text(out, line);
      putc('\n', out);
   }
   fputs("</pre>\n", out);
   return status;
}

/* ---- Tables ---- */

static an_status put_cell(const an_html_table *table, bool is_head, size_t column,
                          const char *text)
{
   const char *tag = is_head ? "th" : "td";
   fprintf(table->out, "<%s%s%s>", tag, is_head ? " scope=\"col\"" : "",
           table->columns[column].is_number ? " class=\"n\"" : "");
   an_status status = text == NULL ? AN_OK : an_html_text(table->out, text);
   fprintf(table->out, "</%s>", tag);
   return status;
}

an_status an_html_open_table(const an_html_table *table, const char *heading)
{
   an_status status = an_html_put(table->out, "h2", heading);
   fputs("<div class=\"scroll\"><table>\n<thead><tr>", table->out);
   for (size_t i = 0; i < table->n_columns && status == AN_OK; i++)
      status = put_cell(table, true, i, table->columns[i].title);
   fputs("</tr></thead>\n<tbody>\n", table->out);
   return status;
}

void an_html_close_table(const an_html_table *table)
{
   fputs("</tbody>\n</table></div>\n", table->out);
}

an_status an_html_row(const an_html_table *table, const char *const *cells)
{
   an_status status = AN_OK;
   fputs("<tr>", table->out);
   for (size_t i = 0; i < table->n_columns && status == AN_OK; i++)
      status = put_cell(table, false, i, cells[i]);
   fputs("</tr>\n", table->out);
   return status;
}
