/* data.h -- for programs that say which data they access where, so that
   tests/tool/data.py can reckon what misses on them.

   After forget(), the caches hold no line of memory of the program's data.  The
   functions that access data then touch no other memory: their variables are in
   registers.  What they touched is noted only after they return.  So a model of the
   caches that is fed with the notes alone knows each of their misses.
   @name in a comment names a source line.

   The notes, printed at the end:
      o ADDRESS BYTES KIND NAME...    data that is there from now on
      x ADDRESS                       and is no longer
      a @LINE r|w|m ADDRESS BYTES COUNT STRIDE
   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef DATA_H
#define DATA_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define APART __attribute__((noinline, noclone, unused))

enum { DATA_NOTES = 1 << 15 };
typedef struct {
   char type;
   const char *text;
   uintptr_t address;
   long bytes, count, stride;
} data_note;

static data_note data_notes[DATA_NOTES];
static int n_data_notes;
/* Twice what the last level holds, and what the first level holds. */
static char far_away[2 * 65536], nearby[4096];

static inline void data_add(data_note note)
{
   if (n_data_notes == DATA_NOTES)
      abort();
   data_notes[n_data_notes++] = note;
}

/* KIND NAME..., see above. */
static inline void is_data(void *at, long bytes, const char *what)
{
   data_add((data_note){ 'o', what, (uintptr_t)at, bytes, 0, 0 });
}

static inline void is_gone(void *at)
{
   data_add((data_note){ 'x', "", (uintptr_t)at, 0, 0, 0 });
}

/* how: "r @LINE", "w @LINE" or, of one instruction that reads and writes, "m @LINE". */
static inline void accessed(
   const char *how, const volatile void *at, long bytes, long count, long stride)
{
   data_add((data_note){ 'a', how, (uintptr_t)at, bytes, count, stride });
}

static inline void print_notes(void)
{
   for (const data_note *n = data_notes; n < data_notes + n_data_notes; n++)
      printf("%c %#lx %ld %s %ld %ld\n", n->type, (unsigned long)n->address, n->bytes,
         n->text, n->count, n->stride);
   puts("end");
}

static APART void read_bytes(const volatile char *at, long count, long stride)
{
   for (long i = 0; i < count; i++, at += stride)
      (void)*at; /* @read_bytes */
}

static APART void write_bytes(volatile char *at, long count, long stride)
{
   for (long i = 0; i < count; i++, at += stride)
      *at = 1; /* @write_bytes */
}

static APART void flush_bytes(const volatile char *at, long count)
{
   for (long i = 0; i < count; i++, at += 64)
      (void)*at; /* @flush_bytes */
}

static inline void flush(const char *spare, long bytes)
{
   flush_bytes(spare, bytes / 64);
   accessed("r @flush_bytes", spare, 1, bytes / 64, 64);
}

/* No cache has a line that the program's data is in. */
static inline void forget(void)
{
   flush(far_away, sizeof far_away);
}

/* The first level has none. */
static inline void forget_near(void)
{
   flush(nearby, sizeof nearby);
}

static inline void walk(const void *at, long count, long stride)
{
   read_bytes((const volatile char *)at, count, stride);
   accessed("r @read_bytes", at, 1, count, stride);
}

static inline void fill(void *at, long count, long stride)
{
   write_bytes((volatile char *)at, count, stride);
   accessed("w @write_bytes", at, 1, count, stride);
}

/* Without the lines of memory at both ends, of which other things can have a part. */
static inline void walk_inside(const char *at, long bytes)
{
   forget();
   walk(at + 64, (bytes - 128) / 64, 64);
}

/* Reads a byte of each line of memory, in caches that have none. */
static inline void walk_lines(const void *at, long bytes)
{
   forget();
   walk(at, (bytes + 63) / 64, 64);
}

#endif
