/* ty_cache.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "types/ty_cache.h"

#include "base/tk_array.h"
#include "base/tk_hash.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define LABEL "an.cache"

enum { NAME_B = 64, FORGOTTEN_s = 3600 };

typedef struct {
   uint64_t lanes[2];
} hash;

/* The file: this, then for each part its number, its size and its bytes, padded to words;
   then the hash of all that.  It is read by who wrote it, on the same machine. */
static const char magic[16] = "quern index 1\n";

typedef struct {
   uint64_t number, size_B;
} part_head;

typedef struct {
   part_head head;
   const void *bytes;
} part;

struct ty_cache {
   const tk_alloc *alloc;
   int directory;
   char name[NAME_B];
   void *mapped; /* NULL: there was no file */
   size_t mapped_B;
   part *parts;
   size_t n, capacity, n_kept; /* of them, those of the mapped file */
};

/* ---- Hashes ---- */

/* Of whole words; two lanes, so that a processor can do both at once. */
static void add_words(hash *h, const unsigned char *bytes, size_t size_B)
{
   uint64_t words[2];
   for (; size_B >= sizeof words; bytes += sizeof words, size_B -= sizeof words) {
      memcpy(words, bytes, sizeof words);
      h->lanes[0] = tk_hash_word(h->lanes[0] ^ words[0]);
      h->lanes[1] = tk_hash_word(h->lanes[1] + words[1]);
   }
   words[0] = words[1] = 0;
   if (size_B > 0)
      memcpy(words, bytes, size_B);
   h->lanes[0] = tk_hash_word(h->lanes[0] ^ words[0]);
   h->lanes[1] = tk_hash_word(h->lanes[1] + words[1] + size_B);
}

/* Of all debug info but lines and places of local variables; returns the bytes of
   .debug_info. */
static uint64_t hash_debug_info(Dwarf *dwarf, hash *h)
{
   Elf *elf = dwarf_getelf(dwarf);
   Elf_Scn *section = NULL;
   uint64_t info_B = 0;
   size_t names;
   *h = (hash){ .lanes = { 1, 2 } };
   if (elf == NULL || elf_getshdrstrndx(elf, &names) != 0)
      return 0;
   while ((section = elf_nextscn(elf, section)) != NULL) {
      GElf_Shdr header;
      const char *name = gelf_getshdr(section, &header) == NULL
                            ? NULL
                            : elf_strptr(elf, names, header.sh_name);
      if (name == NULL
          || (strncmp(name, ".debug_", 7) != 0 && strncmp(name, ".zdebug_", 8) != 0)
          || strstr(name, "loc") != NULL || strstr(name, "line") != NULL)
         continue;
      Elf_Data *data = elf_rawdata(section, NULL);
      if (data == NULL || data->d_buf == NULL)
         continue;
      info_B += strstr(name, "debug_info") != NULL ? data->d_size : 0;
      add_words(h, data->d_buf, data->d_size);
   }
   return info_B;
}

/* ---- The directory ---- */

