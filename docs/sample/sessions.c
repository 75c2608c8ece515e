/* sessions.c -- a server's sessions: a table that keeps them, and a logout that forgets to
   free them.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { USERS = 100, REQUESTS = 2000 };

struct session {
   char *user;
   char *log;
   size_t length;
};

static struct session *sessions[USERS];

static struct session *login(int user)
{
   struct session *s = calloc(1, sizeof *s);
   char name[32];
   snprintf(name, sizeof name, "user %d", user);
   s->user = strdup(name);
   return s;
}

/* The log grows for as long as the session lasts. */
static void request(struct session *s, const char *what)
{
   size_t n = strlen(what);
   s->log = realloc(s->log, s->length + n + 1);
   memcpy(s->log + s->length, what, n + 1);
   s->length += n;
}

/* It forgets the session, and all it has. */
static void logout(int user)
{
   sessions[user] = NULL;
}

int main(void)
{
   for (int i = 0; i < REQUESTS; i++) {
      int user = i % USERS;
      if (sessions[user] == NULL)
         sessions[user] = login(user);
      request(sessions[user], "GET /a/page/with/a/long/name HTTP/1.1\n");
      if (i % 97 == 0)
         logout(user);
   }
   return 0;
}
