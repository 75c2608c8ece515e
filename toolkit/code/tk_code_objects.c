/* tk_code_objects.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "code/tk_code_objects.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"
#include "pub_tool_xarray.h"

#include "code/tk_program.h"

#define LABEL "tk.code.objects"

/* Where an object was found last, in an epoch of the debug information. */
typedef struct {
   Addr start; /* of .text */
   SizeT size_B;
   UInt epoch;
   Addr bias;    /* an address in memory, less the one in the file */
   Bool is_ours; /* an object of Valgrind's own */
   tk_elf elf;
   /* The function that was found last; its start 0: none. */
   uintptr_t function, function_end;
} place;

struct tk_code_objects {
   tk_strings *names;
   XArray *list;   /* of tk_object */
   XArray *places; /* of place, one for each object */
   UInt last;      /* the object of the last instruction */
   UInt n_ranked;  /* whose code has run */
};

tk_code_objects *tk_code_objects_new(tk_strings *names)
{
   tk_code_objects *objects = VG_(calloc)(LABEL, 1, sizeof *objects);
   objects->names = names;
   objects->list = VG_(newXA)(VG_(malloc), LABEL, VG_(free), sizeof(tk_object));
   objects->places = VG_(newXA)(VG_(malloc), LABEL, VG_(free), sizeof(place));
   return objects;
}

const tk_object *tk_code_objects_list(const tk_code_objects *objects, SizeT *n)
{
   *n = (SizeT)VG_(sizeXA)(objects->list);
   return *n == 0 ? NULL : VG_(indexXA)(objects->list, 0);
}

static tk_object *nth_object(const tk_code_objects *objects, UInt number)
{
   return VG_(indexXA)(objects->list, number - 1);
}

static place *nth_place(const tk_code_objects *objects, UInt number)
{
   return VG_(indexXA)(objects->places, number - 1);
}

/* ---- Debug information ----------------------------------------------- */

static const DebugInfo *info_of_file(const HChar *path)
{
   const DebugInfo *info = NULL;
   while ((info = VG_(next_DebugInfo)(info)) != NULL)
      if (VG_(strcmp)(VG_(DebugInfo_get_filename)(info), path) == 0)
         return info;
   return NULL;
}

const DebugInfo *tk_code_debug_info(Addr addr)
{
   const DebugInfo *info = VG_(find_DebugInfo)(VG_(current_DiEpoch)(), addr);
   if (info != NULL)
      return info;
   const NSegment *segment = VG_(am_find_nsegment)(addr);
   const HChar *path = segment == NULL || !segment->hasX ? NULL
                                                         : VG_(am_get_filename)(segment);
   return path == NULL ? NULL : info_of_file(path);
}

/* ---- The mapped file ------------------------------------------------- */

bool tk_code_objects_can_read(uintptr_t start, size_t size_B)
{
   return VG_(am_is_valid_for_client)(start, size_B, VKI_PROT_READ);
}

/* The mappings of a file follow each other. */
Addr tk_code_objects_header(Addr addr)
{
   const NSegment *at = VG_(am_find_nsegment)(addr), *own = at;
   while (at != NULL && at->kind == SkFileC && at->dev == own->dev
          && at->ino == own->ino) {
      if (at->offset == 0)
         return at->start;
      at = VG_(am_find_nsegment)(at->start - 1);
   }
   return 0;
}

static const HChar *build_id(tk_code_objects *objects, const tk_elf *elf)
{
   HChar digits[2 * TK_ELF_BUILD_ID_MAX_B + 1] = "";
   for (SizeT i = 0; i < elf->build_id_B; i++)
      VG_(sprintf)(digits + 2 * i, "%02x", (UInt)elf->build_id[i]);
   return tk_strings_text(objects->names, digits);
}

/* ---- Objects --------------------------------------------------------- */

/* The number of the object of this path and build id, which is added if it is new. */
static UInt number_of(tk_code_objects *objects, const HChar *path, const HChar *id)
{
   Word n = VG_(sizeXA)(objects->list);
   for (UInt i = 1; i <= (UInt)n; i++) {
      const tk_object *object = nth_object(objects, i);
      if (object->path == path && object->build_id == id)
         return i;
   }
   VG_(addToXA)(objects->list, &(tk_object){ .path = path, .build_id = id });
   VG_(addToXA)(objects->places, &(place){ .size_B = 0 });
   return (UInt)n + 1;
}

