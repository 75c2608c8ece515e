/* tk_binaries.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "data/tk_binaries.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"
#include "pub_tool_xarray.h"

#include "base/tk_search.h"
#include "run/tk_jail.h"

#define LABEL "tk.data.binaries"

/* No header of the SDK declares this (configure looks for it). */
extern void VG_(demangle)(Bool cxx, Bool redirected, const HChar *name,
                          const HChar **result);

static struct {
   tk_variables_setup setup;
   tk_variable_table variables;
   XArray *binaries; /* of tk_binary *, by their numbers; NULL: not seen */
   XArray *places;   /* of tk_binary_place, by address */
   UInt changes;
   Bool is_stale;  /* some binary may have been mapped since the last search */
   Bool has_begun; /* the program */
} the;

void tk_binaries_init(const tk_variables_setup *setup)
{
   the.setup = *setup;
   tk_variable_table_init(&the.variables, setup->alloc);
   the.binaries = VG_(newXA)(VG_(malloc), LABEL, VG_(free), sizeof(tk_binary *));
   the.places = VG_(newXA)(VG_(malloc), LABEL, VG_(free), sizeof(tk_binary_place));
   the.is_stale = True;
   tk_binaries_at(0);
   the.has_begun = True;
}

/* ---- Reading a file --------------------------------------------------- */

typedef struct {
   tk_elf_file file;
   Int fd;
} open_file;

static Bool seek_file(Int fd, Off64T offset, UInt whence, SizeT *at)
{
   SysRes sr = tk_jail_call(__NR_lseek, (UWord)fd, (UWord)offset, whence, 0);
   *at = sr_isError(sr) ? 0 : sr_Res(sr);
   return !sr_isError(sr);
}

static bool fetch_bytes(void *context, uint64_t offset, void *to, size_t size_B)
{
   const open_file *f = context;
   SizeT at;
   if (!seek_file(f->fd, (Off64T)offset, VKI_SEEK_SET, &at))
      return false;
   for (SizeT done = 0; done < size_B;) {
      SysRes sr = tk_jail_call(__NR_read, (UWord)f->fd, (UWord)to + done, size_B - done,
                               0);
      if (sr_isError(sr) || sr_Res(sr) == 0)
         return false;
      done += sr_Res(sr);
   }
   return true;
}

/* Is it the file that is mapped, not another of its name? */
static Bool is_mapped_file(Int fd, const NSegment *segment)
{
   struct vg_stat st;
   return segment == NULL || tk_jail_holds()
          || (VG_(fstat)(fd, &st) == 0 && st.dev == segment->dev
              && st.ino == segment->ino);
}

static Bool open_elf(open_file *f, const HChar *path, const NSegment *segment)
{
   SysRes sr = tk_jail_call(__NR_openat, (UWord)VKI_AT_FDCWD, (UWord)path, VKI_O_RDONLY,
                            0);
   SizeT size_B;
   if (sr_isError(sr))
      return False;
   f->fd = (Int)sr_Res(sr);
   if (is_mapped_file(f->fd, segment) && seek_file(f->fd, 0, VKI_SEEK_END, &size_B)) {
      f->file = (tk_elf_file){ .fetch = fetch_bytes, .context = f, .size_B = size_B };
      return True;
   }
   tk_jail_call(__NR_close, (UWord)f->fd, 0, 0, 0);
   return False;
}

static void close_elf(const open_file *f)
{
   tk_jail_call(__NR_close, (UWord)f->fd, 0, 0, 0);
}

/* The file with the symbols of a stripped one. */
static void read_debug_file(tk_binary *binary, const tk_elf *elf)
{
   HChar path[40 + 2 * TK_ELF_BUILD_ID_MAX_B] = "/usr/lib/debug/.build-id/";
   open_file f;
   if (binary->elf.is_complete || elf->build_id_B < 2)
      return;
   HChar *end = path + VG_(strlen)(path);
   for (SizeT i = 0; i < elf->build_id_B; i++)
      end += VG_(sprintf)(end, i == 0 ? "%02x/" : "%02x", (UInt)elf->build_id[i]);
   VG_(strcpy)(end, ".debug");
   if (!open_elf(&f, path, NULL))
      return;
   tk_elf_data_complete(&binary->elf, &f.file);
   close_elf(&f);
}

static void sort_items(void *items, size_t n, size_t item_B,
                       int (*compare)(const void *, const void *))
{
   VG_(ssort)(items, n, item_B, compare);
}

static void read_binary(tk_binary *binary, const HChar *path, const NSegment *segment,
                        const tk_elf *elf)
{
   open_file f;
   binary->elf = (tk_elf_data){ .alloc = the.setup.alloc };
   if (open_elf(&f, path, segment)) {
      tk_elf_data_read(&binary->elf, &f.file, the.setup.alloc);
      close_elf(&f);
      read_debug_file(binary, elf);
   }
   tk_symbols_statics(&binary->statics.symbols, &binary->elf, sort_items);
   tk_symbols_tls(&binary->tls.symbols, &binary->elf, sort_items);
   binary->statics.symbols.start = VG_PGROUNDDN(elf->start) - elf->bias;
   binary->statics.symbols.end = VG_PGROUNDUP(elf->end) - elf->bias;
}

/* ---- Places ----------------------------------------------------------- */

static tk_binary_place *nth_place(Word i)
{
   return VG_(indexXA)(the.places, i);
}

/* The number of places that begin at `addr` or before. */
static Word n_before(Addr addr)
{
   return TK_SEARCH(i, VG_(sizeXA)(the.places), nth_place(i)->start <= addr);
}

