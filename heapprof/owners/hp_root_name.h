/* hp_root_name.h -- what a root is; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef enum hp_root_kind {
   HP_ROOT_LOST,         /* HP_KEY_LOST: what is definitely lost is below it */
   HP_ROOT_STATIC,       /* a variable */
   HP_ROOT_THREAD_LOCAL, /* likewise; of all threads */
   HP_ROOT_STACK,        /* the frames of a function, at one address, by their callers */
   HP_ROOT_STACK_TOP,    /* above all frames: arguments, environment, thread descriptor */
   HP_ROOT_REGISTERS,
   HP_ROOT_MAPPING, /* mapped memory that is no heap */
   HP_ROOT_KINDS
} hp_root_kind;

enum { HP_NO_CALLER = UINT32_MAX };

/* Offsets in frames count from the canonical frame address, which is above the frame:
   they are negative.  Those in registers count words, in the core's order. */
typedef struct hp_root_name {
   uint8_t kind;     /* hp_root_kind */
   const char *name; /* a variable's, or of the mapped file; NULL: it has none */
   const char *path, *build_id; /* the binary of a variable or frame; NULL: it has none */
   uint64_t start; /* of a variable: in its binary's file, or TLS segment; of a frame: the
                       address, in the file */
   uint64_t size_B;        /* of a variable */
   const uint32_t *frames; /* STACK: of the address, inlined functions first; borrowed */
   uint32_t n_frames;
   uint32_t caller;  /* STACK: the number of the frame outside, or HP_NO_CALLER */
   bool recurses;    /* STACK: so that some of its frames have other callers */
   const void *what; /* the caller's: tells roots of a kind apart */
} hp_root_name;
