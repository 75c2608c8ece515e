/* an_source.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* O_PATH */
#endif

#include "base/an_source.h"

#include "base/tk_array.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char NOT_FOUND[] = "not found";
static const char DIRECTORY[] = "is a directory";
static const char NOT_REGULAR[] = "not a regular file";
static const char OUTSIDE[] = "outside of the source root";
static const char TOO_LARGE[] = "larger than 64 MiB";

static const char *describe_errno(int error)
{
   switch (error) {
   case ENOENT:
   case ENOTDIR: return NOT_FOUND;
   case EACCES:
   case EPERM: return "permission denied";
   case ENAMETOOLONG: return "the name is too long";
   default: return "cannot be read";
   }
}

/* ---- Opening ---- */

/* Asks for the path of the open file: the original path can lead elsewhere by
   now. */
static bool is_below(int fd, const char *root)
{
   char link[64], path[PATH_MAX];
   size_t length = strlen(root);
   snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
   ssize_t n = readlink(link, path, sizeof path);
   if (root[length - 1] == '/')
      length--; /* "/" */
   return n > (ssize_t)length && memcmp(path, root, length) == 0 && path[length] == '/';
}

static bool is_shown(int fd, const an_source_places *places)
{
   bool is_found = places->n_roots == 0;
   for (size_t i = 0; i < places->n_roots && !is_found; i++)
      is_found = is_below(fd, places->roots[i]);
   return is_found;
}

