/* tk_description.h -- the parts of the core's description of an address; pure.

   A description is "0xADDRESS: FUNCTION (DIRECTORY/FILE:LINE)" or "... (in OBJECT)";
   any part may be missing.  Nothing is quoted: each part can have spaces, colons and
   parentheses, as in the program's files.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stddef.h>

/* Parts lie within the text.  Without a directory, prefix_B is 0 and `rest` is the
   whole text. */
typedef struct tk_description {
   const char *function; /* NULL if there is none */
   size_t function_B;
   size_t prefix_B;       /* of the text before the directory */
   const char *directory; /* without the slash at its end; NULL if there is none */
   size_t directory_B;
   const char *rest; /* what follows the directory, to the end of the text */
} tk_description;

tk_description tk_description_parts(const char *text);
