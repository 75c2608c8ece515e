/* ty_servers.h -- when libdw may ask debuginfod servers, and for how long.

   libdw asks those of DEBUGINFOD_URLS whenever it finds no debug info.  A report asks
   only for code that has no names, and gives up on servers that do not answer.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stdbool.h>
#include <time.h>

typedef struct ty_servers {
   char *urls; /* NULL: none, or no longer */
   struct timespec began;
} ty_servers;

/* Takes DEBUGINFOD_URLS out of the environment: from now on nobody is asked. */
void ty_servers_init(ty_servers *servers);
void ty_servers_free(ty_servers *servers);

/* From here to the end, libdw asks.  False: there are no servers.  Those that took long
   and found nothing are not asked again. */
bool ty_servers_begin(ty_servers *servers);
void ty_servers_end(ty_servers *servers, bool has_found);
