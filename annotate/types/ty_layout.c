/* ty_layout.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "types/ty_layout.h"

#include "base/tk_count.h"

#include <dwarf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
   NAME_MAX_B = 500,
   MAX_FIELDS = 1000, /* bytes after them have no name */
   MAX_SCOPES = 100,  /* around a type */
   MAX_ELEMENTS = 4,  /* of an array whose elements' fields are listed */
};

typedef struct {
   tk_arena *arena;
   ty_trees *trees;
   ty_field *fields; /* MAX_FIELDS */
   size_t n;
   char prefix[NAME_MAX_B]; /* "pos." */
   int64_t start;           /* of the struct being flattened */
   int64_t end;             /* of the whole block */
   bool is_open;            /* the last array reaches to the end */
   bool has_virtual;        /* bases without a fixed offset were seen */
   int depth, n_seen;
} builder;

/* ---- The names of types, as people write them ---- */

/* Appends as much of the text as fits. */
static void append_text(char name[NAME_MAX_B], const char *text)
{
   size_t used = strlen(name);
   snprintf(name + used, NAME_MAX_B - used, "%s", text);
}

static bool is_c(Dwarf_Die *die)
{
   Dwarf_Die unit;
   int language = dwarf_srclang(dwarf_diecu(die, &unit, NULL, NULL));
   return language == DW_LANG_C || language == DW_LANG_C89 || language == DW_LANG_C99
          || language == DW_LANG_C11;
}

static const char *tag_word(int tag)
{
   switch (tag) {
   case DW_TAG_structure_type: return "struct ";
   case DW_TAG_union_type: return "union ";
   case DW_TAG_class_type: return "class ";
   case DW_TAG_enumeration_type: return "enum ";
   default: return "";
   }
}

/* "a::b::" for the namespaces and classes around the type. */
static void append_scopes(const builder *b, char name[NAME_MAX_B], const Dwarf_Die *type)
{
   Dwarf_Die scopes[MAX_SCOPES];
   size_t n = ty_trees_around(b->trees, type, scopes, MAX_SCOPES);
   for (size_t i = n; i-- > 1;) {
      int tag = dwarf_tag(&scopes[i]);
      const char *own = dwarf_diename(&scopes[i]);
      if (tag != DW_TAG_namespace && !ty_die_is_struct_tag(tag))
         continue;
      append_text(name, own != NULL ? own : "(anonymous)");
      append_text(name, "::");
   }
}

static void append_own_name(const builder *b, char name[NAME_MAX_B], Dwarf_Die *type)
{
   const char *own = dwarf_diename(type);
   int tag = dwarf_tag(type);
   if (own == NULL) {
      append_text(name, tag_word(tag));
      append_text(name, "(anonymous)");
      return;
   }
   if (is_c(type))
      append_text(name, tag_word(tag));
   else if (tag != DW_TAG_base_type)
      append_scopes(b, name, type);
   append_text(name, own);
}

static void append_bound(char bounds[NAME_MAX_B], Dwarf_Die *array)
{
   int64_t count = ty_die_count(array);
   char text[32] = "[]";
   if (count >= 0)
      snprintf(text, sizeof text, "[%lld]", (long long)count);
   append_text(bounds, text);
}

/* "struct node", "char*[16]"; in C++ with its scopes, "a::list<int>".  Cut off if
   too long. */
static void write_name(const builder *b, char name[NAME_MAX_B], Dwarf_Die *type)
{
   char after[NAME_MAX_B] = "", rest[NAME_MAX_B];
   Dwarf_Die at = *type, inner;
   bool has_type = true;
   name[0] = '\0';
   for (int i = 0; i < TY_DWARF_DEPTH && has_type; i++) {
      int tag = dwarf_tag(&at);
      if (tag == DW_TAG_array_type) {
         append_bound(after, &at);
      } else if (!ty_die_is_qualifier(tag)) {
         const char *mark = tag == DW_TAG_pointer_type            ? "*"
                            : tag == DW_TAG_reference_type        ? "&"
                            : tag == DW_TAG_rvalue_reference_type ? "&&"
                                                                  : NULL;
         /* Pointers have names in Rust. */
         if (mark == NULL || dwarf_diename(&at) != NULL)
            break;
         snprintf(rest, sizeof rest, "%s", after);
         snprintf(after, sizeof after, "%s%.*s", mark, NAME_MAX_B - 4, rest);
      }
      has_type = ty_die_type(&at, &inner);
      at = inner;
   }
   if (!has_type)
      append_text(name, "void");
   else if (dwarf_tag(&at) == DW_TAG_subroutine_type)
      append_text(name, "function");
   else
      append_own_name(b, name, &at);
   if (after[0] == '*')
      append_text(name, " ");
   append_text(name, after);
}

