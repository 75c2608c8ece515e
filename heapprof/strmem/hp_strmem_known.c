/* hp_strmem_known.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "strmem/hp_strmem_known.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_seqmatch.h"
#include "pub_tool_vki.h"
#include "pub_tool_xarray.h"

#include "strmem/hp_extents.h"
#include "state/hp_run.h"
#include "base/tk_hash.h"
#include "code/tk_retranslate.h"

/* Reads the symbols of an object.  No header of the SDK declares these (configure
   looks for them).  On our platforms, a symbol has one address. */
typedef struct {
   Addr main;
} symbol_addresses;
extern Int VG_(DebugInfo_syms_howmany)(const DebugInfo *object);
extern void VG_(DebugInfo_syms_getidx)(const DebugInfo *object, Int index,
                                       symbol_addresses *addresses, UInt *size_B,
                                       const HChar **name, const HChar ***other_names,
                                       Bool *is_text, Bool *is_ifunc, Bool *is_global);

enum {
   MAX_OBJECTS = 32, /* a library may be loaded more than once (dlmopen) */
   MAX_FOLLOWED = 2,
   N_ANSWERS = 256, /* a power of two */
};

typedef struct known_object {
   const DebugInfo *info;
   Addr start, end; /* of its code */
   Addr image;      /* 0: not found */
   Bool is_loader, is_there;
} known_object;

typedef struct quiet_extent {
   hp_extent extent;
   UInt depth; /* calls and jumps from a function of hp_strmem.h */
} quiet_extent;

static struct {
   UInt epoch; /* of the last update; 0: none */
   known_object objects[MAX_OBJECTS];
   UInt n_objects;
   XArray *entries;    /* of hp_strmem_entry * */
   XArray *quiet;      /* of quiet_extent */
   XArray *to_discard; /* of hp_extent */
   struct {
      Addr address;
      Bool is_quiet;
   } answers[N_ANSWERS]; /* cached */
} known;

/* ---- Objects ------------------------------------------------------------------ */

static known_object *object_of(Addr address)
{
   for (UInt i = 0; i < known.n_objects; i++)
      if (address >= known.objects[i].start && address < known.objects[i].end)
         return &known.objects[i];
   return NULL;
}

/* Where the start of the file of a mapping is mapped: a few mappings below. */
static Addr find_image(Addr address)
{
   const NSegment *first = VG_(am_find_nsegment)(address), *segment = first;
   while (segment != NULL && segment->kind == SkFileC && segment->dev == first->dev
          && segment->ino == first->ino) {
      if (segment->offset == 0)
         return segment->start;
      segment = VG_(am_find_nsegment)(segment->start - 1);
   }
   return 0;
}

static bool read_memory(void *context, uintptr_t address, void *to, size_t size_B)
{
   if (!VG_(am_is_valid_for_client)(address, size_B, VKI_PROT_READ))
      return false;
   VG_(memcpy)(to, (const void *)address, size_B);
   return true;
}

static Bool find_extent(const known_object *object, Addr address, hp_extent *extent)
{
   static const hp_extents_memory memory = { .read = read_memory };
   return object->image != 0 && hp_extents_find(&memory, object->image, address, extent);
}

/* ---- Quiet code --------------------------------------------------------------- */

static void forget_answers(void)
{
   VG_(memset)(known.answers, 0, sizeof known.answers);
}

static const quiet_extent *quiet_extent_of(Addr address)
{
   for (Word i = 0; i < VG_(sizeXA)(known.quiet); i++) {
      const quiet_extent *quiet = VG_(indexXA)(known.quiet, i);
      if (address >= quiet->extent.start && address < quiet->extent.end)
         return quiet;
   }
   return NULL;
}

Bool hp_strmem_is_quiet(Addr address)
{
   if (known.n_objects == 0)
      return False;
   UInt at = (UInt)tk_hash_word(address) % N_ANSWERS;
   if (known.answers[at].address != address) {
      known.answers[at].address = address;
      known.answers[at].is_quiet = quiet_extent_of(address) != NULL;
   }
   return known.answers[at].is_quiet;
}

