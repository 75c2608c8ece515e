/* cs_clock.h -- estimated cycles: how long a core waits for data that is far away; pure.

   The core goes on while a load waits for its line, until `window` instructions are
   behind it.  Then it stalls until the load has its data.  So loads that do not depend on
   each other wait at the same time, and a load whose address comes from another one
   begins only when that has ended.  This is the first-order model of Karkhanis and Smith
   ("A First-Order Superscalar Processor Model", 2004).

   - A load *depends* on loads under way whose value goes to a register that its address
     is computed from; and on those in whose piece of CS_CLOCK_PIECE_B bytes a pointer
     lies to at most CS_CLOCK_NEAR_B bytes before its address.  Bits from CS_CLOCK_LOCAL
     on name loads of the superblock itself: they count if that came less than `span`
     instructions before.
   - Writes wait in a queue of their own, which is two windows long.
   - At most `misses` lines are on their way for loads, and as many for writes.
   - A *port* hands out the lines of a level, or of memory: one in `gap` cycles, those of
     loads and writes before those of prefetchers.
   - A set of D1 takes one line in `refill` cycles.
   - The second TLB finds one page in `gap` cycles.
   - Of page walks, `walkers` are under way.
   - A line that a prefetcher asked for comes as late as if a load had asked for it then,
     and who needs it earlier waits for the rest.  A port, or a set, so busy that the line
     would take twice as long does not take the request: then a load begins it.
   - A page walk takes `walk` cycles; an eighth of it if one of the latest CS_CLOCK_WALKS
     was next to it: their entries are in one line.  Such walks go one at a time.  One
     takes `far_walk`, if that is more, unless one of the latest CS_CLOCK_FAR_WALKS was
     next to it, or one of the latest CS_CLOCK_WALKS in the line beside: else the line has
     left the caches.
   - A mispredicted branch costs its cycles, after the load that its condition needs.

   A load, a write or a prefetch takes its turn at ports, sets and walkers in the order of
   the program, even if it waits for its address until later.  What *held* it longest is
   noted, and as much of its wait counts as a wait for that.

   Instructions, and the cycles that they take without misses, are counted elsewhere, in
   one word: cs_ticks.  This module is called only for what is rare.  Time is in cycles.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "machine/cs_address.h"
#include "machine/cs_machine.h"

/* Instructions in the low half, cycles without misses in the high half.  Both may wrap,
   but not between two calls. */
typedef uint64_t cs_ticks;

static inline cs_ticks cs_ticks_of(uint32_t instrs, uint32_t cycles)
{
   return (uint64_t)cycles << 32 | instrs;
}

/* What can hold a load, beside the time that it takes by itself. */
typedef enum {
   CS_HELD_NOT,
   CS_HELD_BUFFERS, /* `misses` lines are on their way */
   CS_HELD_PORT,
   CS_HELD_SET,
   CS_HELD_WALK, /* the turn of the second TLB; or of a walker, and the page walk */
   CS_N_HELD
} cs_held;

/* Who pays for a wait: counters of cycles.  Those for data have a counter behind them for
   each cs_held from 1 on. */
typedef struct {
   uint64_t *line, *path, *total;
} cs_payer;

enum {
   CS_CLOCK_WAITING = 128, /* in a queue, at most; a power of two */
   CS_CLOCK_LINES = 1024,  /* prefetched lines that are known; a power of two */
   CS_CLOCK_NEAR_B = 512,
   CS_CLOCK_PIECE_B = 64,
   CS_CLOCK_WORDS = CS_CLOCK_PIECE_B / sizeof(uintptr_t),
   CS_CLOCK_POINTERS = 4,
   CS_CLOCK_LOCAL = 48,
   CS_CLOCK_SETS = 1024, /* sets beyond share them */
   CS_CLOCK_WALKERS = 8,
   CS_CLOCK_WALKS = 64,       /* a power of two */
   CS_CLOCK_FAR_WALKS = 1024, /* likewise */
};

/* Is the word, found at about this address, probably a pointer?  One that is far from it
   is taken for a number, and so is a low one: Linux maps nothing there. */
static inline bool cs_clock_is_pointer(uintptr_t word, uintptr_t addr)
{
   const uintptr_t lowest = (uintptr_t)1 << 16;
   uintptr_t far = (uintptr_t)1 << (sizeof(uintptr_t) == 8 ? 36 : 28);
   return word - addr + far / 2 < far && word >= lowest;
}

/* Is the address in what the pointer leads to? */
static inline bool cs_clock_leads_to(uintptr_t pointer, uintptr_t addr)
{
   return addr - pointer < CS_CLOCK_NEAR_B;
}

/* A bit for the piece of CS_CLOCK_NEAR_B bytes that an address lies in; many share it. */
static inline uint64_t cs_clock_piece(uintptr_t addr)
{
   return UINT64_C(1) << (addr / CS_CLOCK_NEAR_B % 64);
}

/* The bits of the pieces in which what the pointer leads to can lie. */
static inline uint64_t cs_clock_pieces(uintptr_t pointer)
{
   return cs_clock_piece(pointer) | cs_clock_piece(pointer + CS_CLOCK_NEAR_B);
}

/* Gives CS_CLOCK_WORDS words of the program's memory, around this address; NULL if they
   cannot be read.  Valid until the next call. */
typedef const uintptr_t *cs_words_at(uintptr_t addr);

