/* an_frame.h -- frames, the call paths made of them, and the objects with their code.

   A profile has one table of frames; its call paths are lists of indices into
   the table.  Strings are borrowed, and equal ones need not be one pointer.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_own.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One function of a call path; an inlined function has a frame of its own. */
typedef struct an_frame {
   const char *text;     /* as in the profile: "0x4005: main (a.c:3)" */
   const char *function; /* AN_UNKNOWN: unknown */
   const char *file;     /* with its directory if known; NULL: unknown */
   const char *object;   /* of code without a line; NULL: unknown */
   uint64_t address;     /* 0: unknown */
   uint32_t line;        /* 0: unknown */
   bool is_in_file;      /* the address is one in the object's file, not in memory */
   bool is_inlined;      /* shown so; not set by readers of heap profiles */
   an_whose said;        /* what the user says of the file */
   bool is_wrapper;      /* allocates for its caller (heap/ah_wrappers.h) */
} an_frame;

typedef struct an_path {
   const uint32_t *frames; /* indices into the table, innermost first */
   size_t n;
} an_path;

/* As strcmp, by function, file and line. */
int an_frame_compare(const an_frame *a, const an_frame *b);

/* By the text that reports show; frames without a name, by address. */
int an_frame_compare_shown(const an_frame *a, const an_frame *b);

/* The executable or a library, and where its code was mapped. */
typedef struct an_object {
   uint64_t start, end; /* addresses, end exclusive; 0: unknown */
   const char *path;
   const char *build_id; /* in hexadecimal digits; NULL: unknown */
} an_object;

/* The object that contains the address, or NULL.  The objects are sorted by
   address and do not overlap. */
const an_object *an_object_find(const an_object *objects, size_t n, uint64_t address);

/* The object of the path, which is interned as theirs are; NULL if there is none, or
   several builds of it. */
const an_object *an_object_named(const an_object *objects, size_t n, const char *path);
