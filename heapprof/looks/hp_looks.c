/* hp_looks.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "looks/hp_looks.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcprint.h"

#include "base/tk_array.h"
#include "looks/hp_roots.h"
#include "looks/hp_spread.h"
#include "owners/hp_stale.h"
#include "run/tk_tool.h"
#include "state/hp_run.h"

#define LABEL "hp.looks"

enum {
   MOST_LOOKS = 100,
   /* Looks at maxima, each larger by this part than the one before: so all of them take a
      bounded number of times what the last one takes, and the last one is at less than
      this part below the peak. */
   PEAK_PART = 16,
};

#define NEVER (~(ULong)0)

/* The static data of a tool is where translated code reaches it best (tk_near.h). */
static UChar filter[HP_STALE_FILTER + HP_STALE_FILTER_MORE];

hp_looks_due hp_looks_next = {
   .time = NEVER, .instrs = NEVER, .peak_B = NEVER, .filter = filter
};

static struct {
   hp_looks_wish wish;
   UInt next_time; /* of wish.times */
   hp_stale stale;
   hp_look_at *looks;
   size_t n, capacity;
   hp_spread spread;
   ULong n_before_exit; /* allocations and frees */
} the;

/* Says once what a look that the user asked for in advance lacks. */
static void warn(Bool *has_said, const HChar *what, const HChar *problem)
{
   if (!*has_said)
      VG_(umsg)("warning: --owners: %s: %s\n", what, problem);
   *has_said = True;
}

/* ---- What was there before -------------------------------------------------------- */

/* Allocators of the program's own can hand out memory that cannot be read yet. */
static Bool is_readable(Addr start, SizeT size_B)
{
   static Addr first, last;
   static ULong changes;
   if (start < first || start + size_B - 1 > last
       || changes != run.threads.n_map_changes) {
      const NSegment *segment = VG_(am_find_nsegment)(start);
      if (segment == NULL || !segment->hasR)
         return False;
      first = segment->start;
      last = segment->end;
      changes = run.threads.n_map_changes;
   }
   return start + size_B - 1 <= last;
}

void hp_looks_block(Addr start, SizeT size_B)
{
   if (size_B > 0 && is_readable(start, size_B))
      hp_stale_block(&the.stale, start, size_B);
}

void hp_looks_moved(Addr from, SizeT from_B, Addr to, SizeT to_B)
{
   if (to_B > 0 && is_readable(to, to_B))
      hp_stale_move(&the.stale, from, from_B, to, to_B);
}

void hp_looks_written(Addr start, SizeT size_B)
{
   hp_stale_written(&the.stale, start, size_B);
}

static bool has_room(size_t size_B)
{
   static Bool has_said;
   if (tk_tool_has_room(size_B))
      return true;
   warn(&has_said, "what former blocks left in memory is taken for pointers",
        "out of memory");
   return false;
}

static bool is_stale(void *context, uintptr_t address)
{
   return hp_stale_has(&the.stale, address);
}

/* ---- Taking one ------------------------------------------------------------------- */

static uint32_t site_of(void *context, uint32_t record)
{
   return hp_heap_is_inherited(&run.heap, record)
             ? HP_SITE_IGNORED
             : tk_blocks_at(&run.heap.blocks, record)->site;
}

static bool varies(void *context, uint32_t site)
{
   const hp_site *of = hp_heap_site(&run.heap, site);
   return of->min_B != of->max_B;
}

/* The epoch that idle blocks are older than. */
static uint8_t old_epoch(ULong now)
{
   return run.follow_accesses ? hp_accesses_old_epoch(&run.accesses, now) : 0;
}

static bool is_idle(void *context, uint32_t record)
{
   return hp_accesses_is_idle(&run.accesses, record, *(const uint8_t *)context);
}

static void look(void *context)
{
   hp_look_at *at = context;
   hp_memory memory = *hp_roots_memory();
   uint8_t epoch = old_epoch(at->time);
   const hp_owners_sites sites = { .context = &epoch,
                                   .n = run.heap.n_sites,
                                   .site = site_of,
                                   .varies = varies,
                                   .is_idle = epoch == 0 ? NULL : is_idle };
   hp_graph graph;
   if (hp_looks_next.follows_blocks)
      memory.is_stale = is_stale;
   hp_graph_init(&graph, &run.heap.blocks, &memory, &tk_tool_tried_alloc);
   hp_roots_add(&graph);
   hp_graph_connect(&graph);
   hp_owners_look(&at->found, &graph, &sites);
   hp_graph_free(&graph);
   at->idle_since = epoch == 0 ? 0 : run.accesses.epochs[epoch];
}

static Bool is_ordered(const hp_look_at *at)
{
   return !at->is_spread && (at->why == HP_LOOK_ASKED || at->why == HP_LOOK_TIME);
}