/* ---- Strings ---- */

static const char *keep_text(builder *b, const char *text)
{
   size_t size_B = strlen(text) + 1;
   tk_arena_reserve(b->arena, size_B);
   char *copy = memcpy(b->arena->at, text, size_B);
   b->arena->at += size_B;
   return copy;
}

static ty_field *add_field(builder *b, int64_t offset, int64_t size_B, const char *name,
                           const char *type)
{
   static ty_field none;
   char whole[2 * NAME_MAX_B];
   if (b->n == MAX_FIELDS || size_B <= 0)
      return &none;
   snprintf(whole, sizeof whole, "%s%s", b->prefix, name);
   b->fields[b->n] = (ty_field){ .offset = b->start + offset,
                                 .size_B = size_B,
                                 .name = keep_text(b, whole),
                                 .type = keep_text(b, type) };
   return &b->fields[b->n++];
}

/* ---- Kinds of members ---- */

static bool visit_member(void *context, Dwarf_Die *die);

/* The first byte after the fields from the i-th on. */
static int64_t end_of_fields(const builder *b, size_t i, int64_t end)
{
   for (; i < b->n; i++)
      if (b->fields[i].offset + b->fields[i].size_B > end)
         end = b->fields[i].offset + b->fields[i].size_B;
   return end;
}

/* All fields of an object.  Virtual bases lie behind the others, in an order that
   debug info does not give. */
static void add_object(builder *b, Dwarf_Die *type)
{
   size_t first = b->n;
   bool outer = b->has_virtual;
   b->has_virtual = false;
   ty_die_children(type, visit_member, b);
   if (b->has_virtual) {
      int64_t end = end_of_fields(b, first, b->start) - b->start;
      add_field(b, end, ty_die_size(type) - end, "(virtual bases)", "");
   }
   b->has_virtual = outer;
}

/* The fields of a struct within this one, after its name.  A base has no name; its
   own virtual bases lie in the whole object. */
static void add_struct(builder *b, Dwarf_Die *type, int64_t offset, const char *name)
{
   size_t used = strlen(b->prefix);
   int64_t start = b->start;
   if (name != NULL)
      snprintf(b->prefix + used, sizeof b->prefix - used, "%s.", name);
   b->start += offset;
   b->depth++;
   if (name != NULL)
      add_object(b, type);
   else
      ty_die_children(type, visit_member, b);
   b->depth--;
   b->start = start;
   b->prefix[used] = '\0';
}

/* Adds a member's name; of an enum of Rust, also those in its parts. */
static bool add_alternative(void *context, Dwarf_Die *die)
{
   char *name = context;
   int tag = dwarf_tag(die);
   const char *own = dwarf_diename(die);
   size_t used = strlen(name);
   if (tag == DW_TAG_variant_part || tag == DW_TAG_variant)
      return ty_die_children(die, add_alternative, context);
   if (tag == DW_TAG_member && own != NULL)
      snprintf(name + used, NAME_MAX_B - used, "%s%s", used == 0 ? "" : " | ", own);
   return true;
}

/* A nameless union is named by its members. */
static void add_union(builder *b, Dwarf_Die *type, int64_t offset, const char *name)
{
   char text[NAME_MAX_B], alternatives[NAME_MAX_B] = "";
   write_name(b, text, type);
   if (name == NULL)
      ty_die_children(type, add_alternative, alternatives);
   add_field(b, offset, ty_die_size(type), name != NULL ? name : alternatives, text);
}

static bool is_no_variant(void *context, Dwarf_Die *die)
{
   (void)context;
   return dwarf_tag(die) != DW_TAG_variant_part;
}

/* An enum of Rust: its fields depend on its value, as in a union. */
static bool is_variant(Dwarf_Die *type)
{
   return !ty_die_children(type, is_no_variant, NULL);
}

/* A struct whose fields are listed one by one. */
static bool is_plain(Dwarf_Die *type)
{
   return ty_die_is_struct(type) && dwarf_tag(type) != DW_TAG_union_type
          && !is_variant(type);
}

static bool is_no_member(void *context, Dwarf_Die *die)
{
   (void)context;
   return dwarf_tag(die) != DW_TAG_member || dwarf_hasattr(die, DW_AT_external);
}

/* One byte without a member: as a base it shares the byte of the next member. */
static bool is_empty(Dwarf_Die *type)
{
   return ty_die_size(type) == 1 && ty_die_children(type, is_no_member, NULL);
}

