/* ah_keepers.h -- what keeps blocks, by the names that the source has for it.

   A look knows retainers by sites and offsets (ah_look.h); debug info knows which
   variable of a frame, and which field of a type, is at an offset.  Those that are the
   same by name are one keeper, and each local variable is one of its own beside its
   frame.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "heap/ah_groups.h"
#include "heap/ah_look.h"

#define AH_KEEPER_KINDS(X) \
   X(LOST, "lost") \
   X(STATIC, "static") \
   X(THREAD_LOCAL, "thread-local") \
   X(LOCAL, "local") \
   X(FRAME, "frame") \
   X(STACK_TOP, "stack-top") \
   X(REGISTERS, "registers") \
   X(MAPPING, "mapping") \
   X(SHARED, "shared") \
   X(BLOCKS, "blocks")

typedef enum ah_keeper_kind {
#define X(kind, name) AH_KEEPER_##kind,
   AH_KEEPER_KINDS(X)
#undef X
      AH_N_KEEPER_KINDS
} ah_keeper_kind;

const char *ah_keeper_kind_name(ah_keeper_kind kind);

enum { AH_NO_SITE = UINT32_MAX };

/* What debug info knows of variables (ty_types.h); by pointers, so that commands without
   it need no library. */
typedef struct ah_naming {
   ty_types *types;
   bool (*variable)(ty_types *types, const an_object *binary, bool is_thread_local,
                    uint64_t address, ty_variable *variable);
   bool (*local)(ty_types *types, const ty_stack_frame *frames, size_t n,
                 int64_t cfa_offset, ty_local *local, size_t *frame);
} ah_naming;

/* Texts are the profile's, those of `types`, or the keepers' own. */
typedef struct ah_keeper {
   int64_t above; /* the index of its own keeper, lower than its own; -1: none */
   ah_keeper_kind kind;
   const char *name;     /* of a variable or function; of SHARED, all that share, "a & b";
                        NULL: unknown, or only pools share it */
   const char *file;     /* where that is declared; of a MAPPING, or of memory without a
                        symbol, the mapped file; NULL: unknown */
   uint32_t line;        /* 0: unknown */
   const char *function; /* of LOCAL: that has it */
   uint32_t site;        /* of BLOCKS; else AH_NO_SITE */
   const char *field;    /* of its keeper, that refers to it; NULL: unknown */
   const ty_type *type;  /* of the blocks or the variable; NULL: unknown */
   ah_amount own, retained;
   ah_amount idle; /* of what it retains: no longer read (ah_look.idle_since) */
} ah_keeper;

typedef struct ah_keepers {
   ah_keeper *of; /* above its own, in no other order */
   size_t n;
   /* private: */
   const tk_alloc *alloc;
   size_t capacity;
   char **texts;
   size_t n_texts, max_texts;
} ah_keepers;

/* The keepers of one look of the profile.  `groups` and `naming` can be NULL: names are
   those of symbols then. */
void ah_keepers_make(ah_keepers *keepers, const tk_alloc *alloc,
                     const ah_profile *profile, const ah_look *look,
                     const ah_groups *groups, const ah_naming *naming);
enum { AH_NO_KEEPER = UINT32_MAX };

/* Sets old_of[i], for each of `later`, to the same keeper in `earlier`, by names, or to
   AH_NO_KEEPER.  `of_one_run`: sites and lines are the same; else blocks match none. */
void ah_keepers_match(const ah_keepers *earlier, const ah_keepers *later, bool of_one_run,
                      uint32_t *old_of);
