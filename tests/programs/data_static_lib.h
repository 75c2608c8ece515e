/* data_static_lib.h -- a library with variables; see data_static.c.
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef DATA_STATIC_LIB_H
#define DATA_STATIC_LIB_H

enum { LIB_SHOWN_B = 1024, LIB_TABLE_B = 8192, LIB_OWN_B = 640 };

extern char lib_shown[LIB_SHOWN_B];

/* A hidden variable, and a thread-local one. */
char *lib_table(void);
char *lib_own(void);

/* Has the file the symbols of hidden variables? */
int lib_has_symbols(void);

#endif