/* The fields of each element, if these are few structs; false if not. */
static bool add_elements(builder *b, Dwarf_Die *array, int64_t offset, const char *name)
{
   char whole[NAME_MAX_B];
   Dwarf_Die element;
   int64_t count = ty_die_count(array);
   if (count < 1 || count > MAX_ELEMENTS || b->depth >= TY_DWARF_DEPTH
       || !ty_die_type(array, &element) || !ty_dwarf_peel(b->trees, &element)
       || !is_plain(&element))
      return false;
   int64_t each_B = ty_die_size(&element);
   for (int64_t i = 0; i < count; i++) {
      snprintf(whole, sizeof whole, "%s[%lld]", name, (long long)i);
      add_struct(b, &element, offset + i * each_B, whole);
   }
   return true;
}

static void add_array(builder *b, Dwarf_Die *type, int64_t offset, const char *name)
{
   char text[NAME_MAX_B], whole[NAME_MAX_B];
   int64_t count = ty_die_count(type), size_B = ty_die_size(type);
   if (add_elements(b, type, offset, name))
      return;
   write_name(b, text, type);
   if (count > 0) {
      snprintf(whole, sizeof whole, "%s[%lld]", name, (long long)count);
   } else {
      snprintf(whole, sizeof whole, "%s[]", name);
      size_B = b->is_open && b->depth == 0 ? b->end - offset : 0;
   }
   add_field(b, offset, size_B, whole, text)->has_parts = true;
}

/* Storage for an object that libstdc++ constructs later in a node: treat it as the
   object. */
static bool is_storage_for(Dwarf_Die *type, Dwarf_Die *object)
{
   static const char *const names[] = { "__aligned_membuf<", "__aligned_buffer<" };
   const char *own = dwarf_diename(type);
   for (size_t i = 0; own != NULL && i < sizeof names / sizeof *names; i++)
      if (strncmp(own, names[i], strlen(names[i])) == 0)
         return ty_die_parameter(type, NULL, 0, object);
   return false;
}

static void add_member(builder *b, Dwarf_Die *type, int64_t offset, const char *name);

/* The object in a storage of the library: its fields have their own names, "price", not
   "_M_impl._M_storage.price". */
static void add_stored(builder *b, Dwarf_Die *object, int64_t offset, const char *name)
{
   static const char inside[] = "_M_impl.";
   Dwarf_Die peeled = *object;
   size_t used = strlen(b->prefix), n = sizeof inside - 1;
   if (!ty_dwarf_peel(b->trees, &peeled) || !is_plain(&peeled)) {
      add_member(b, object, offset, name);
      return;
   }
   bool is_inside = used >= n && strcmp(b->prefix + used - n, inside) == 0;
   if (is_inside)
      b->prefix[used - n] = '\0';
   add_member(b, object, offset, NULL);
   if (is_inside)
      strcpy(b->prefix + used - n, inside);
}

static void add_member(builder *b, Dwarf_Die *type, int64_t offset, const char *name)
{
   char text[NAME_MAX_B];
   Dwarf_Die peeled = *type, object;
   if (!ty_dwarf_peel(b->trees, &peeled))
      return;
   int tag = dwarf_tag(&peeled);
   if (is_storage_for(&peeled, &object)) {
      b->depth++;
      if (b->depth < TY_DWARF_DEPTH)
         add_stored(b, &object, offset, name);
      b->depth--;
   } else if (tag == DW_TAG_union_type) {
      add_union(b, type, offset, name);
   } else if (tag == DW_TAG_array_type && name != NULL) {
      add_array(b, &peeled, offset, name);
   } else if (is_plain(&peeled) && b->depth < TY_DWARF_DEPTH) {
      add_struct(b, &peeled, offset, name);
   } else if (!is_plain(&peeled) || !is_empty(&peeled)) {
      write_name(b, text, type);
      add_field(b, offset, ty_die_size(type), name == NULL ? "(base)" : name, text);
   }
}

/* ---- Bit fields ---- */

/* The first bit of a bit field in its struct; -1: it is not one.  (Old compilers
   count from the other end of the storage unit.) */
static int64_t bit_offset(Dwarf_Die *die, Dwarf_Die *type)
{
   Dwarf_Attribute attribute;
   Dwarf_Word bits;
   if (dwarf_attr(die, DW_AT_data_bit_offset, &attribute) != NULL)
      return dwarf_formudata(&attribute, &bits) == 0 && bits < INT32_MAX ? (int64_t)bits
                                                                         : -1;
   if (dwarf_attr(die, DW_AT_bit_offset, &attribute) == NULL
       || dwarf_formudata(&attribute, &bits) != 0)
      return -1;
   int64_t offset = ty_die_offset(die), size_B = dwarf_bytesize(die);
   if (size_B <= 0)
      size_B = ty_die_size(type);
   return offset < 0 || bits > 64
             ? -1
             : offset * 8 + size_B * 8 - (int64_t)bits - dwarf_bitsize(die);
}

