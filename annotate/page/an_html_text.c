/* an_html_text.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "page/an_html_text.h"

#include "base/an_text.h"

#include <stdlib.h>
#include <string.h>

void an_html_text(FILE *out, const char *text)
{
   char *shown = an_text_shown(text);
   an_markup_escape_html(out, shown, strlen(shown));
   free(shown);
}

void an_html_put(FILE *out, const char *tag, const char *text)
{
   fprintf(out, "<%s>", tag);
   an_html_text(out, text);
   fprintf(out, "</%s>\n", tag);
}

ac_request an_html_static_request(const ac_request *request)
{
   ac_request of = *request;
   of.by = NULL;
   of.threshold = request->threshold > 0 ? request->threshold : 0.1;
   of.is_limited = true;
   return of;
}

an_terminal an_html_static_terminal(an_markup *markup, size_t width)
{
   return (an_terminal){
      .utf8 = true, .width = width, .picture_width = AN_MARKUP_WIDTH, .markup = markup
   };
}