static tk_binary *binary_of(const HChar *path, const NSegment *segment, const tk_elf *elf)
{
   UInt number = tk_code_objects_number(the.setup.objects, path, elf);
   tk_binary *none = NULL;
   while ((UInt)VG_(sizeXA)(the.binaries) <= number)
      VG_(addToXA)(the.binaries, &none);
   tk_binary **slot = VG_(indexXA)(the.binaries, number);
   if (*slot == NULL) {
      *slot = VG_(calloc)(LABEL, 1, sizeof **slot);
      (*slot)->number = number;
      read_binary(*slot, path, segment, elf);
   }
   return *slot;
}

static const tk_binary_place *place_of(Addr addr)
{
   Word n = n_before(addr);
   return n > 0 && addr < nth_place(n - 1)->end ? nth_place(n - 1) : NULL;
}

/* A file that was mapped before anything was written to it: reading there is fatal.
   Compilers that run with the program make such files, jitdumps. */
static Bool is_empty(const HChar *path)
{
   struct vg_stat found;
   return !tk_jail_holds() && !sr_isError(VG_(stat)(path, &found)) && found.size == 0;
}

/* Adds the place of the binary that has this code. */
static void add_place(Addr code)
{
   Addr header = tk_code_objects_header(code);
   const NSegment *segment = VG_(am_find_nsegment)(header);
   const HChar *path = header == 0 || segment == NULL ? NULL
                                                      : VG_(am_get_filename)(segment);
   tk_elf elf;
   if (path == NULL || is_empty(path)
       || !tk_elf_read(&elf, header, tk_code_objects_can_read) || code >= elf.end)
      return;
   tk_binary_place place = { .start = VG_PGROUNDDN(elf.start),
                             .end = VG_PGROUNDUP(elf.end),
                             .bias = elf.bias,
                             .is_program = !the.has_begun,
                             .binary = binary_of(path, segment, &elf) };
   Word at = n_before(place.start);
   VG_(insertIndexXA)(the.places, at, &place);
   the.changes++;
}

/* Finds the binaries that were mapped since the last search. */
static void find_new_binaries(void)
{
   Int n = 256;
   Addr *starts = NULL;
   do {
      n = n < 0 ? -n : n;
      starts = VG_(realloc)(LABEL, starts, (SizeT)n * sizeof *starts);
      n = VG_(am_get_segment_starts)(SkFileC, starts, n);
   } while (n < 0);
   for (Int i = 0; i < n; i++) {
      const NSegment *segment = VG_(am_find_nsegment)(starts[i]);
      if (segment != NULL && segment->hasX && place_of(starts[i]) == NULL)
         add_place(starts[i]);
   }
   VG_(free)(starts);
   the.is_stale = False;
}

const tk_binary_place *tk_binaries_at(Addr addr)
{
   if (the.is_stale)
      find_new_binaries();
   return place_of(addr);
}

void tk_binaries_gap(Addr addr, Addr *low, Addr *high)
{
   Word n = n_before(addr);
   if (n > 0 && nth_place(n - 1)->end > *low)
      *low = nth_place(n - 1)->end;
   if (n < VG_(sizeXA)(the.places) && nth_place(n)->start < *high)
      *high = nth_place(n)->start;
}

const tk_binary_place *tk_binaries_places(SizeT *n)
{
   *n = (SizeT)VG_(sizeXA)(the.places);
   return *n == 0 ? NULL : nth_place(0);
}

UInt tk_binaries_changes(void)
{
   return the.changes;
}

Bool tk_binaries_is_stale(void)
{
   return the.is_stale;
}

void tk_binaries_unmapped(Addr start, SizeT size_B)
{
   for (Word i = VG_(sizeXA)(the.places); i-- > 0;)
      if (nth_place(i)->start < start + size_B && nth_place(i)->end > start) {
         VG_(removeIndexXA)(the.places, i);
         the.changes++;
         the.is_stale = True;
      }
}

void tk_binaries_mapped(Addr start, SizeT size_B)
{
   const NSegment *segment = VG_(am_find_nsegment)(start);
   tk_binaries_unmapped(start, size_B);
   if (segment != NULL && segment->kind == SkFileC)
      the.is_stale = True;
}

/* ---- Variables -------------------------------------------------------- */

static const HChar *demangle_symbol(const HChar *symbol)
{
   const HChar *name;
   VG_(demangle)(True, False, symbol, &name);
   return tk_strings_text(the.setup.names, name);
}

static const tk_variable *variable_of(const tk_binary *binary, Bool is_thread_local,
                                      const tk_extent *extent)
{
   const tk_variable like = {
      .binary = binary->number,
      .is_thread_local = is_thread_local,
      .name = extent->name == NULL ? NULL : demangle_symbol(extent->name),
      .start = extent->start,
      .size_B = extent->end - extent->start,
   };
   return tk_variable_table_of(&the.variables, &like);
}

const tk_variable *tk_binaries_variable(tk_binary *binary, Bool is_thread_local,
                                        Addr in_file, tk_extent *extent)
{
   tk_known *known = is_thread_local ? &binary->tls : &binary->statics;
   *extent = tk_symbols_at(&known->symbols, in_file);
   if (extent->name == NULL)
      return variable_of(binary, is_thread_local, extent);
   if (known->variables == NULL)
      known->variables = VG_(calloc)(LABEL, known->symbols.n, sizeof *known->variables);
   const tk_variable **variable = &known->variables[extent->index];
   if (*variable == NULL)
      *variable = variable_of(binary, is_thread_local, extent);
   return *variable;
}
