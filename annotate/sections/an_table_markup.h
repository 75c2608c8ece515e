/* an_table_markup.h -- a table in a language of markup.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "sections/an_markup.h"
#include "sections/an_sheet.h"

/* All columns, as wide as they are; the page prints to markup->text. */
void an_table_put_markup(an_sheet *s, an_markup *markup);