/* Opens DIR/NAME, made if it is not there; -1: it is not the user's own directory. */
static int open_below(int parent, const char *name)
{
   struct stat status;
   mkdirat(parent, name, 0700);
   int directory = openat(parent, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
   if (directory >= 0 && (fstat(directory, &status) != 0 || status.st_uid != geteuid())) {
      close(directory);
      return -1;
   }
   return directory;
}

static int open_directory(void)
{
   const char *caches = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
   bool is_set = caches != NULL && caches[0] == '/';
   if (!is_set && (home == NULL || home[0] != '/'))
      return -1;
   int parent = is_set ? open_below(AT_FDCWD, caches)
                       : open(home, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
   if (parent >= 0 && !is_set) {
      int below = open_below(parent, ".cache");
      close(parent);
      parent = below;
   }
   if (parent < 0)
      return -1;
   int directory = open_below(parent, "quern");
   close(parent);
   return directory;
}

typedef struct {
   char name[NAME_B];
   struct timespec time;
   off_t size_B;
} kept_file;

static int compare_newest(const void *a, const void *b)
{
   const kept_file *x = a, *y = b;
   if (x->time.tv_sec != y->time.tv_sec)
      return x->time.tv_sec > y->time.tv_sec ? -1 : 1;
   return (x->time.tv_nsec < y->time.tv_nsec) - (x->time.tv_nsec > y->time.tv_nsec);
}

/* Removes the oldest files beyond the limit, and what a killed process has left. */
static void tidy(const ty_cache *cache)
{
   kept_file *files = NULL;
   size_t n = 0, capacity = 0;
   off_t sum_B = 0;
   DIR *directory = fdopendir(dup(cache->directory));
   if (directory == NULL)
      return;
   rewinddir(directory);
   for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
      struct stat status;
      if (strlen(entry->d_name) >= NAME_B || entry->d_name[0] == '.'
          || fstatat(cache->directory, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0)
         continue;
      if (strchr(entry->d_name, '.') != NULL) {
         if (time(NULL) - status.st_mtime > FORGOTTEN_s)
            unlinkat(cache->directory, entry->d_name, 0);
         continue;
      }
      TK_ARRAY_ROOM(cache->alloc, LABEL, files, n, capacity);
      files[n] = (kept_file){ .time = status.st_mtim, .size_B = status.st_size };
      strcpy(files[n++].name, entry->d_name);
   }
   closedir(directory);
   if (n > 0)
      qsort(files, n, sizeof *files, compare_newest);
   for (size_t i = 0; i < n; i++) {
      sum_B += files[i].size_B;
      if (sum_B > TY_CACHE_MOST_B)
         unlinkat(cache->directory, files[i].name, 0);
   }
   tk_put(cache->alloc, files);
}

/* ---- Reading ---- */

static void add_part(ty_cache *cache, part_head head, const void *bytes)
{
   TK_ARRAY_ROOM(cache->alloc, LABEL, cache->parts, cache->n, cache->capacity);
   cache->parts[cache->n++] = (part){ head, bytes };
}

static size_t padded(size_t size_B)
{
   return (size_B + 7) / 8 * 8;
}

/* False: it is damaged. */
static bool read_parts(ty_cache *cache)
{
   const unsigned char *at = cache->mapped, *end = at + cache->mapped_B - sizeof(hash);
   hash sum = { .lanes = { 1, 2 } };
   add_words(&sum, at, (size_t)(end - at));
   if (memcmp(at, magic, sizeof magic) != 0 || memcmp(end, &sum, sizeof sum) != 0)
      return false;
   at += sizeof magic;
   while (end - at >= (ptrdiff_t)sizeof(part_head)) {
      part_head head;
      memcpy(&head, at, sizeof head);
      at += sizeof head;
      if (head.size_B > (size_t)(end - at))
         return false;
      add_part(cache, head, at);
      at += padded(head.size_B);
   }
   return true;
}

/* A file that is in use can be removed or replaced, but not changed. */
static void map_file(ty_cache *cache)
{
   struct stat status;
   int fd = openat(cache->directory, cache->name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
   if (fd < 0)
      return;
   if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == geteuid()
       && status.st_size >= (off_t)(sizeof magic + sizeof(hash))
       && status.st_size <= TY_CACHE_MOST_B && status.st_size % 8 == 0) {
      cache->mapped_B = (size_t)status.st_size;
      cache->mapped = mmap(NULL, cache->mapped_B, PROT_READ, MAP_PRIVATE, fd, 0);
      if (cache->mapped == MAP_FAILED)
         cache->mapped = NULL;
      else if (!read_parts(cache))
         cache->n = 0;
      futimens(fd, NULL); /* it is in use: the oldest are removed */
   }
   close(fd);
   cache->n_kept = cache->n;
}

ty_cache *ty_cache_open(const tk_alloc *alloc, Dwarf *dwarf, uint64_t least_B)
{
   hash h;
   int directory = open_directory();
   if (directory < 0)
      return NULL;
   if (hash_debug_info(dwarf, &h) < least_B) {
      close(directory);
      return NULL;
   }
   ty_cache *cache = tk_get(alloc, LABEL, sizeof *cache);
   *cache = (ty_cache){ .alloc = alloc, .directory = directory };
   snprintf(cache->name, NAME_B, "%016llx%016llx", (unsigned long long)h.lanes[0],
            (unsigned long long)h.lanes[1]);
   map_file(cache);
   return cache;
}

const void *ty_cache_get(const ty_cache *cache, uint64_t number, size_t *size_B)
{
   for (size_t i = 0; cache != NULL && i < cache->n; i++)
      if (cache->parts[i].head.number == number) {
         *size_B = cache->parts[i].head.size_B;
         return cache->parts[i].bytes;
      }
   return NULL;
}

/* ---- Writing ---- */

void ty_cache_put(ty_cache *cache, uint64_t number, const void *bytes, size_t size_B)
{
   if (cache != NULL)
      add_part(cache, (part_head){ number, size_B }, bytes);
}

/* The whole file, on the heap; NULL: it would be too large, or there is no memory. */
static unsigned char *make_file(const ty_cache *cache, size_t *size_B)
{
   hash sum = { .lanes = { 1, 2 } };
   *size_B = sizeof magic + sizeof sum;
   for (size_t i = 0; i < cache->n; i++)
      *size_B += sizeof(part_head) + padded(cache->parts[i].head.size_B);
   unsigned char *bytes = *size_B > TY_CACHE_MOST_B / 2 ? NULL : calloc(1, *size_B);
   if (bytes == NULL)
      return NULL;
   unsigned char *at = bytes;
   memcpy(at, magic, sizeof magic);
   at += sizeof magic;
   for (size_t i = 0; i < cache->n; i++) {
      const part *p = &cache->parts[i];
      memcpy(at, &p->head, sizeof p->head);
      if (p->head.size_B > 0)
         memcpy(at + sizeof p->head, p->bytes, p->head.size_B);
      at += sizeof p->head + padded(p->head.size_B);
   }
   add_words(&sum, bytes, (size_t)(at - bytes));
   memcpy(at, &sum, sizeof sum);
   return bytes;
}

static bool write_all(int fd, const unsigned char *bytes, size_t size_B)
{
   while (size_B > 0) {
      ssize_t n = write(fd, bytes, size_B);
      if (n < 0 && errno == EINTR)
         continue;
      if (n <= 0)
         return false;
      bytes += n;
      size_B -= (size_t)n;
   }
   return true;
}

static void write_file(const ty_cache *cache)
{
   char temporary[2 * NAME_B];
   size_t size_B;
   unsigned char *bytes = make_file(cache, &size_B);
   if (bytes == NULL)
      return;
   snprintf(temporary, sizeof temporary, "%s.%ld", cache->name, (long)getpid());
   int fd = openat(cache->directory, temporary,
                   O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
   if (fd >= 0) {
      bool is_whole = write_all(fd, bytes, size_B);
      is_whole = close(fd) == 0 && is_whole;
      if (!is_whole
          || renameat(cache->directory, temporary, cache->directory, cache->name) != 0)
         unlinkat(cache->directory, temporary, 0);
      tidy(cache);
   }
   free(bytes);
}

void ty_cache_close(ty_cache *cache)
{
   if (cache == NULL)
      return;
   if (cache->n > cache->n_kept)
      write_file(cache);
   if (cache->mapped != NULL)
      munmap(cache->mapped, cache->mapped_B);
   close(cache->directory);
}