/* Makes a function quiet.  False: its extent is unknown, and it stays ordinary code. */
static Bool make_quiet(const known_object *object, Addr address, UInt depth)
{
   quiet_extent quiet = { .depth = depth };
   if (!find_extent(object, address, &quiet.extent))
      return False;
   VG_(addToXA)(known.quiet, &quiet);
   VG_(addToXA)(known.to_discard, &quiet.extent);
   forget_answers();
   return True;
}

void hp_strmem_known_follow(Addr from, Addr to)
{
   const quiet_extent *quiet = quiet_extent_of(from);
   const known_object *object = object_of(to);
   if (quiet == NULL || quiet->depth >= MAX_FOLLOWED || object == NULL
       || object != object_of(from) || quiet_extent_of(to) != NULL
       || hp_strmem_known_is_stub(to))
      return;
   make_quiet(object, to, quiet->depth + 1);
}

void hp_strmem_known_discard(void)
{
   if (VG_(sizeXA)(known.to_discard) == 0)
      return;
   for (Word i = 0; i < VG_(sizeXA)(known.to_discard); i++) {
      const hp_extent *extent = VG_(indexXA)(known.to_discard, i);
      tk_retranslate(extent->start, extent->end - extent->start);
   }
   VG_(deleteXA)(known.to_discard);
   known.to_discard = VG_(newXA)(VG_(malloc), "hp.strmem", VG_(free), sizeof(hp_extent));
}

#if defined(VGA_arm64)
/* adrp x16; ldr x17, [x16]; perhaps after bti.  Then it jumps to x17. */
Bool hp_strmem_known_is_stub(Addr address)
{
   UInt code[3], *at = code;
   if (!read_memory(NULL, address, code, sizeof code))
      return False;
   if (*at == 0xd503245f)
      at++;
   return (at[0] & 0x9f00001f) == 0x90000010 && (at[1] & 0xffc003ff) == 0xf9400211;
}
#else
/* ff /4, the jump through memory, perhaps after endbr and bnd. */
Bool hp_strmem_known_is_stub(Addr address)
{
   UChar code[8], *at = code;
   if (!read_memory(NULL, address, code, sizeof code))
      return False;
   if (at[0] == 0xf3 && at[1] == 0x0f && at[2] == 0x1e)
      at += 4;
   if (*at == 0xf2)
      at++;
   return at[0] == 0xff && (at[1] == 0x25 || at[1] == 0xa3);
}
#endif

/* ---- Entries ------------------------------------------------------------------ */

hp_strmem_entry *hp_strmem_known_at(Addr address)
{
   if (object_of(address) == NULL)
      return NULL;
   for (Word i = 0; i < VG_(sizeXA)(known.entries); i++) {
      hp_strmem_entry *entry = *(hp_strmem_entry **)VG_(indexXA)(known.entries, i);
      if (entry->address == address)
         return entry;
   }
   return NULL;
}

static void add_entry(const known_object *object, Addr address,
                      const hp_strmem_function *function, Bool is_resolver)
{
   hp_strmem_entry *entry = hp_strmem_known_at(address);
   if (entry != NULL) {
      entry->function = hp_strmem_prefer(entry->function, function);
      return;
   }
   if (!is_resolver && !make_quiet(object, address, 0))
      return;
   entry = VG_(malloc)("hp.strmem", sizeof *entry);
   *entry = (hp_strmem_entry){
      .address = address,
      .function = function,
      .is_resolver = is_resolver,
   };
   VG_(addToXA)(known.entries, &entry);
}

void hp_strmem_known_resolve(const hp_strmem_entry *resolver, Addr result)
{
   const known_object *object = object_of(result);
   if (object == NULL)
      return;
   add_entry(object, result, resolver->function, False);
   hp_strmem_known_discard();
}

const HChar *hp_strmem_known_describe(Addr address)
{
   hp_strmem_entry *entry = hp_strmem_known_at(address);
   if (entry == NULL || entry->is_resolver)
      return NULL;
   if (entry->description == NULL) {
      const HChar *file = VG_(DebugInfo_get_filename)(object_of(address)->info);
      SizeT room_B = VG_(strlen)(file) + 80;
      entry->description = VG_(malloc)("hp.strmem", room_B);
      VG_(snprintf)(entry->description, room_B, "0x%lX: %s (in %s)", address,
                    entry->function->name, file);
   }
   return entry->description;
}

/* ---- What is loaded ------------------------------------------------------------ */