UInt tk_code_objects_number(tk_code_objects *objects, const HChar *path,
                            const tk_elf *elf)
{
   return number_of(objects, tk_strings_text(objects->names, tk_program_path(path)),
                    build_id(objects, elf));
}

static Bool has_code(const place *p, UInt epoch, Addr addr)
{
   return addr - p->start < p->size_B && p->epoch == epoch;
}

/* Looks the object up again if its place may have changed: in a new epoch. */
static UInt place_object(tk_code_objects *objects, const DebugInfo *info, UInt epoch)
{
   place p = { .start = VG_(DebugInfo_get_text_avma)(info),
               .size_B = VG_(DebugInfo_get_text_size)(info),
               .epoch = epoch,
               .bias = VG_(DebugInfo_get_text_bias)(info) };
   const HChar *path = VG_(DebugInfo_get_filename)(info);
   for (UInt i = 1; i <= (UInt)VG_(sizeXA)(objects->places); i++)
      if (has_code(nth_place(objects, i), epoch, p.start))
         return i;
   Addr header = tk_code_objects_header(p.start);
   if (header != 0 && tk_elf_read(&p.elf, header, tk_code_objects_can_read))
      p.bias = p.elf.bias;
   p.is_ours = VG_(strstr)(path, "/vgpreload_") != NULL;
   UInt number = tk_code_objects_number(objects, path, &p.elf);
   *nth_place(objects, number) = p;
   return number;
}

/* The number of a file that is mapped at `addr` and is no object that the core knows:
   code that the program compiled into a file, or Valgrind's own, in place of the
   kernel's.  What is left is anonymous memory: the program made that code.  Not kept for
   the next address: such files come and go without a new epoch. */
static UInt mapped_file(tk_code_objects *objects, Addr addr)
{
   const NSegment *segment = VG_(am_find_nsegment)(addr);
   const HChar *path = segment == NULL ? NULL : VG_(am_get_filename)(segment);
   if (path == NULL)
      return TK_NO_OBJECT;
   UInt number = tk_code_objects_number(objects, path, &(tk_elf){ .bias = 0 });
   *nth_place(objects, number) = (place){ .bias = segment->start - (Addr)segment->offset,
                                          .is_ours = True };
   return number;
}

UInt tk_code_objects_find(tk_code_objects *objects, Addr addr)
{
   UInt epoch = VG_(current_DiEpoch)().n;
   if (objects->last != TK_NO_OBJECT
       && has_code(nth_place(objects, objects->last), epoch, addr))
      return objects->last;
   const DebugInfo *info = tk_code_debug_info(addr);
   if (info == NULL)
      return mapped_file(objects, addr);
   objects->last = place_object(objects, info, epoch);
   return objects->last;
}

/* Valgrind's own objects, which are in every program, do not count. */
void tk_code_objects_count(tk_code_objects *objects, UInt number, Bool has_line)
{
   tk_object *object = nth_object(objects, number);
   if (object->rank == 0)
      object->rank = ++objects->n_ranked;
   if (has_line)
      object->n_known++;
   else if (!nth_place(objects, number)->is_ours)
      object->n_bare++;
}

Addr tk_code_objects_start(tk_code_objects *objects, UInt number, Addr addr, Addr run,
                           Bool *by_run)
{
   place *p = nth_place(objects, number);
   if (p->function == 0 || addr < p->function || addr >= p->function_end)
      p->function = tk_elf_function(&p->elf, addr, &p->function_end);
   *by_run = p->function == 0;
   return (*by_run ? run : p->function) - p->bias;
}

Bool tk_code_objects_in_file(tk_code_objects *objects, Addr addr, Addr *in_file)
{
   UInt number = tk_code_objects_find(objects, addr);
   if (number != TK_NO_OBJECT)
      *in_file = addr - nth_place(objects, number)->bias;
   return number != TK_NO_OBJECT;
}
