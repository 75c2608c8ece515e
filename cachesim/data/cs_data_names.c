/* cs_data_names.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "data/cs_data_names.h"

#include "base/tk_array.h"
#include "base/tk_hash.h"

#define LABEL "cs.data_names"

typedef bool are_same(const void *a, const void *b);

void cs_data_names_init(cs_data_names *names, const tk_alloc *alloc,
                        const tk_object *binaries)
{
   const tk_table empty = { .alloc = alloc, .label = LABEL };
   *names = (cs_data_names){ .alloc = alloc,
                             .all_binaries = binaries,
                             .texts = { .table = empty },
                             .binaries = { .table = empty },
                             .frames = { .table = empty } };
}

static void fini_items(const tk_alloc *alloc, cs_data_items *items)
{
   tk_put(alloc, items->items);
   tk_table_fini(&items->table);
}

void cs_data_names_fini(cs_data_names *names)
{
   fini_items(names->alloc, &names->texts);
   fini_items(names->alloc, &names->binaries);
   fini_items(names->alloc, &names->frames);
}

/* ---- Items ------------------------------------------------------------- */

static uint32_t find_item(const cs_data_items *items, const void *item, uint64_t hash,
                          are_same *same)
{
   TK_TABLE_EACH(i, &items->table, hash)
      if (same(items->items[i], item))
         return i + 1;
   return 0;
}

static void add_item(cs_data_names *names, cs_data_items *items, const void *item,
                     uint64_t hash)
{
   TK_ARRAY_ROOM(names->alloc, LABEL, items->items, items->n, items->capacity);
   tk_table_add(&items->table, hash, (uint32_t)items->n);
   items->items[items->n++] = item;
}

static uint64_t hash_pointer(const void *item)
{
   return tk_hash_word((uintptr_t)item);
}

static bool is_same_pointer(const void *a, const void *b)
{
   return a == b;
}

/* Texts are interned, and a binary has one record. */
static uint32_t find_pointer(const cs_data_items *items, const void *item)
{
   return item == NULL ? 0 : find_item(items, item, hash_pointer(item), is_same_pointer);
}

static void add_pointer(cs_data_names *names, cs_data_items *items, const void *item)
{
   if (item != NULL && find_pointer(items, item) == 0)
      add_item(names, items, item, hash_pointer(item));
}

static uint64_t hash_frame(const cs_data_frame *f)
{
   uint64_t hash = tk_hash_word((uintptr_t)f->function ^ (uint64_t)f->line << 32);
   hash = tk_hash_word(hash ^ (uintptr_t)f->file ^ (uint64_t)f->binary << 32);
   return tk_hash_word(hash ^ f->address);
}

static bool is_same_frame(const void *a, const void *b)
{
   const cs_data_frame *x = a, *y = b;
   return x->function == y->function && x->file == y->file && x->line == y->line
          && x->binary == y->binary && x->address == y->address;
}

static const tk_object *binary_of(const cs_data_names *names, uint32_t binary)
{
   return binary == TK_NO_OBJECT ? NULL : &names->all_binaries[binary - 1];
}

uint32_t cs_data_names_text(const cs_data_names *names, const char *text)
{
   return find_pointer(&names->texts, text);
}

uint32_t cs_data_names_binary(const cs_data_names *names, uint32_t binary)
{
   return find_pointer(&names->binaries, binary_of(names, binary));
}

uint32_t cs_data_names_frame(const cs_data_names *names, const cs_data_frame *frame)
{
   return find_item(&names->frames, frame, hash_frame(frame), is_same_frame);
}

void cs_data_names_add(cs_data_names *names, const cs_data *data)
{
   add_pointer(names, &names->texts, data->key.name);
   add_pointer(names, &names->texts, data->key.file);
   add_pointer(names, &names->binaries, binary_of(names, data->key.binary));
   for (uint32_t i = 0; i < data->n_frames; i++) {
      const cs_data_frame *frame = &data->frames[i];
      if (cs_data_names_frame(names, frame) != 0)
         continue;
      add_pointer(names, &names->texts, frame->function);
      add_pointer(names, &names->texts, frame->file);
      add_pointer(names, &names->binaries, binary_of(names, frame->binary));
      add_item(names, &names->frames, frame, hash_frame(frame));
   }
}

/* ---- Writing ----------------------------------------------------------- */

static void write_frame(tk_text *out, const cs_data_names *names,
                        const cs_data_frame *frame)
{
   TK_TEXT_LINE(out, "#: df & % % % %\n", frame->address,
                cs_data_names_binary(names, frame->binary),
                cs_data_names_text(names, frame->function),
                cs_data_names_text(names, frame->file), frame->line);
}

void cs_data_names_write(tk_text *out, const cs_data_names *names)
{
   for (size_t i = 0; i < names->texts.n; i++)
      tk_text_named(out, "#: ds ", names->texts.items[i]);
   for (size_t i = 0; i < names->binaries.n; i++) {
      const tk_object *binary = names->binaries.items[i];
      tk_text_string(out, "#: db ");
      tk_text_string(out, binary->build_id[0] == '\0' ? "-" : binary->build_id);
      tk_text_named(out, " ", binary->path);
   }
   for (size_t i = 0; i < names->frames.n; i++)
      write_frame(out, names, names->frames.items[i]);
}