static bool is_same(const struct stat *a, const struct stat *b)
{
   return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Opens the location of a file only, to see its kind first: opening a device can
   have effects. */
static int open_place(const char *path, const an_source_places *places,
                      struct stat *status, const char **problem)
{
   int fd = open(path, O_PATH | O_CLOEXEC);
   if (fd < 0 || fstat(fd, status) < 0)
      *problem = describe_errno(errno);
   else if (!is_shown(fd, places))
      *problem = OUTSIDE;
   else if (S_ISDIR(status->st_mode))
      *problem = DIRECTORY;
   else if (!S_ISREG(status->st_mode))
      *problem = NOT_REGULAR;
   else
      return fd;
   if (fd >= 0)
      close(fd);
   return -1;
}

int an_source_open_file(const char *path, const an_source_places *places,
                        const char **problem)
{
   struct stat expected, status;
   if (places->is_closed) {
      *problem = "not opened";
      return -1;
   }
   int place = open_place(path, places, &expected, problem);
   if (place < 0)
      return -1;
   int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
   if (fd < 0) {
      *problem = describe_errno(errno);
   } else if (fstat(fd, &status) < 0 || !is_same(&status, &expected)) {
      *problem = "replaced while it was opened";
      close(fd);
      fd = -1;
   }
   close(place);
   return fd;
}

bool an_source_is_refusal(const char *problem)
{
   return problem == DIRECTORY || problem == NOT_REGULAR || problem == OUTSIDE;
}

/* ---- Reading ---- */

/* Reads up to the end, or one byte past the limit. */
static void read_text(an_source *source, int fd, size_t expected_B)
{
   size_t room_B = 0;
   size_t more_B = expected_B + 1; /* the last read must find the end */
   for (;;) {
      if (source->size_B == room_B)
         TK_ARRAY_ROOM_FOR(more_B, source->alloc, AN_LABEL, source->text, source->size_B,
                           room_B);
      more_B = 4096;
      ssize_t got_B = read(fd, source->text + source->size_B, room_B - source->size_B);
      if (got_B < 0) {
         source->problem = describe_errno(errno);
         return;
      }
      source->size_B += (size_t)got_B;
      if (source->size_B > AN_SOURCE_MAX_B)
         source->problem = TOO_LARGE;
      if (got_B == 0)
         source->text[source->size_B] = '\0'; /* ends the last line */
      if (got_B == 0 || source->problem != NULL)
         return;
   }
}

static void read_regular(an_source *source, int fd)
{
   struct stat status;
   if (fstat(fd, &status) < 0) {
      source->problem = describe_errno(errno);
      return;
   }
   if (status.st_size > AN_SOURCE_MAX_B) {
      source->problem = TOO_LARGE;
      return;
   }
   source->modified = status.st_mtim;
   read_text(source, fd, (size_t)status.st_size);
   if (source->problem == NULL && memchr(source->text, '\0', source->size_B) != NULL)
      source->problem = "binary (contains NUL bytes)";
}

/* Tries the file at `path`; sets problem, or clears it. */
static void try_path(an_source *source, const char *path)
{
   tk_put(source->alloc, source->text);
   source->text = NULL;
   source->size_B = 0;
   source->problem = NULL;

   int fd = an_source_open_file(path, source->places, &source->problem);
   if (fd < 0)
      return;
   read_regular(source, fd);
   close(fd);
}

/* ---- Finding ---- */

/* The next shorter tail of a path, without its first component; "" if there is
   none. */
static const char *next_tail(const char *path)
{
   path += strcspn(path, "/");
   return path + strspn(path, "/");
}

/* Tries directory/tail.  `path` has room for both. */
static void try_under(an_source *source, char *path, const char *directory,
                      const char *tail)
{
   size_t n = strlen(directory);
   memcpy(path, directory, n);
   path[n] = '/';
   memcpy(path + n + 1, tail, strlen(tail) + 1);
   try_path(source, path);
}

/* Tries the name in one directory.  The problem that is reported is the first other
   than "not found". */
static void try_directory(an_source *source, char *path, const char *directory,
                          const char *name)
{
   const char *tail = name + strspn(name, "/");
   const char *worst = source->problem;
   do {
      try_under(source, path, directory, tail);
      if (source->problem == NULL)
         return;
      if (worst == NOT_FOUND)
         worst = source->problem;
      tail = name[0] == '/' ? next_tail(tail) : "";
   } while (*tail != '\0');
   source->problem = worst;
}

/* Room for the longest path that will be tried. */
static char *new_path(const an_source *source, const char *name)
{
   size_t longest_B = 0;
   for (size_t i = 0; i < source->places->n_directories; i++) {
      size_t n_B = strlen(source->places->directories[i]);
      longest_B = n_B > longest_B ? n_B : longest_B;
   }
   return tk_get(source->alloc, AN_LABEL, longest_B + 1 + strlen(name) + 1);
}

static void try_all(an_source *source, char *path, const char *name)
{
   const an_source_places *places = source->places;
   memcpy(path, name, strlen(name) + 1);
   if (places->is_only_in_directories)
      source->problem = NOT_FOUND;
   else
      try_path(source, path);
   if (strlen(name) >= PATH_MAX)
      return; /* no file has such a long path; do not try every tail */
   for (size_t i = 0; i < places->n_directories && source->problem != NULL; i++)
      try_directory(source, path, places->directories[i], name);
}

void an_source_open(an_source *source, const tk_alloc *alloc, const char *name,
                    const an_source_places *places)
{
   *source = (an_source){ .alloc = alloc, .places = places };
   char *path = new_path(source, name);
   source->path = path;
   try_all(source, path, name);
}

void an_source_take(an_source *source, const tk_alloc *alloc, char *text, size_t size_B)
{
   *source = (an_source){ .alloc = alloc, .text = text, .size_B = size_B };
}

void an_source_close(an_source *source)
{
   tk_put(source->alloc, (char *)source->path);
   tk_put(source->alloc, source->text);
   *source = (an_source){ .alloc = source->alloc };
}

/* ---- Lines ---- */

bool an_source_has_more(const an_source *source)
{
   return source->at < source->size_B;
}

bool an_source_next(an_source *source)
{
   if (!an_source_has_more(source))
      return false;
   size_t left_B = source->size_B - source->at;
   source->line = source->text + source->at;
   const char *newline = memchr(source->line, '\n', left_B);
   source->length = newline == NULL ? left_B : (size_t)(newline - source->line);
   source->at += source->length + (newline != NULL);
   if (source->length > 0 && source->line[source->length - 1] == '\r')
      source->length--;
   return true;
}
