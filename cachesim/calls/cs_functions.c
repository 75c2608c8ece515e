/* cs_functions.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "calls/cs_functions.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_seqmatch.h"
#include "pub_tool_vki.h"

#include "base/tk_array.h"
#include "base/tk_fn_name.h"
#include "base/tk_hash.h"
#include "base/tk_table.h"

enum { ANSWERS = 1 << 12 }; /* a power of two */

/* What is at an address, in an epoch of the debug information. */
typedef struct {
   Addr addr;
   UInt epoch;
   UInt
      generation; /* of the names that the program gives, if it depends on them; else 0 */
   Bool is_known, is_entry; /* not is_known: the entry is empty */
   cs_function *function;
} answer;

struct cs_functions {
   const tk_alloc *alloc;
   tk_strings *names;
   tk_where *where;
   const HChar *unknown;        /* "???", interned */
   XArray *toggling;            /* of const HChar *: patterns; NULL: none */
   const HChar *symbol, *whole; /* the last symbol, and what whole_name said */
   cs_function **all;
   size_t n, capacity;
   tk_table table; /* by name, object and start: indices of `all` */
   answer answers[ANSWERS];
};

cs_functions *cs_functions_new(const tk_alloc *alloc, tk_strings *names, tk_where *where)
{
   cs_functions *functions = VG_(calloc)("cs.functions", 1, sizeof *functions);
   functions->alloc = alloc;
   functions->names = names;
   functions->where = where;
   functions->unknown = tk_strings_intern(names, "???", 3);
   functions->table = (tk_table){ .alloc = alloc, .label = "cs.functions.table" };
   return functions;
}

/* ---- Names ------------------------------------------------------------ */

/* Most successive questions are for instructions of one function, and symbols of C++ are
   long. */
static const HChar *whole_name(cs_functions *functions, const tk_place *place)
{
   if (place->fn == functions->symbol)
      return functions->whole;
   SizeT length_B = tk_fn_name_B(place->fn, place->file);
   functions->symbol = place->fn;
   functions->whole = place->fn[length_B] == '\0'
                         ? place->fn
                         : tk_strings_intern(functions->names, place->fn, length_B);
   return functions->whole;
}

/* Is it the symbol of a part that was moved away, and is not called? */
static Bool is_moved_part(const HChar *symbol, const HChar *whole)
{
   const HChar *mark = symbol == whole ? NULL : VG_(strstr)(symbol, ".cold");
   return mark != NULL && (mark[5] == '\0' || mark[5] == '.' || mark[5] == ']');
}

/* Has the code neither a symbol nor a known line? */
static Bool is_nameless(const cs_functions *functions, const tk_place *place)
{
   return place->file == functions->unknown && place->fn == functions->unknown;
}

static Bool is_resolver(const HChar *name)
{
   return VG_(strncmp)(name, "_dl_runtime_resolve", 19) == 0;
}

/* A dynamic linker without symbols has a resolver without a name. */
static Bool is_linkers(DiEpoch epoch, Addr addr)
{
   DebugInfo *object = VG_(find_DebugInfo)(epoch, addr);
   const HChar *soname = object == NULL ? NULL : VG_(DebugInfo_get_soname)(object);
   return soname != NULL && VG_(strncmp)(soname, "ld-linux", 8) == 0;
}

/* ---- Stubs ------------------------------------------------------------ */

/* A stub's first instructions: perhaps endbr, perhaps a bnd prefix, and a jump by the
   global offset table.  Sections with stubs have several names, of which the core
   knows one. */
static Bool is_stub(Addr addr)
{
   static const UChar endbr[] = { 0xf3, 0x0f, 0x1e };
   UChar code[8];
   if (VG_(DebugInfo_sect_kind)(NULL, addr) == Vg_SectPLT)
      return True;
   if (!VG_(am_is_valid_for_client)(addr, sizeof code, VKI_PROT_READ))
      return False;
   VG_(memcpy)(code, (const void *)addr, sizeof code);
   const UChar *at = code;
   if (VG_(memcmp)(at, endbr, sizeof endbr) == 0)
      at += 4;
   if (*at == 0xf2)
      at++;
   return at[0] == 0xff && (at[1] == 0x25 || at[1] == 0xa3);
}

/* ---- Functions -------------------------------------------------------- */

static cs_function *find_function(const cs_functions *functions, ULong hash,
                                  const tk_place *place)
{
   TK_TABLE_EACH(i, &functions->table, hash) {
      const tk_place *known = &functions->all[i]->at;
      if (known->fn == place->fn && known->object == place->object
          && known->start == place->start)
         return functions->all[i];
   }
   return NULL;
}

