/* ah_owner.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_owner.h"

#include "base/tk_library.h"
#include "heap/ah_path.h"
#include "paths/an_name.h"

#include <string.h>

static bool begins_with(const char *text, const char *start)
{
   return strncmp(text, start, strlen(start)) == 0;
}

/* ---- Functions of the C library ---- */

#define IS_ONE_OF(name, names) is_one_of(name, names, sizeof(names) / sizeof((names)[0]))

static bool is_one_of(const char *name, const char *const *names, size_t n)
{
   for (size_t i = 0; i < n; i++)
      if (*name == *names[i] && strcmp(name, names[i]) == 0)
         return true;
   return false;
}

/* Buffers, which are freed with their stream. */
static bool is_buffer(const char *name)
{
   static const char *const names[] = { "_IO_file_doallocate", "_IO_wfile_doallocate" };
   return IS_ONE_OF(name, names)
          || (begins_with(name, "std::basic_filebuf<")
              && strstr(name, "_M_allocate_internal_buffer") != NULL);
}

/* They allocate for the C library; the caller may have to free the block. */
static bool is_for_library(const char *name)
{
   static const char *const names[] = {
      "__alloc_dir",      "opendir",    "__opendir",    "__opendirat",
      "fdopendir",        "fopen",      "fopen64",      "__fopen_internal",
      "fdopen",           "popen",      "getline",      "__getline",
      "getdelim",         "__getdelim", "_IO_getdelim", "open_memstream",
      "__open_memstream",
   };
   return IS_ONE_OF(name, names);
}

/* They allocate what the caller asked for. */
static bool is_for_caller(const char *name)
{
   static const char *const names[] = {
      "strdup",
      "__strdup",
      "strndup",
      "__strndup",
      "wcsdup",
      "asprintf",
      "__asprintf",
      "___asprintf",
      "vasprintf",
      "__vasprintf",
      "__vasprintf_internal",
      "__asprintf_chk",
      "__vasprintf_chk",
      "reallocarray",
      "__libc_reallocarray",
   };
   return IS_ONE_OF(name, names);
}

/* ---- Whose code a frame is ---- */

/* The caller of the libraries' constructors; or the constructor of the C++
   library, which reserves memory for exceptions. */
static bool is_startup(const an_frame *frame)
{
   static const char file[] = "eh_alloc.cc";
   size_t n = frame->file == NULL ? 0 : strlen(frame->file);
   return strcmp(frame->function, "call_init") == 0
          || begins_with(frame->function, "_dl_init")
          || (n >= sizeof file - 1
              && strcmp(frame->file + n - (sizeof file - 1), file) == 0);
}

const char *ah_owner_object(const ah_profile *profile, const an_frame *frame)
{
   if (frame->is_in_file)
      return frame->object;
   const an_object *object = an_object_find(profile->objects, profile->n_objects,
                                            frame->address);
   return object == NULL ? frame->object : object->path;
}

void ah_owner_say(ah_profile *profile, const an_own *own)
{
   for (size_t i = 0; i < profile->n_frames; i++)
      if (profile->frames[i].file != NULL)
         profile->frames[i].said = an_own_says(own, profile->frames[i].file);
}

bool ah_owner_is_system(const ah_profile *profile, const an_frame *frame)
{
   if (frame->said != AN_WHOSE_UNSAID)
      return frame->said == AN_WHOSE_LIBRARY;
   const char *object = ah_owner_object(profile, frame);
   if (object != NULL && tk_library_is_system(object))
      return true;
   /* A frame with debug info does not name its object. */
   if (is_startup(frame) || is_buffer(frame->function) || is_for_library(frame->function)
       || is_for_caller(frame->function))
      return true;
   return an_name_has_library_source(frame);
}

static bool is_of_c_library(const ah_profile *profile, const an_frame *frame)
{
   const char *object = ah_owner_object(profile, frame);
   const char *slash = object == NULL ? NULL : strrchr(object, '/');
   return slash != NULL
          && (begins_with(slash, "/libc.so") || begins_with(slash, "/libc-2"));
}