/* Takes a look, as far as it says which.  NULL: it was taken; else why not. */
static const HChar *take_this(hp_look_at at)
{
   if (run.mode != HP_MODE_HEAP)
      return "this mode has no blocks";
   /* Those at the peak and at the end are two more. */
   if (the.n >= MOST_LOOKS && is_ordered(&at))
      return "there are 100 already";
   at.time = hp_now();
   if (!tk_tool_try(look, &at))
      return "out of memory";
   TK_ARRAY_ROOM(&run.alloc, LABEL, the.looks, the.n, the.capacity);
   the.looks[the.n++] = at;
   return NULL;
}

const HChar *hp_looks_take(hp_look_why why)
{
   return take_this((hp_look_at){ .why = (uint8_t)why });
}

static void take(hp_look_why why, bool is_spread)
{
   static Bool has_said;
   const HChar *problem = take_this(
      (hp_look_at){ .why = (uint8_t)why, .is_spread = is_spread });
   if (problem != NULL)
      warn(&has_said, "an owner snapshot is left out", problem);
}

static void drop(size_t i)
{
   hp_owners_free(&the.looks[i].found);
   for (the.n--; i < the.n; i++)
      the.looks[i] = the.looks[i + 1];
}

/* Drops the look of this kind, if there is one. */
static void drop_why(hp_look_why why)
{
   for (size_t i = the.n; i-- > 0;)
      if (the.looks[i].why == why)
         drop(i);
}

/* ---- When ------------------------------------------------------------------------- */

static void set_next(void)
{
   hp_looks_next.time = the.next_time < the.wish.n_times ? the.wish.times[the.next_time]
                                                         : NEVER;
}

/* The next peak is the first, as is the next look of those that are spread. */
static void set_first(void)
{
   hp_looks_next.peak_B = the.wish.peak ? 1 : NEVER;
   hp_looks_next.instrs = the.wish.spread ? hp_spread_begin(&the.spread, run.instrs)
                                          : NEVER;
}

static void thin(void)
{
   bool keeps = true;
   for (size_t i = 0; i < the.n;) {
      keeps ^= the.looks[i].is_spread;
      if (the.looks[i].is_spread && !keeps)
         drop(i);
      else
         i++;
   }
}

static void look_spread(void)
{
   const hp_amount *live = &run.heap.live;
   ULong cost = hp_spread_cost(live->blocks, live->bytes);
   hp_spread_turn turn = hp_spread_turn_of(&the.spread, run.instrs, cost,
                                           &hp_looks_next.instrs);
   if (turn != HP_SPREAD_WAITS)
      take(HP_LOOK_TIME, true);
   if (turn == HP_SPREAD_THINS)
      thin();
}

void hp_looks_allocated(void)
{
   ULong now = hp_now();
   if (run.instrs >= hp_looks_next.instrs)
      look_spread();
   if (now < hp_looks_next.time)
      return;
   take(HP_LOOK_TIME, false);
   while (the.next_time < the.wish.n_times && the.wish.times[the.next_time] <= now)
      the.next_time++;
   set_next();
}

/* A later maximum takes the place of the one before. */
static void look_at_peak(void)
{
   ULong live_B = run.heap.live.bytes;
   drop_why(HP_LOOK_PEAK);
   take(HP_LOOK_PEAK, false);
   hp_looks_next.peak_B = live_B + live_B / PEAK_PART + 1;
}

void hp_looks_before_free(void)
{
   if (run.heap.live.bytes == run.heap.peak.bytes)
      look_at_peak();
}

static Bool has_look(hp_look_why why)
{
   for (size_t i = the.n; i-- > 0;)
      if (the.looks[i].why == why)
         return True;
   return False;
}

static ULong count_changes(void)
{
   return run.heap.total.blocks + run.heap.freed.blocks;
}

void hp_looks_exit(void)
{
   if (!the.wish.end || has_look(HP_LOOK_EXIT))
      return;
   the.n_before_exit = count_changes();
   take(HP_LOOK_EXIT, false);
}

void hp_looks_end(void)
{
   if (run.heap.live.bytes >= hp_looks_next.peak_B)
      hp_looks_before_free();
   if (!the.wish.end || has_look(HP_LOOK_END))
      return;
   take(HP_LOOK_END, false);
   if (has_look(HP_LOOK_END) && the.n_before_exit == count_changes())
      drop_why(HP_LOOK_EXIT);
}

void hp_looks_forget(void)
{
   for (size_t i = 0; i < the.n; i++)
      hp_owners_free(&the.looks[i].found);
   the.n = 0;
   set_first();
}

void hp_looks_init(const hp_looks_wish *wish)
{
   the.wish = *wish;
   set_next();
   set_first();
   hp_looks_next.follows_blocks = wish->end || wish->peak || wish->spread
                                  || wish->n_times > 0;
   the.stale.alloc = &run.alloc;
   the.stale.has_room = has_room;
   the.stale.filter = filter;
   hp_stale_fini(&the.stale);
   hp_roots_init();
}

const hp_look_at *hp_looks_list(SizeT *n)
{
   *n = the.n;
   return the.looks;
}