/* Matches the pattern the name, or what is before its parameters? */
static Bool matches_name(const HChar *pattern, const HChar *name)
{
   const HChar *parameters = VG_(strchr)(name, '(');
   if (VG_(string_match)(pattern, name))
      return True;
   if (parameters == NULL || parameters == name || VG_(strchr)(pattern, '(') != NULL)
      return False;
   HChar *short_name = VG_(strdup)("cs.functions.name", name);
   short_name[parameters - name] = '\0';
   Bool result = VG_(string_match)(pattern, short_name);
   VG_(free)(short_name);
   return result;
}

static Bool is_toggling(const cs_functions *functions, const HChar *name)
{
   for (Word i = 0; functions->toggling != NULL && i < VG_(sizeXA)(functions->toggling);
        i++)
      if (matches_name(*(const HChar **)VG_(indexXA)(functions->toggling, i), name))
         return True;
   return False;
}

void cs_functions_toggle(cs_functions *functions, XArray *patterns)
{
   functions->toggling = patterns;
}

static cs_function *add_function(cs_functions *functions, ULong hash,
                                 const tk_place *place)
{
   cs_function *function = VG_(malloc)("cs.functions.function", sizeof *function);
   *function = (cs_function){ .at = *place,
                              .number = (UInt)functions->n,
                              .is_resolver = is_resolver(place->fn),
                              .toggles = is_toggling(functions, place->fn) };
   TK_ARRAY_ROOM(functions->alloc, "cs.functions.all", functions->all, functions->n,
                 functions->capacity);
   tk_table_add(&functions->table, hash, (UInt)functions->n);
   functions->all[functions->n++] = function;
   return function;
}

static Bool is_entry(const cs_functions *functions, DiEpoch epoch, Addr addr,
                     const tk_place *place, Bool is_part)
{
   const HChar *name;
   const tk_jit_code *code;
   if (place->start != 0)
      return tk_where_begins(functions->where, place, addr);
   if (is_nameless(functions, place))
      return True;
   if ((code = tk_where_compiled(functions->where, addr)) != NULL)
      return addr == (Addr)code->start;
   return !is_part && VG_(get_fnname_if_entry)(epoch, addr, &name);
}

static ULong hash_of(const tk_place *place)
{
   return tk_hash_word((UWord)place->fn ^ tk_hash_word(place->object)
                       ^ tk_hash_word(place->start));
}

/* The function of code at a place, by its whole name. */
static cs_function *function_of(cs_functions *functions, const tk_place *place,
                                const HChar *name)
{
   tk_place whole = *place;
   whole.fn = name;
   ULong hash = hash_of(&whole);
   cs_function *function = find_function(functions, hash, &whole);
   return function != NULL ? function : add_function(functions, hash, &whole);
}

const cs_function *cs_functions_thread(cs_functions *functions, UInt number)
{
   HChar name[32];
   UInt length_B = VG_(sprintf)(name, "thread %u", number);
   tk_place place = { .file = functions->unknown,
                      .fn = tk_strings_intern(functions->names, name, length_B) };
   cs_function *function = function_of(functions, &place, place.fn);
   function->is_resolver = True;
   return function;
}

static void look_up(cs_functions *functions, DiEpoch epoch, answer *a)
{
   tk_place place = tk_where_place(functions->where, a->addr);
   if (is_nameless(functions, &place) && is_stub(a->addr))
      return;
   const HChar *name = whole_name(functions, &place);
   a->function = function_of(functions, &place, name);
   if (is_nameless(functions, &place) && is_linkers(epoch, a->addr))
      a->function->is_resolver = True;
   a->is_entry = is_entry(functions, epoch, a->addr, &place,
                          is_moved_part(place.fn, name));
   a->function->is_compiled = a->generation != 0;
   place.fn = name;
   if (a->is_entry)
      a->function->at = place; /* not of an inlined function */
}

cs_function *cs_functions_of(cs_functions *functions, Addr addr, const tk_place *place)
{
   Bool is_entry;
   return is_nameless(functions, place)
             ? cs_functions_at(functions, addr, &is_entry)
             : function_of(functions, place, whole_name(functions, place));
}

cs_function *cs_functions_at(cs_functions *functions, Addr addr, Bool *is_entry)
{
   DiEpoch epoch = VG_(current_DiEpoch)();
   answer *a = &functions->answers[tk_hash_word(addr) % ANSWERS];
   UInt generation = tk_where_generation(functions->where);
   if (!a->is_known || a->addr != addr || a->epoch != epoch.n
       || (a->generation != 0 && a->generation != generation)) {
      Bool is_outside = tk_code_debug_info(addr) == NULL;
      *a = (answer){ .addr = addr,
                     .epoch = epoch.n,
                     .generation = is_outside ? generation : 0,
                     .is_known = True };
      look_up(functions, epoch, a);
   }
   *is_entry = a->is_entry;
   return a->function;
}

const cs_function *const *cs_functions_list(const cs_functions *functions, UInt *n)
{
   *n = (UInt)functions->n;
   return (const cs_function *const *)functions->all;
}
