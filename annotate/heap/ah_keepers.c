/* ah_keepers.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* stpcpy */
#endif

#include "heap/ah_keepers.h"

#include "base/an_base_name.h"
#include "base/tk_array.h"
#include "base/tk_hash.h"
#include "base/tk_table.h"
#include "heap/ah_keeper_names.h"

#include <string.h>

typedef struct {
   ah_keepers *keepers;
   const ah_profile *profile;
   const ah_look *look;
   const ah_groups *groups; /* or NULL */
   const ah_naming *naming; /* or NULL */
   int64_t *of;             /* each retainer's keeper */
   tk_table table;
} maker;

/* ---- Keepers, each once ------------------------------------------------------------ */

static bool is_text(const char *a, const char *b)
{
   return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

static bool is_same(const ah_keeper *a, const ah_keeper *b)
{
   return a->above == b->above && a->kind == b->kind && a->site == b->site
          && a->line == b->line && is_text(a->name, b->name) && is_text(a->file, b->file)
          && is_text(a->function, b->function) && is_text(a->field, b->field);
}

static uint64_t hash_text(uint64_t hash, const char *text)
{
   return text == NULL ? hash : tk_hash_word(hash ^ tk_hash_bytes(text, strlen(text)));
}

static uint64_t hash_of(const ah_keeper *keeper)
{
   uint64_t hash = tk_hash_word((uint64_t)keeper->above ^ (uint64_t)keeper->kind << 56);
   hash = tk_hash_word(hash ^ keeper->site ^ (uint64_t)keeper->line << 32);
   return hash_text(hash_text(hash_text(hash, keeper->name), keeper->function),
                    keeper->field);
}

/* The index of the keeper, which is added if it is new. */
static int64_t keeper_of(maker *m, const ah_keeper *key)
{
   ah_keepers *keepers = m->keepers;
   uint64_t hash = hash_of(key);
   TK_TABLE_EACH(i, &m->table, hash)
      if (is_same(&keepers->of[i], key))
         return i;
   TK_ARRAY_ROOM(keepers->alloc, AN_LABEL, keepers->of, keepers->n, keepers->capacity);
   tk_table_add(&m->table, hash, (uint32_t)keepers->n);
   keepers->of[keepers->n] = *key;
   return (int64_t)keepers->n++;
}

/* A text that lives as long as the keepers. */
static char *keep_text(maker *m, size_t size_B)
{
   ah_keepers *keepers = m->keepers;
   TK_ARRAY_ROOM(keepers->alloc, AN_LABEL, keepers->texts, keepers->n_texts,
                 keepers->max_texts);
   char *text = tk_get(keepers->alloc, AN_LABEL, size_B);
   keepers->texts[keepers->n_texts++] = text;
   return text;
}

/* ---- Roots that share ---- */

/* What a root is called among those that share blocks: without a name, as its file. */
static const char *short_name(const maker *m, uint32_t root)
{
   ah_keeper keeper = { .above = -1 };
   ah_keeper_name_root(&keeper, m->profile, &m->profile->roots[root], m->naming);
   if (keeper.name != NULL)
      return keeper.name;
   return keeper.file == NULL ? ah_keeper_kind_name(keeper.kind)
                              : an_base_name(keeper.file);
}

/* "a & b & others"; none if only pools do, which are no roots. */
static void name_sharers(maker *m, const ah_sharers *sharers, ah_keeper *keeper)
{
   static const char between[] = " & ", others[] = "others";
   size_t size_B = sizeof others;
   keeper->kind = AH_KEEPER_SHARED;
   if (sharers->n == 0 && !sharers->has_more)
      return;
   for (uint32_t i = 0; i < sharers->n; i++)
      size_B += strlen(short_name(m, sharers->roots[i])) + sizeof between - 1;
   char *text = keep_text(m, size_B), *at = text;
   for (uint32_t i = 0; i < sharers->n; i++)
      at = stpcpy(stpcpy(at, i == 0 ? "" : between), short_name(m, sharers->roots[i]));
   if (sharers->has_more)
      stpcpy(stpcpy(at, sharers->n == 0 ? "" : between), others);
   keeper->name = text;
}

/* ---- Blocks ----------------------------------------------------------------------- */

/* The keeper of a local variable, and the field of it that refers to blocks; the frame's,
   if none is known. */
static int64_t local_of(maker *m, const ah_root *root, const ah_retainer *retainer,
                        const char **field)
{
   ah_local found;
   ah_keeper frame = { .above = -1 };
   if (!ah_keeper_local(&found, root, m->naming, retainer))
      return m->of[retainer->above];
   *field = ah_keeper_field(found.of.type, found.of.offset, retainer->step);
   ah_keeper_name_root(&frame, m->profile, found.frame, NULL);
   return keeper_of(
      m, &(ah_keeper){
            .above = -1,
            .kind = AH_KEEPER_LOCAL,
            .name = found.of.name,
            .file = found.of.file,
            .line = found.of.line,
            .function = found.of.function != NULL ? found.of.function : frame.name,
            .site = AH_NO_SITE,
            .type = found.of.type,
         });
}

static const ty_type *type_of_site(const maker *m, uint32_t site)
{
   return m->groups == NULL ? NULL : m->groups->types[site];
}

/* Blocks of a site: their keeper, and the field of it that refers to them. */
static int64_t keeper_of_blocks(maker *m, const ah_retainer *retainer)
{
   const ah_retainer *above = retainer->above < 0 ? NULL
                                                  : &m->look->retainers[retainer->above];
   ah_keeper key = { .above = retainer->above < 0 ? -1 : m->of[retainer->above],
                     .kind = AH_KEEPER_BLOCKS,
                     .site = retainer->what,
                     .type = type_of_site(m, retainer->what) };
   if (above != NULL && above->kind == AH_RETAINER_ROOT
       && m->profile->roots[above->what].kind == AH_ROOT_STACK)
      key.above = local_of(m, &m->profile->roots[above->what], retainer, &key.field);
   else if (above != NULL && retainer->has_offset)
      key.field = ah_keeper_field(m->keepers->of[key.above].type, retainer->offset,
                                  retainer->step);
   return keeper_of(m, &key);
}

static int64_t keeper_of_retainer(maker *m, const ah_retainer *retainer)
{
   ah_keeper key = { .above = -1, .site = AH_NO_SITE };
   switch (retainer->kind) {
   case AH_RETAINER_ROOT:
      ah_keeper_name_root(&key, m->profile, &m->profile->roots[retainer->what],
                          m->naming);
      break;
   case AH_RETAINER_SHARED:
      name_sharers(m, &m->look->sharers[retainer->what], &key);
      break;
   default: return keeper_of_blocks(m, retainer);
   }
   return keeper_of(m, &key);
}

static void add(ah_amount *to, ah_amount more)
{
   to->bytes += more.bytes; /* the sum of all fits (ah_read_looks.c) */
   to->blocks += more.blocks;
}

/* ---- All ---- */

static void make(maker *m)
{
   const ah_look *look = m->look;
   ah_keepers *keepers = m->keepers;
   for (size_t i = 0; i < look->n_retainers; i++) {
      m->of[i] = keeper_of_retainer(m, &look->retainers[i]);
      add(&keepers->of[m->of[i]].own, look->retainers[i].own);
      add(&keepers->of[m->of[i]].idle, look->retainers[i].idle);
   }
   for (size_t i = keepers->n; i-- > 0;) {
      ah_keeper *keeper = &keepers->of[i];
      add(&keeper->retained, keeper->own);
      if (keeper->above < 0)
         continue;
      add(&keepers->of[keeper->above].retained, keeper->retained);
      add(&keepers->of[keeper->above].idle, keeper->idle);
   }
}

void ah_keepers_make(ah_keepers *keepers, const tk_alloc *alloc,
                     const ah_profile *profile, const ah_look *look,
                     const ah_groups *groups, const ah_naming *naming)
{
   *keepers = (ah_keepers){ .alloc = alloc };
   maker m = { .keepers = keepers,
               .profile = profile,
               .look = look,
               .groups = groups,
               .naming = naming,
               .of = tk_get(alloc, AN_LABEL, (look->n_retainers + 1) * sizeof *m.of),
               .table = { .alloc = alloc, .label = AN_LABEL } };
   make(&m);
}

/* ---- Two looks ---- */

/* What tells it apart: in another run its line can be another, and its directory. */
static ah_keeper key_of(const ah_keeper *keeper, bool of_one_run)
{
   ah_keeper key = *keeper;
   if (!of_one_run)
      key.line = 0;
   if (!of_one_run && key.file != NULL)
      key.file = an_base_name(key.file);
   return key;
}

static uint32_t find_same(const tk_table *table, const ah_keepers *earlier,
                          const ah_keeper *key, bool of_one_run)
{
   TK_TABLE_EACH(i, table, hash_of(key)) {
      ah_keeper other = key_of(&earlier->of[i], of_one_run);
      if (is_same(&other, key))
         return i;
   }
   return AH_NO_KEEPER;
}

void ah_keepers_match(const ah_keepers *earlier, const ah_keepers *later, bool of_one_run,
                      uint32_t *old_of)
{
   tk_table table = { .alloc = later->alloc, .label = AN_LABEL };
   for (uint32_t i = 0; i < earlier->n; i++) {
      ah_keeper key = key_of(&earlier->of[i], of_one_run);
      tk_table_add(&table, hash_of(&key), i);
   }
   for (size_t i = 0; i < later->n; i++) {
      ah_keeper key = key_of(&later->of[i], of_one_run);
      uint32_t above = key.above < 0 ? 0 : old_of[key.above];
      bool can_match = above != AH_NO_KEEPER && (of_one_run || key.site == AH_NO_SITE);
      key.above = key.above < 0 ? -1 : (int64_t)above;
      old_of[i] = can_match ? find_same(&table, earlier, &key, of_one_run) : AH_NO_KEEPER;
   }
}