/* Joins the field with the previous one if they share a byte. */
static void add_bits(builder *b, Dwarf_Die *type, int64_t first, int64_t n,
                     const char *name)
{
   char text[NAME_MAX_B], joined[2 * NAME_MAX_B];
   int64_t offset = first / 8, end = (first + n + 7) / 8;
   ty_field *last = b->n > 0 ? &b->fields[b->n - 1] : NULL;
   if (last != NULL && strncmp(last->type, "bits", 4) == 0
       && last->offset + last->size_B > b->start + offset) {
      if (b->start + end > last->offset + last->size_B)
         last->size_B = b->start + end - last->offset;
      if (strlen(last->name) < NAME_MAX_B / 2) {
         snprintf(joined, sizeof joined, "%s, %s", last->name, name);
         last->name = keep_text(b, joined);
      }
      return;
   }
   write_name(b, text, type);
   snprintf(joined, sizeof joined, "bits of %s", text);
   add_field(b, offset, end - offset, name, joined);
}

/* ---- All members ---- */

static bool visit_member(void *context, Dwarf_Die *die)
{
   builder *b = context;
   Dwarf_Die type;
   const char *name = dwarf_diename(die);
   int tag = dwarf_tag(die);
   if (tag == DW_TAG_inheritance)
      name = NULL;
   else if (tag != DW_TAG_member)
      return true;
   if (b->n == MAX_FIELDS || b->n_seen++ > TY_DWARF_MEMBERS)
      return false;
   if (dwarf_hasattr(die, DW_AT_external) || !ty_die_type(die, &type))
      return true; /* static: not in the objects */
   int64_t bits = bit_offset(die, &type), offset = ty_die_offset(die);
   if (tag == DW_TAG_inheritance && dwarf_hasattr(die, DW_AT_virtuality)) {
      b->has_virtual = true;
      return true;
   }
   if (bits >= 0 && name != NULL)
      add_bits(b, &type, bits, dwarf_bitsize(die), name);
   else if (offset >= 0)
      add_member(b, &type, offset, name);
   return true;
}

/* ---- The whole ---- */

static bool visit_last(void *context, Dwarf_Die *die)
{
   Dwarf_Die *last = context;
   if (dwarf_tag(die) == DW_TAG_member && !dwarf_hasattr(die, DW_AT_external)
       && !ty_die_type(die, last))
      last->addr = NULL;
   return true;
}

bool ty_layout_is_open(ty_trees *trees, Dwarf_Die *type)
{
   Dwarf_Die last = { .addr = NULL };
   ty_die_children(type, visit_last, &last);
   return last.addr != NULL && dwarf_tag(type) != DW_TAG_union_type
          && ty_dwarf_peel(trees, &last) && dwarf_tag(&last) == DW_TAG_array_type
          && ty_die_count(&last) <= 0;
}

static int compare_fields(const void *a, const void *b)
{
   const ty_field *x = a, *y = b;
   return tk_compare_signed(x->offset, y->offset)
             ?: tk_compare_signed(x->size_B, y->size_B);
}

/* The bytes after the type in a larger block. */
static void add_rest(builder *b, int64_t size_B)
{
   int64_t end = end_of_fields(b, 0, size_B);
   add_field(b, end, b->end - end, "(rest)", "")->has_parts = true;
}

static const ty_field *keep_fields(builder *b)
{
   tk_arena *arena = b->arena;
   size_t size_B = b->n * sizeof *b->fields;
   tk_arena_reserve(arena, size_B + _Alignof(ty_field));
   arena->at += -(uintptr_t)arena->at % _Alignof(ty_field);
   const ty_field *kept = memcpy(arena->at, b->fields, size_B);
   arena->at += size_B;
   return kept;
}

void ty_layout_make(ty_type *layout, tk_arena *arena, ty_trees *trees, Dwarf_Die *type,
                    Dwarf_Die *named, int64_t block_B)
{
   char name[NAME_MAX_B];
   int64_t size_B = ty_die_size(type);
   builder b = { .arena = arena,
                 .trees = trees,
                 .is_open = ty_layout_is_open(trees, type),
                 .end = block_B > size_B ? block_B : size_B };
   b.fields = tk_get(arena->alloc, arena->label, (MAX_FIELDS + 1) * sizeof *b.fields);
   if (is_plain(type))
      add_object(&b, type);
   else if (ty_die_is_struct(type))
      add_union(&b, type, 0, NULL);
   if (ty_die_is_struct(type))
      add_rest(&b, size_B);
   qsort(b.fields, b.n, sizeof *b.fields, compare_fields);
   write_name(&b, name, dwarf_diename(type) == NULL ? named : type);
   *layout = (ty_type){ keep_text(&b, name), b.end, NULL, b.n };
   layout->fields = keep_fields(&b);
   tk_put(arena->alloc, b.fields);
}
