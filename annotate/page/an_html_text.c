/* an_html_text.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "page/an_html_text.h"

#include "base/an_text.h"

#include <stdlib.h>
#include <string.h>

an_status an_html_text(FILE *out, const char *text)
{
   char *shown = an_text_shown(text);
   if (shown == NULL)
      return AN_NO_MEMORY;
   an_markup_escape_html(out, shown, strlen(shown));
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

ac_report_options an_html_static_options(const ac_report_options *options,
                                         an_markup *markup)
{
   ac_report_options of = *options;
   of.markup = markup;
   of.by = NULL;
   of.width = 0;
   of.threshold = options->threshold > 0 ? options->threshold : 0.1;
   of.is_limited = of.utf8 = true;
   of.colour = false;
   return of;
}
