/* an_html_text.h -- HTML for the part of the page that needs no script.

   Text is shown as an_text_name shows it; none of it is markup.  Write errors are left
   to ferror(out).
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "sections/ac_scope.h"
#include "sections/an_markup.h"

/* Text in an element, or in an attribute in double quotes. */
void an_html_text(FILE *out, const char *text);

/* <tag>text</tag>, on a line. */
void an_html_put(FILE *out, const char *tag, const char *text);

/* The report in the page: of limited length, but with all columns; and where it is
   shown. */
ac_request an_html_static_request(const ac_request *request);
an_terminal an_html_static_terminal(an_markup *markup, size_t width);
