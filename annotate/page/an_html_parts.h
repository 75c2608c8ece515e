/* an_html_parts.h -- the page's own text, which embed.py makes of page.html, *.css and
   *.js.  SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stddef.h>

typedef struct an_html_part {
   size_t size_B;
   const char *text; /* may have NULs */
} an_html_part;

/* In the page's order.  After each but the last comes what a command writes: the title,
   the static part, the data, the tables. */
enum {
   AN_HTML_HEAD,
   AN_HTML_STYLE,
   AN_HTML_MIDDLE,
   AN_HTML_TABLES,
   AN_HTML_SCRIPT,
   AN_HTML_PARTS
};

extern const an_html_part an_html_parts[AN_HTML_PARTS];