static void add_symbols(const known_object *object)
{
   Int n = VG_(DebugInfo_syms_howmany)(object->info);
   for (Int i = 0; i < n; i++) {
      symbol_addresses at;
      const HChar *name, **others;
      Bool is_text, is_ifunc, is_global;
      VG_(DebugInfo_syms_getidx)(object->info, i, &at, NULL, &name, &others, &is_text,
                                 &is_ifunc, &is_global);
      if (!is_text || object_of(at.main) != object)
         continue;
      while (name != NULL) {
         const hp_strmem_function *function = hp_strmem_named(name, object->is_loader,
                                                              run.mode == HP_MODE_COPY);
         if (function != NULL)
            add_entry(object, at.main, function, is_ifunc);
         name = others == NULL ? NULL : *others++;
      }
   }
}

static void add_object(const DebugInfo *info)
{
   const HChar *soname = VG_(DebugInfo_get_soname)(info);
   Addr start = VG_(DebugInfo_get_text_avma)(info);
   if (soname == NULL || start == 0 || known.n_objects == MAX_OBJECTS
       || VG_(find_DebugInfo)(VG_(current_DiEpoch)(), start) != info)
      return;
   Bool is_loader = VG_(string_match)("ld-linux*", soname);
   if (!is_loader && !VG_(string_match)("libc.so*", soname))
      return;
   known_object *object = &known.objects[known.n_objects++];
   *object = (known_object){
      .info = info,
      .start = start,
      .end = start + VG_(DebugInfo_get_text_size)(info),
      .image = find_image(start),
      .is_loader = is_loader,
      .is_there = True,
   };
   add_symbols(object);
}

/* Forgets what was found in code that is unmapped. */
static void drop_entries_of(const known_object *object)
{
   for (Word i = VG_(sizeXA)(known.entries) - 1; i >= 0; i--) {
      const hp_strmem_entry *entry = *(hp_strmem_entry **)VG_(indexXA)(known.entries, i);
      if (entry->address >= object->start && entry->address < object->end)
         VG_(removeIndexXA)(known.entries, i);
   }
   for (Word i = VG_(sizeXA)(known.quiet) - 1; i >= 0; i--) {
      const quiet_extent *quiet = VG_(indexXA)(known.quiet, i);
      if (quiet->extent.start >= object->start && quiet->extent.start < object->end)
         VG_(removeIndexXA)(known.quiet, i);
   }
   forget_answers();
}

static known_object *known_object_of(const DebugInfo *info)
{
   for (UInt i = 0; i < known.n_objects; i++)
      if (known.objects[i].info == info
          && known.objects[i].start == VG_(DebugInfo_get_text_avma)(info))
         return &known.objects[i];
   return NULL;
}

static void drop_objects(void)
{
   for (UInt i = known.n_objects; i-- > 0;) {
      if (known.objects[i].is_there)
         continue;
      drop_entries_of(&known.objects[i]);
      known.objects[i] = known.objects[--known.n_objects];
   }
}

static void make_arrays(void)
{
   known.entries = VG_(newXA)(VG_(malloc), "hp.strmem", VG_(free),
                              sizeof(hp_strmem_entry *));
   known.quiet = VG_(newXA)(VG_(malloc), "hp.strmem", VG_(free), sizeof(quiet_extent));
   known.to_discard = VG_(newXA)(VG_(malloc), "hp.strmem", VG_(free), sizeof(hp_extent));
}

void hp_strmem_known_update(void)
{
   DiEpoch now = VG_(current_DiEpoch)();
   if (now.n == known.epoch)
      return;
   known.epoch = now.n;
   if (known.entries == NULL)
      make_arrays();
   for (UInt i = 0; i < known.n_objects; i++)
      known.objects[i].is_there = False;
   for (const DebugInfo *info = VG_(next_DebugInfo)(NULL); info != NULL;
        info = VG_(next_DebugInfo)(info)) {
      known_object *object = known_object_of(info);
      if (object != NULL && VG_(find_DebugInfo)(now, object->start) == info)
         object->is_there = True;
   }
   drop_objects();
   for (const DebugInfo *info = VG_(next_DebugInfo)(NULL); info != NULL;
        info = VG_(next_DebugInfo)(info))
      if (known_object_of(info) == NULL)
         add_object(info);
}
