// heap_since.cpp -- what lives between marks: sessions stay, requests go, a log grows by
// reallocations.  Prints, after each mark, what lives of what came since the one before.
// SPDX-License-Identifier: GPL-2.0-or-later
#include "heapprof.h"

#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <unistd.h>

struct Session {
   int id;
   char buffer[200];
};

struct Request {
   char text[5000];
};

static std::map<int, std::unique_ptr<Session>> sessions;
static char *log_text;

__attribute__((noinline)) static void open_session(int id)
{
   sessions[id] = std::make_unique<Session>();
   sessions[id]->id = id;
}

__attribute__((noinline)) static void serve(void)
{
   std::unique_ptr<Request> request = std::make_unique<Request>();
   request->text[0] = 1;
   __asm__ volatile("" : : "r"(request.get()) : "memory");
}

__attribute__((noinline)) static void write_log(size_t size)
{
   log_text = static_cast<char *>(realloc(log_text, size));
}

int main()
{
   for (int i = 0; i < 30; i++)
      open_session(i);
   write_log(100);
   HEAPPROF_SNAPSHOT;
   for (int i = 30; i < 50; i++) {
      open_session(i);
      serve();
      if (i % 2 == 0)
         sessions.erase(i - 30); // an old one: it is not of these
   }
   sessions.erase(49);
   write_log(9000);
   HEAPPROF_SNAPSHOT;
   printf("Session %zu %zu\n", 19 * sizeof(Session), sizeof(Session));
   for (int i = 30; i < 40; i++)
      sessions.erase(i);
   fflush(stdout);
   _exit(0); // without destructors
}
