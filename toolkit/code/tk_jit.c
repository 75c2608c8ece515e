/* tk_jit.c -- SPDX-License-Identifier: GPL-2.0-or-later

   Addresses are painted: a code that is added takes its addresses away from those before,
   which keep the rest, perhaps in several pieces.  Pieces do not overlap.  They are the
   nodes of a treap: a binary tree sorted by address, in which each node has a higher
   priority than those below it (Seidel and Aragon, "Randomized Search Trees", 1996).  Its
   depth is logarithmic in whatever order codes come. */

#include "code/tk_jit.h"

#include "base/tk_array.h"
#include "base/tk_hash.h"
#include "base/tk_search.h"
#include "base/tk_sort.h"

#define LABEL "tk.jit"

enum { NONE = 0 }; /* nodes count from 1 */

typedef struct {
   uint64_t low, high; /* high exclusive */
   uint32_t code;      /* an index of codes */
   uint32_t left, right;
} node;

struct tk_jit {
   const tk_alloc *alloc;
   tk_strings *names;
   node *nodes; /* [NONE] is not used */
   size_t n_nodes, max_nodes;
   uint32_t root;
   uint32_t unused; /* a list of nodes, by `left` */
   tk_jit_code *codes;
   size_t n_codes, max_codes;
};

tk_jit *tk_jit_new(const tk_alloc *alloc, tk_strings *names)
{
   tk_jit *jit = tk_get(alloc, LABEL, sizeof *jit);
   *jit = (tk_jit){ .alloc = alloc, .names = names };
   TK_ARRAY_ROOM(alloc, LABEL, jit->nodes, 0, jit->max_nodes);
   jit->n_nodes = 1;
   return jit;
}

void tk_jit_free(tk_jit *jit)
{
   for (size_t i = 0; i < jit->n_codes; i++)
      tk_put(jit->alloc, (void *)jit->codes[i].lines);
   tk_put(jit->alloc, jit->codes);
   tk_put(jit->alloc, jit->nodes);
   tk_put(jit->alloc, jit);
}

uint32_t tk_jit_generation(const tk_jit *jit)
{
   return (uint32_t)jit->n_codes + 1;
}

tk_strings *tk_jit_names(const tk_jit *jit)
{
   return jit->names;
}

/* ---- Nodes ------------------------------------------------------------ */

static uint32_t new_node(tk_jit *jit, uint64_t low, uint64_t high, uint32_t code)
{
   uint32_t i = jit->unused;
   if (i != NONE)
      jit->unused = jit->nodes[i].left;
   else
      i = (uint32_t)jit->n_nodes++;
   jit->nodes[i] = (node){ .low = low, .high = high, .code = code };
   return i;
}

/* Recursive, as are those below: no deeper than the tree. */
static void drop_all(tk_jit *jit, uint32_t i)
{
   if (i == NONE)
      return;
   drop_all(jit, jit->nodes[i].left);
   drop_all(jit, jit->nodes[i].right);
   jit->nodes[i].left = jit->unused;
   jit->unused = i;
}

static bool is_above(uint32_t a, uint32_t b)
{
   return tk_hash_word(a) > tk_hash_word(b);
}

/* One tree of two; all of the first are before those of the second. */
static uint32_t join(tk_jit *jit, uint32_t a, uint32_t b)
{
   if (a == NONE || b == NONE)
      return a == NONE ? b : a;
   if (is_above(a, b)) {
      jit->nodes[a].right = join(jit, jit->nodes[a].right, b);
      return a;
   }
   jit->nodes[b].left = join(jit, a, jit->nodes[b].left);
   return b;
}

/* Two trees of one: what begins before `addr`, and the rest. */
static void split(tk_jit *jit, uint32_t i, uint64_t addr, uint32_t *before,
                  uint32_t *rest)
{
   if (i == NONE) {
      *before = *rest = NONE;
   } else if (jit->nodes[i].low < addr) {
      split(jit, jit->nodes[i].right, addr, &jit->nodes[i].right, rest);
      *before = i;
   } else {
      split(jit, jit->nodes[i].left, addr, before, &jit->nodes[i].left);
      *rest = i;
   }
}

static uint32_t last_of(const tk_jit *jit, uint32_t i)
{
   while (i != NONE && jit->nodes[i].right != NONE)
      i = jit->nodes[i].right;
   return i;
}