/* A load or a write that has not ended. */
typedef struct {
   uint64_t instr;  /* its number */
   uint64_t cycles; /* when it came, without all waits */
   uint64_t done;   /* when its data comes */
   uint64_t held_cycles;
   cs_held held; /* by what, so long */
   uint64_t to;  /* registers that its value goes to, a bit each */
   uintptr_t pointers[CS_CLOCK_POINTERS]; /* beside it; 0: no more */
   cs_payer payer;
} cs_waiting;

/* The loads, or the writes, that have not ended, by number. */
typedef struct {
   uint64_t first, end;
   uint64_t window; /* instructions after which the core waits for it */
   cs_waiting waiting[CS_CLOCK_WAITING];
} cs_queue;

/* A line that a prefetcher asked for: when it comes.  Or 0: a port or a set did not take
   the request. */
typedef struct {
   uintptr_t line;
   uint64_t comes, held_cycles;
   cs_held held;
   uint32_t level, latency_cycles;
} cs_clock_line;

/* The sets of D1, as far as they hold lines up. */
typedef struct {
   uint32_t n_sets, line_bits;
   uint32_t refill_cycles;        /* 0: they do not */
   uint64_t taken[CS_CLOCK_SETS]; /* when a set took its latest line */
} cs_clock_sets;

typedef struct {
   uint32_t n_misses, n_levels;
   uint32_t gap_cycles[CS_LEVELS_MAX + 1]; /* of the ports: of levels, then of memory */
   /* When each handed out its latest line; with those for prefetchers. */
   uint64_t port[CS_LEVELS_MAX + 1], port_of_all[CS_LEVELS_MAX + 1];
   cs_clock_sets sets;
   uint32_t page_gap_cycles; /* of the second data TLB */
   uint64_t page_found;      /* when it found its latest page */
   uint32_t n_walkers;
   uint64_t walkers[CS_CLOCK_WALKERS]; /* when each is free */
   uint64_t near_walk;                 /* when that began */
   cs_ticks seen;                      /* at the last call */
   uint64_t instrs, cycles;            /* so far, without waits */
   uint64_t waited;
   cs_queue loads, writes;
   /* For each register the last to end of the loads that go to it: its number plus 1; 0,
      or one that is not in the queue: none. */
   uint64_t sources[CS_CLOCK_LOCAL];
   uint64_t pointed;    /* where pointers of loads lead to, by cs_clock_pieces, since
                           there were none */
   uint32_t n_pointing; /* loads in the queue with pointers */
   cs_clock_line lines[CS_CLOCK_LINES]; /* prefetched, by a hash of the line */
   uint32_t page_bits;
   uint32_t walk_cycles, far_walk_cycles;
   /* Lines of the page table. */
   uintptr_t walked[CS_CLOCK_WALKS], walked_far[CS_CLOCK_FAR_WALKS];
} cs_clock;

/* The start of a run, when the ticks are 0. */
void cs_clock_init(cs_clock *clock, const cs_machine *machine);

/* How long a page walk for this address takes; pages are cs_address_page's. */
uint32_t cs_clock_walk(cs_clock *clock, uintptr_t addr);

/* A load or a write of data that is not at hand. */
typedef struct {
   uint32_t level;          /* that has the line: 0 is the first, n_levels the memory */
   uint32_t latency_cycles; /* from there */
   uint32_t page_cycles;    /* before that, to find its page */
   bool is_walk;            /* these are of cs_clock_walk */
   uintptr_t addr;          /* as the program has it: pointers lead there */
   uintptr_t moved_by;      /* in the caches, it lies so much further on */
   const cs_clock_line *prefetched; /* by cs_clock_find, or NULL */
   uint64_t from, to;      /* registers: its address needs them; they need its value */
   uint32_t span;          /* instructions of the superblock */
   const uintptr_t *words; /* CS_CLOCK_WORDS: what a load finds beside it; or NULL */
   cs_payer payer;
} cs_clock_miss;

void cs_clock_load(cs_clock *clock, cs_ticks now, const cs_clock_miss *miss);
void cs_clock_write(cs_clock *clock, cs_ticks now, const cs_clock_miss *miss);

/* A prefetcher asks for this line, which that level has; one of D1's, or of another
   level's. */
void cs_clock_prefetch(cs_clock *clock, cs_ticks now, uintptr_t line, bool is_of_d1,
                       uint32_t level, uint32_t latency_cycles);

/* A prefetcher of D1 brings this line from L2, in so many cycles.  True if nothing holds
   it up: then it is not known further, as that is soon.  Else it has to be asked for. */
bool cs_clock_fill(cs_clock *clock, cs_ticks now, uintptr_t line,
                   uint32_t latency_cycles);

/* What is known of a line that a prefetcher asked for; NULL if it has come, or nothing is
   known.  Valid until the next call. */
const cs_clock_line *cs_clock_find(cs_clock *clock, cs_ticks now, uintptr_t line);

/* Lines are written back to memory. */
void cs_clock_written(cs_clock *clock, cs_ticks now, uint32_t n_lines);

/* A mispredicted branch, whose condition needs the registers `from`. */
void cs_clock_branch(cs_clock *clock, cs_ticks now, uint32_t cycles, uint64_t from,
                     uint32_t span, const cs_payer *payer);

/* Code comes so many cycles late; `prefetched` as in a cs_clock_miss. */
void cs_clock_fetch(cs_clock *clock, cs_ticks now, uint32_t cycles,
                    const cs_clock_line *prefetched, const cs_payer *payer);

/* Waits for all that has not ended.  To be called before the counters are read. */
void cs_clock_flush(cs_clock *clock, cs_ticks now);
