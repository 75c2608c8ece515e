/* tk_jit.h -- names for code that the program compiled while it ran; pure.

   The program says in a file which code it has compiled (tk_jit_map.h, tk_jit_dump.h).
   It frees code and compiles other code at the same addresses.  So of the codes that
   were at an address, the one that was added last is there.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/tk_strings.h"

enum {
   TK_JIT_NAME_MAX_B = 4096,    /* of a name or a path; what is longer is cut */
   TK_JIT_CODES_MAX = 1 << 22,  /* what is added beyond is ignored */
   TK_JIT_SIZE_MAX_B = 1 << 30, /* larger code is no code */
};

/* From this address on, until that of the next, code is of this line. */
typedef struct tk_jit_line {
   uint64_t address;
   const char *file; /* interned */
   uint32_t number;  /* 0: unknown */
} tk_jit_line;

/* A piece of code that the program compiled at once, such as a function. */
typedef struct tk_jit_code {
   uint64_t start, size_B;
   const char *name;         /* interned, not empty */
   const tk_jit_line *lines; /* by address; NULL: there are none */
   uint32_t n_lines;
   uint32_t serial; /* from 1, in the order in which codes were added */
} tk_jit_code;

typedef struct tk_jit tk_jit;

/* Empty.  `alloc` and `names` are borrowed. */
tk_jit *tk_jit_new(const tk_alloc *alloc, tk_strings *names);
void tk_jit_free(tk_jit *jit);

/* Code was compiled.  A name ends at its first NUL, if it has one.  The code gets a copy
   of the lines, sorted by address.  Code without a size or a name, and code that is too
   large, is ignored. */
void tk_jit_add(tk_jit *jit, uint64_t start, uint64_t size_B, const char *name,
                size_t name_B, const tk_jit_line *lines, uint32_t n_lines);

/* What begins at `from` was copied to `to`, where it has the same name and lines. */
void tk_jit_move(tk_jit *jit, uint64_t from, uint64_t to, uint64_t size_B);

/* The code at an address, or NULL.  Valid until the next one is added. */
const tk_jit_code *tk_jit_at(const tk_jit *jit, uint64_t addr);

/* The code of a serial number, from 1 to less than tk_jit_generation.  Valid as above. */
const tk_jit_code *tk_jit_nth(const tk_jit *jit, uint32_t serial);

/* The line of an address of the code; NULL: unknown. */
const tk_jit_line *tk_jit_line_at(const tk_jit_code *code, uint64_t addr);

/* Changes when an answer of tk_jit_at may have changed: the serial number of the next
   code. */
uint32_t tk_jit_generation(const tk_jit *jit);

/* The table of `names`, with which the lines' files must be interned. */
tk_strings *tk_jit_names(const tk_jit *jit);
