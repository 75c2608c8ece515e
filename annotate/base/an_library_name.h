/* an_library_name.h -- what people call the functions of a library that a line runs.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

/* "memcpy" for "__memcpy_avx_unaligned_erms", which a C library has for a processor;
   NULL for an intrinsic as _mm_add_epi8, which is an instruction of the line itself.
   Other names are returned as they are; equal ones stay one pointer if they were. */
const char *an_library_name(const char *name);
