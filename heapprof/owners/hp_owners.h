/* hp_owners.h -- a look at the whole heap at one moment: what is lost, who keeps what,
   and how it is reached; pure.

   It is made of sums, so a profile of millions of blocks stays small: the dominator
   tree (hp_dominators.h) is merged into a tree of owners.  Blocks of one site with the
   same owner, referred to by the same part of it, are one owner in turn.  A block whose
   own owners include its site joins the nearest of them: a list or a tree of equal
   nodes is one owner, not one for each level.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "accounts/hp_heap.h"
#include "owners/hp_leaks.h"

enum {
   HP_NO_OWNER = UINT32_MAX,
   HP_MOST_OWNERS = 200000, /* what would be more counts for the owner above */
   HP_OWNERS_DEPTH = 64,    /* likewise */
   HP_MOST_SHARERS = 4,
   HP_MOST_STEPS = 40, /* of a chain */
   HP_MOST_WORDS = 4,
   /* Of blocks that are larger, or have several sizes, elements are not told apart. */
   HP_FIELDS_B = 1024,
   HP_KEY_LOST = 0, /* the key of the root that owns what is definitely lost */
};

/* No word of the owner refers to the block itself. */
#define HP_NO_OFFSET INT64_MAX

/* The blocks of a site at one kind of leak. */
typedef struct hp_leak_site {
   uint32_t site;
   uint8_t leak; /* hp_leak */
   hp_amount amount;
   uint64_t rings; /* blocks that are definitely lost, and refer to themselves through
                      others */
} hp_leak_site;

typedef enum hp_owner_kind {
   HP_OWNER_ROOT,   /* `what`: its key */
   HP_OWNER_SHARED, /* several roots reach it; `what`: an index of `sharers` */
   HP_OWNER_SITE,   /* blocks; `what`: their site */
} hp_owner_kind;

typedef struct hp_owner {
   uint32_t above; /* its index is lower; HP_NO_OWNER: none */
   uint8_t kind;   /* hp_owner_kind */
   uint32_t what;
   /* Where the owner above refers to these blocks: from its start (hp_root.base).
      HP_NO_OFFSET: others that it owns refer to them. */
   int64_t offset;
   uint64_t step; /* 0: all at that offset; else offsets differ by multiples of it */
   /* A frame's other words that refer to the first of these blocks: one of them can be a
      variable, where `offset` is a copy of it. */
   int64_t words[HP_MOST_WORDS];
   uint8_t n_words;
   hp_amount own;  /* of its blocks, without those of owners below */
   hp_amount idle; /* of these, those that are no longer read */
} hp_owner;

/* Some of the roots that reach blocks, by their keys, ascending. */
typedef struct hp_sharers {
   uint32_t keys[HP_MOST_SHARERS];
   uint8_t n;
   bool has_more;
} hp_sharers;

/* One step of a chain: where in a root or block the pointer to the next is. */
typedef struct hp_step {
   bool is_root;
   uint32_t what;  /* a key or site */
   int64_t offset; /* HP_NO_OFFSET: the chain ends here, or is cut */
} hp_step;

/* The shortest way from a root to a block of the site: steps[first] is the root, the last
   one the block.  If it is longer than HP_MOST_STEPS, steps in its middle are missing,
   behind the one whose offset is HP_NO_OFFSET. */
typedef struct hp_chain {
   uint32_t site, first, n;
} hp_chain;

/* Lost blocks that lead to each other, and a word that closes such rings: there, blocks
   of `site` refer back to blocks of `to`. */
typedef struct hp_ring {
   uint32_t site, to;
   int64_t offset;        /* of the word; HP_NO_OFFSET: in an array */
   uint32_t holder;       /* the site of a block that refers to one of `site`, as those of
                              arrays say little; HP_NO_OWNER: none */
   int64_t holder_offset; /* where; HP_NO_OFFSET: in an array */
   uint64_t n;            /* rings */
   hp_amount lost;        /* their blocks, and what only they lead to */
} hp_ring;

typedef struct hp_owners {
   const tk_alloc *alloc;
   hp_amount leaks[HP_LEAKS];
   hp_leak_site *leak_sites; /* by site, then kind */
   hp_owner *tree;
   hp_sharers *sharers;
   hp_chain *chains; /* by site */
   hp_step *steps;
   hp_ring *rings;
   size_t n_leak_sites, n_tree, n_sharers, n_chains, n_steps, n_rings;
   size_t max_leak_sites, max_tree, max_sharers, max_chains, max_steps, max_rings;
} hp_owners;

/* What to sum up. */
typedef struct hp_owners_sites {
   void *context;
   uint32_t n; /* sites are below */
   /* The site of a block; HP_SITE_IGNORED: it counts nowhere, but what it refers to is
      kept by it. */
   uint32_t (*site)(void *context, uint32_t record);
   /* Do its blocks have several sizes?  Then they are arrays, or end with one. */
   bool (*varies)(void *context, uint32_t site);
   /* Is the block no longer read?  Can be NULL. */
   bool (*is_idle)(void *context, uint32_t record);
} hp_owners_sites;

/* Looks at the graph, whose edges are known; it is changed, and to be freed by the
   caller. */
void hp_owners_look(hp_owners *owners, hp_graph *graph, const hp_owners_sites *sites);
void hp_owners_free(hp_owners *owners);