/* ---- All frames ---- */

/* Bits of a frame, next to those of an_skip. */
enum {
   OF_SYSTEM = 4,
   OF_C_LIBRARY = 8,
   BUFFER = 16,
   FOR_LIBRARY = 32,
   FOR_CALLER = 64,
   WRAPPER = 128
};

static unsigned traits_of(const ah_profile *profile, const an_frame *frame)
{
   return an_name_skips(frame) | (ah_owner_is_system(profile, frame) ? OF_SYSTEM : 0u)
          | (is_of_c_library(profile, frame) ? OF_C_LIBRARY : 0u)
          | (is_buffer(frame->function) ? BUFFER : 0u)
          | (is_for_library(frame->function) ? FOR_LIBRARY : 0u)
          | (is_for_caller(frame->function) ? FOR_CALLER : 0u)
          | (frame->is_wrapper ? WRAPPER : 0u);
}

void ah_owners_open(ah_owners *owners, const tk_alloc *alloc, const ah_profile *profile)
{
   size_t n = profile->n_frames;
   uint8_t *traits = tk_get(alloc, AN_LABEL, n + 1);
   for (size_t i = 0; i < n; i++)
      traits[i] = (uint8_t)traits_of(profile, &profile->frames[i]);
   *owners = (ah_owners){ profile, traits };
}

/* ---- Who owns a block ---- */

/* The first frame from the i-th on that is the program's; wrappers are passed over. */
static size_t next_frame(const ah_profile *profile, const ah_site *site, size_t i,
                         bool takes_wrappers)
{
   while (i < site->n_frames
          && (ah_owner_is_system(profile, &profile->frames[site->frames[i]])
              || (!takes_wrappers && profile->frames[site->frames[i]].is_wrapper)))
      i++;
   return i;
}

size_t ah_owner_frame(const ah_profile *profile, const ah_site *site)
{
   size_t i = next_frame(profile, site, ah_path_start(profile, site, false), true);
   size_t behind = next_frame(profile, site, i, false);
   return behind < site->n_frames ? behind : i;
}

size_t ah_owner_caller(const ah_profile *profile, const ah_site *site)
{
   size_t own = ah_owner_frame(profile, site);
   return own < site->n_frames ? next_frame(profile, site, own + 1, true) : own;
}

static size_t start_of(const ah_owners *owners, const ah_site *site, bool all)
{
   return an_name_start_of(owners->traits, ah_path(site),
                           ah_path_skip(owners->profile, all));
}

/* The first frame from the i-th on that has none of the traits. */
static size_t behind(const ah_owners *owners, const ah_site *site, size_t i,
                     unsigned traits)
{
   while (i < site->n_frames && (owners->traits[site->frames[i]] & traits) != 0)
      i++;
   return i;
}

ah_owner ah_owner_of(const ah_owners *owners, const ah_site *site, size_t *own)
{
   const uint8_t *traits = owners->traits;
   *own = behind(owners, site, start_of(owners, site, false), OF_SYSTEM);
   size_t caller = behind(owners, site, *own, OF_SYSTEM | WRAPPER);
   if (caller < site->n_frames)
      *own = caller;
   if (site->n_frames == 0)
      return AH_OWNER_PROGRAM;
   if (*own == site->n_frames)
      return AH_OWNER_LIBRARY;
   size_t first = start_of(owners, site, true);
   size_t end = *own > first ? *own : first + 1;
   ah_owner owner = (traits[site->frames[first]] & OF_C_LIBRARY) != 0 ? AH_OWNER_SHARED
                                                                      : AH_OWNER_PROGRAM;
   for (size_t i = first; i < end; i++) {
      unsigned of = traits[site->frames[i]];
      if ((of & BUFFER) != 0)
         return AH_OWNER_LIBRARY;
      if ((of & FOR_LIBRARY) != 0)
         return AH_OWNER_SHARED;
      if ((of & FOR_CALLER) != 0)
         owner = AH_OWNER_PROGRAM;
   }
   return owner;
}
