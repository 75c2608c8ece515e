/* an_name.h -- whose code the frames of a call path are.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "paths/an_frame.h"

#include <stdbool.h>

/* Whether the frame is in a source file of a library (base/an_own.h). */
bool an_name_has_library_source(const an_frame *frame);

/* Whether the frame is inside the standard library of C++ or Rust, or in a source
   file of a library.  The user's word decides. */
bool an_name_is_of_library(const an_frame *frame);

typedef enum an_skip {
   AN_SKIP_VALGRIND = 1, /* allocation functions that Valgrind puts in place of
                            libc's, which DHAT lists */
   AN_SKIP_LIBRARY = 2,  /* the inside of the standard library of C++ or Rust;
                            its function called from outside stays: push_back,
                            not what push_back calls */
} an_skip;

/* How many of the innermost frames to skip so that the path begins where a
   reader expects; 0 if no frame would remain.  `skip` are bits of an_skip. */
size_t an_name_start(const an_frame *frames, an_path path, unsigned skip);

/* The bits of an_skip that the frame has. */
unsigned an_name_skips(const an_frame *frame);

/* an_name_start for many paths: `skips` has the bits of each frame, and may have more. */
size_t an_name_start_of(const uint8_t *skips, an_path path, unsigned skip);
