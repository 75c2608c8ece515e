/* ty_servers.c -- libdw knows its servers by the environment alone (debuginfod(8)).
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "types/ty_servers.h"

#include "base/an_alloc.h"

#include <stdlib.h>
#include <string.h>

/* Seconds, unless the user's environment has others: without an answer, and for a
   whole file; and how often to try again. */
static const char timeout[] = "10", maxtime[] = "120", retries[] = "0";

enum { LONG_S = 8 }; /* then a server counts as silent */

void ty_servers_init(ty_servers *servers)
{
   const char *urls = getenv("DEBUGINFOD_URLS");
   *servers = (ty_servers){ .urls = NULL };
   if (urls == NULL)
      return;
   if (*urls != '\0')
      servers->urls = an_strdup(urls);
   unsetenv("DEBUGINFOD_URLS");
   setenv("DEBUGINFOD_TIMEOUT", timeout, 0);
   setenv("DEBUGINFOD_MAXTIME", maxtime, 0);
   setenv("DEBUGINFOD_RETRY_LIMIT", retries, 0);
}

/* Other objects may be opened later, as in a comparison. */
void ty_servers_free(ty_servers *servers)
{
   if (servers->urls != NULL)
      setenv("DEBUGINFOD_URLS", servers->urls, 1);
   free(servers->urls);
   servers->urls = NULL;
}

bool ty_servers_begin(ty_servers *servers)
{
   if (servers->urls == NULL)
      return false;
   clock_gettime(CLOCK_MONOTONIC, &servers->began);
   return setenv("DEBUGINFOD_URLS", servers->urls, 1) == 0;
}

void ty_servers_end(ty_servers *servers, bool has_found)
{
   struct timespec now;
   unsetenv("DEBUGINFOD_URLS");
   clock_gettime(CLOCK_MONOTONIC, &now);
   if (!has_found && now.tv_sec - servers->began.tv_sec >= LONG_S) {
      free(servers->urls);
      servers->urls = NULL;
   }
}