/* Gives the addresses to the code.  Takes two nodes at most. */
static void paint(tk_jit *jit, uint64_t low, uint64_t high, uint32_t code)
{
   uint32_t before, covered, after;
   split(jit, jit->root, low, &before, &after);
   split(jit, after, high, &covered, &after);
   /* What is left of a piece that ends beyond these addresses. */
   uint32_t last = last_of(jit, covered != NONE ? covered : before);
   if (last != NONE && jit->nodes[last].high > high)
      after = join(jit, new_node(jit, high, jit->nodes[last].high, jit->nodes[last].code),
                   after);
   last = last_of(jit, before);
   if (last != NONE && jit->nodes[last].high > low)
      jit->nodes[last].high = low;
   drop_all(jit, covered);
   before = join(jit, before, new_node(jit, low, high, code));
   jit->root = join(jit, before, after);
}

/* ---- Codes ------------------------------------------------------------ */

static void add_code(tk_jit *jit, const tk_jit_code *code)
{
   TK_ARRAY_ROOM(jit->alloc, LABEL, jit->codes, jit->n_codes, jit->max_codes);
   TK_ARRAY_ROOM_FOR(2, jit->alloc, LABEL, jit->nodes, jit->n_nodes, jit->max_nodes);
   jit->codes[jit->n_codes] = *code;
   paint(jit, code->start, code->start + code->size_B, (uint32_t)jit->n_codes++);
}

/* Is there code, and room for it? */
static bool is_wanted(const tk_jit *jit, uint64_t start, uint64_t size_B)
{
   return size_B > 0 && size_B <= TK_JIT_SIZE_MAX_B && size_B <= UINT64_MAX - start
          && jit->n_codes < TK_JIT_CODES_MAX;
}

static int by_address(void *context, const void *a, const void *b)
{
   const tk_jit_line *x = a, *y = b;
   const uint64_t *shift_B = context;
   if (x->address != y->address)
      return x->address + *shift_B < y->address + *shift_B ? -1 : 1;
   return x < y ? -1 : 1;
}

/* A sorted copy, with addresses that are higher by `shift_B`; NULL: there are none. */
static tk_jit_line *copy_lines(const tk_jit *jit, const tk_jit_line *lines, uint32_t n,
                               uint64_t shift_B)
{
   if (n == 0)
      return NULL;
   tk_jit_line *copy = tk_get(jit->alloc, LABEL, n * sizeof *copy);
   const void **order = tk_get(jit->alloc, LABEL, n * sizeof *order);
   for (uint32_t i = 0; i < n; i++)
      order[i] = &lines[i];
   tk_sort(order, n, by_address, &shift_B);
   for (uint32_t i = 0; i < n; i++) {
      copy[i] = *(const tk_jit_line *)order[i];
      copy[i].address += shift_B;
   }
   tk_put(jit->alloc, order);
   return copy;
}

static size_t name_length_B(const char *name, size_t name_B)
{
   size_t length_B = 0;
   while (length_B < name_B && length_B < TK_JIT_NAME_MAX_B && name[length_B] != '\0')
      length_B++;
   return length_B;
}

void tk_jit_add(tk_jit *jit, uint64_t start, uint64_t size_B, const char *name,
                size_t name_B, const tk_jit_line *lines, uint32_t n_lines)
{
   size_t length_B = name_length_B(name, name_B);
   if (!is_wanted(jit, start, size_B) || length_B == 0)
      return;
   tk_jit_code code = {
      .start = start,
      .size_B = size_B,
      .name = tk_strings_intern(jit->names, name, length_B),
      .lines = copy_lines(jit, lines, n_lines, 0),
      .n_lines = n_lines,
      .serial = (uint32_t)jit->n_codes + 1,
   };
   add_code(jit, &code);
}

const tk_jit_code *tk_jit_at(const tk_jit *jit, uint64_t addr)
{
   uint32_t i = jit->root;
   while (i != NONE) {
      const node *n = &jit->nodes[i];
      if (addr >= n->low && addr < n->high)
         return &jit->codes[n->code];
      i = addr < n->low ? n->left : n->right;
   }
   return NULL;
}

const tk_jit_code *tk_jit_nth(const tk_jit *jit, uint32_t serial)
{
   return &jit->codes[serial - 1];
}

void tk_jit_move(tk_jit *jit, uint64_t from, uint64_t to, uint64_t size_B)
{
   const tk_jit_code *old = tk_jit_at(jit, from);
   if (old == NULL || old->start != from || !is_wanted(jit, to, size_B))
      return;
   tk_jit_code moved = *old;
   moved.start = to;
   moved.size_B = size_B;
   moved.lines = copy_lines(jit, old->lines, old->n_lines, to - from);
   moved.serial = (uint32_t)jit->n_codes + 1;
   add_code(jit, &moved);
}

const tk_jit_line *tk_jit_line_at(const tk_jit_code *code, uint64_t addr)
{
   size_t after = TK_SEARCH(i, code->n_lines, code->lines[i].address <= addr);
   return after == 0 ? NULL : &code->lines[after - 1];
}
