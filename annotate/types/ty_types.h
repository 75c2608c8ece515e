/* ty_types.h -- the type of blocks and its fields, by debug info and source; and names
   of inlined functions.

   The frames of the call path say where blocks were allocated.  The type follows
   from the debug info there, in the object or installed apart from it
   (/usr/lib/debug), from the source line, and from where the compiler put the
   result.  Functions that return what they got as void*, such as xmalloc, are
   skipped.

   A wrong name is worse than none.  All evidence must agree: the type's size with
   that of the blocks, the object and its debug info with the profile.

   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "base/an_source.h"
#include "paths/an_frame.h"
#include "types/ty_symbols.h"

typedef struct ty_field {
   int64_t offset, size_B;
   const char *name; /* "next", "pos.x" */
   const char *type;
   bool has_parts; /* an array: some of its bytes can be unused */
} ty_field;

/* Fields are sorted by offset.  A struct within a struct is flattened to
   "pos.x", as are a few structs in an array, to "all[1].x"; a base to fields of
   its own names, an empty one to none.  One field each are another array,
   "name[16]", a union, an enum of Rust, "(virtual bases)", and bit fields that
   share bytes, "used, kind".  Padding is not listed.

   Blocks have the size of the type.  If all blocks have one size, it can be a
   multiple of the type's: they are arrays.  An array without a bound that ends a
   type, "data[]", reaches to the end of the block; nameless bytes after the type
   are the field "(rest)". */
typedef struct ty_type {
   const char *name; /* "struct node" */
   int64_t size_B;
   const ty_field *fields;
   size_t n_fields;
} ty_type;

/* An order of types, NULL last; 0: the same type, which each unit of debug info describes
   again. */
int ty_type_compare(const ty_type *a, const ty_type *b);

/* The profiled program.  The objects are sorted by address and must outlive
   the ty_types, as must the files. */
typedef struct ty_program {
   const an_frame *frames;
   const an_object *objects;
   size_t n_objects;
   const an_object *files; /* by path and build id */
   size_t n_files;
} ty_program;

/* Blocks allocated on one call path, which begins at the allocating function's
   caller, and the sizes of the smallest and the largest. */
typedef struct ty_blocks {
   an_path path;
   int64_t min_B, max_B;
} ty_blocks;

typedef struct ty_types ty_types;

/* Both are borrowed.  If `places` has roots, only objects below them are opened,
   and no separate debug info.  If it is closed, no source is opened, but objects
   are.  Servers are asked for nothing but
   names of code that has none. */
ty_types *ty_types_new(const tk_alloc *alloc, const an_source_places *places);
void ty_types_free(ty_types *types);

/* The i-th object that exists but was not opened, and why; both borrowed.  NULL
   if there are fewer. */
const char *ty_types_refused(const ty_types *types, size_t i, const char **problem);

/* The objects that were opened; of all that the ty_types did. */
const ty_code_objects *ty_types_objects(const ty_types *types);

/* The functions at the address of a frame that is in a file (ty_symbols.h); the texts
   live as long as `types`. */
size_t ty_types_symbols(ty_types *types, const ty_program *program, const an_frame *frame,
                        ty_symbol symbols[TY_SYMBOLS_MOST]);

/* The type of the blocks, or of their elements; it lives as long as `types`.
   NULL: unknown, or not a struct. */
const ty_type *ty_types_find(ty_types *types, const ty_program *program,
                             const ty_blocks *blocks);

/* A variable.  Its texts and type live as long as `types`. */
typedef struct ty_variable {
   const ty_type *type; /* of the variable, or of the elements of an array; without fields
                           if that is not a struct; NULL: unknown */
   const char *name;    /* as in the source; NULL: unknown */
   const char *file;    /* where it is defined; NULL: unknown */
   uint32_t line;       /* 0: unknown */
   int64_t n_rows;      /* of an array of several dimensions, those of the first; else
                           0 */
} ty_variable;

/* The variable that begins at an address in the binary's file or, if it is thread-local,
   at an offset in its TLS segment.  False: unknown. */
bool ty_types_variable(ty_types *types, const an_object *binary, bool is_thread_local,
                       uint64_t address, ty_variable *variable);

/* A local variable or parameter, and a word in it.  Texts and type live as long as
   `types`. */
typedef struct ty_local {
   const ty_type *type;  /* as in ty_variable */
   const char *name;     /* as in the source */
   int64_t offset;       /* of the word in the variable */
   const char *function; /* the inlined one that has it, with its scopes; NULL: the
                            frame's own, or unknown */
   const char *file;     /* where it is declared; NULL: unknown */
   uint32_t line;        /* 0: unknown */
} ty_local;

/* A frame is that of the code at an address in the binary's file, which for outer frames
   is the last byte of the call.  Words of the frame are offsets from its canonical frame
   address (CFA), which on x86 is the stack pointer before the call; negative ones are
   below.  The last frame is remembered: ask for all its words in turn. */

/* The variable that has all bytes of the word.  Of several, the one in the innermost
   scope.  False: unknown. */
bool ty_types_local(ty_types *types, const an_object *binary, uint64_t pc,
                    int64_t cfa_offset, ty_local *local);

/* The register, by its number in DWARF, that the frame has saved in the word; not the
   return address.  The word then belongs to the first frame outward that does not keep
   the register, or to a frame before that in which a variable has it.  The binary needs
   no debug info.  False: none, or unknown. */
bool ty_types_saved_register(ty_types *types, const an_object *binary, uint64_t pc,
                             int64_t cfa_offset, int *dwarf_register);

/* Whether the frame has not saved the register, so that its value there is still that of
   the caller.  False: the value is the frame's own, or unknown. */
bool ty_types_keeps_register(ty_types *types, const an_object *binary, uint64_t pc,
                             int dwarf_register);

/* The variable that has a word in the register; `offset` is that of the register's part.
   Of several, the one in the innermost scope.  False: unknown. */
bool ty_types_register_local(ty_types *types, const an_object *binary, uint64_t pc,
                             int dwarf_register, ty_local *local);

/* A frame of a stack: that of the code at an address in the binary's file. */
typedef struct ty_stack_frame {
   const an_object *binary;
   uint64_t pc;
} ty_stack_frame;

/* The variable that has a word of the first of n frames, innermost first: its own, or one
   that an outer frame has in a register which is saved there.  *frame: which of them has
   the variable.  False: unknown (ty_stack.c). */
bool ty_types_stack_local(ty_types *types, const ty_stack_frame *frames, size_t n,
                          int64_t cfa_offset, ty_local *local, size_t *frame);

/* A frame, and the name of its function as ty_types_name finds it. */
typedef struct ty_name {
   const an_frame *frame;
   const char *name; /* NULL at first */
} ty_name;

/* Sets the names of inlined functions with their namespaces and classes, as in
   "json::Parser::parse_array"; NULL stays for all others, and where debug info
   does not say it.  Only addresses with several frames are looked at.  Reorders
   `names`; the text lives as long as `types`. */
void ty_types_name(ty_types *types, const ty_program *program, ty_name *names, size_t n);

/* A frame of code at an address in memory, with the file and line of the code itself, not
   of a call that was inlined; and the file that ty_types_files finds. */
typedef struct ty_frame_file {
   const an_frame *frame;
   const char *file; /* NULL at first */
} ty_frame_file;

/* Sets the files of lines that the profile has in another file, under the same number
   (ty_lines.h); NULL stays for all others.  Reorders `files`; the text lives as long as
   `types`. */
void ty_types_files(ty_types *types, const ty_program *program, ty_frame_file *files,
                    size_t n);
