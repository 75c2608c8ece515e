/* an_stacks.h -- call paths with values, as flame graphs and the formats of other
   viewers need them: one model for both tools' profiles.

   The paths are a tree of nodes; a node's path is its function, called by its parent's,
   and so on.  Values are self costs of a node: what its own code cost or allocated, not
   what it called.  Strings are borrowed.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_source.h"
#include "base/an_alloc.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define AN_NO_STACK UINT32_MAX

typedef struct an_stack_function {
   const char *name;     /* AN_UNKNOWN: unknown */
   const char *file;     /* NULL: unknown */
   const char *object;   /* NULL: unknown */
   uint64_t address;     /* where it begins, or of the code; 0: unknown */
   const char *build_id; /* the object's, in hexadecimal digits; NULL: unknown */
   bool is_library;      /* known not to be the program's own; follows from the rest */
} an_stack_function;

/* Parents come before their children. */
typedef struct an_stack_node {
   uint32_t parent; /* AN_NO_STACK: a root; there may be several */
   uint32_t function;
   uint32_t call_line;    /* the parent's line that calls it; 0: unknown */
   bool is_inlined;       /* its code was inlined into the parent's */
   bool is_start;         /* an_stack_starts.h */
   const char *call_file; /* NULL: unknown */
   int64_t n_calls;       /* of a single profile of counts: how often; else 0 */
   uint64_t call_address; /* of the instruction that calls it; 0: unknown */
} an_stack_node;

/* A node may have several samples, or none. */
typedef struct an_stack_sample {
   uint32_t node;
   uint32_t line;    /* of the node's function that cost it; 0: unknown */
   const char *file; /* of that line; NULL: the function's */
   bool is_left_out; /* what the paths below the node cost that the file does not
                            have */
   uint64_t address; /* of the instruction that cost it; 0: unknown */
} an_stack_sample;

typedef struct an_stack_value {
   const char *name;  /* as options call it: "Ir", "peak_blocks" */
   const char *unit;  /* "count", "bytes" */
   const char *title; /* for people: "Blocks at the peak"; NULL: the name */
} an_stack_value;

typedef struct an_stacks {
   const tk_alloc *alloc;
   const char *command;            /* the profiled program's */
   const an_source_places *places; /* where objects may be opened; NULL: nowhere */
   an_stack_function *functions;
   an_stack_node *nodes;
   an_stack_sample *samples;
   int64_t *values; /* n_kinds of each sample */
   an_stack_value *kinds;
   size_t n_functions, n_nodes, n_samples, n_kinds;
   size_t n_left_out;  /* paths of small share; their callers have their values */
   bool are_estimated; /* the profile has calls, but not their paths */
} an_stacks;

/* The kind of this name; n_kinds: there is none. */
size_t an_stacks_kind(const an_stacks *stacks, const char *name);

/* How many nodes the path of a node has, and the most of a sample's. */
size_t an_stacks_depth(const an_stacks *stacks, uint32_t node);
size_t an_stacks_deepest(const an_stacks *stacks);

/* The path of a node, innermost first, which `path` has room for; returns its length. */
size_t an_stacks_path(const an_stacks *stacks, uint32_t node, uint32_t *path);

/* A function in one line, without semicolons: "main", "??? (in OBJECT)" if it is
   unknown.  `object` can be NULL.  Write errors are left to ferror(out). */
void an_stacks_put_step(const char *function, const char *object, FILE *out);

/* The same, for free(). */
char *an_stacks_step(const char *function, const char *object);
