/* ah_keeper_names.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_keeper_names.h"

#include <string.h>

const char *ah_keeper_kind_name(ah_keeper_kind kind)
{
#define X(kind, name) name,
   static const char *const names[] = { AH_KEEPER_KINDS(X) };
#undef X
   return names[kind];
}

/* ---- Roots ------------------------------------------------------------------------ */

static void name_variable(ah_keeper *keeper, const ah_root *root, const ah_naming *naming)
{
   ty_variable variable;
   bool is_thread_local = root->kind == AH_ROOT_THREAD_LOCAL;
   keeper->kind = is_thread_local ? AH_KEEPER_THREAD_LOCAL : AH_KEEPER_STATIC;
   keeper->name = root->name;
   if (naming != NULL && root->file != NULL && root->name != NULL
       && naming->variable(naming->types, root->file, is_thread_local, root->start,
                           &variable)) {
      if (variable.name != NULL)
         keeper->name = variable.name;
      keeper->file = variable.file;
      keeper->line = variable.line;
      keeper->type = variable.type;
   }
   if (keeper->file == NULL && root->file != NULL)
      keeper->file = root->file->path;
}

static void name_frame(ah_keeper *keeper, const ah_profile *profile, const ah_root *root)
{
   keeper->kind = AH_KEEPER_FRAME;
   if (root->n_frames == 0)
      return;
   const an_frame *frame = &profile->frames[root->frames[root->n_frames - 1]];
   keeper->name = frame->function;
   keeper->file = frame->line > 0 ? frame->file : frame->object;
   keeper->line = frame->line;
}

void ah_keeper_name_root(ah_keeper *keeper, const ah_profile *profile,
                         const ah_root *root, const ah_naming *naming)
{
   switch (root->kind) {
   case AH_ROOT_STATIC:
   case AH_ROOT_THREAD_LOCAL: name_variable(keeper, root, naming); break;
   case AH_ROOT_STACK: name_frame(keeper, profile, root); break;
   case AH_ROOT_STACK_TOP: keeper->kind = AH_KEEPER_STACK_TOP; break;
   case AH_ROOT_REGISTERS: keeper->kind = AH_KEEPER_REGISTERS; break;
   case AH_ROOT_MAPPING:
      keeper->kind = AH_KEEPER_MAPPING;
      keeper->file = root->name;
      break;
   default: keeper->kind = AH_KEEPER_LOST;
   }
}

/* ---- Fields ------------------------------------------------------------------------ */

const ty_field *ah_keeper_field_at(const ty_type *type, int64_t offset, int64_t step)
{
   if (type == NULL || type->size_B <= 0 || offset < 0
       || (step != 0 && step % type->size_B != 0))
      return NULL;
   offset %= type->size_B;
   for (size_t i = 0; i < type->n_fields; i++)
      if (offset >= type->fields[i].offset
          && offset - type->fields[i].offset < type->fields[i].size_B)
         return &type->fields[i];
   return NULL;
}

const char *ah_keeper_field(const ty_type *type, int64_t offset, int64_t step)
{
   const ty_field *field = ah_keeper_field_at(type, offset, step);
   return field == NULL ? NULL : field->name;
}

/* ---- Local variables --------------------------------------------------------------- */

/* A file can have frames that call each other in a circle. */
enum { MOST_FRAMES = 16 };

bool ah_keeper_word_local(ah_local *local, const ah_root *root, const ah_naming *naming,
                          int64_t offset)
{
   ty_stack_frame frames[MOST_FRAMES];
   const ah_root *roots[MOST_FRAMES];
   size_t n = 0, frame;
   if (root->kind != AH_ROOT_STACK || naming == NULL || root->file == NULL)
      return false;
   for (; root != NULL && n < MOST_FRAMES; root = root->caller, n++) {
      roots[n] = root;
      frames[n] = (ty_stack_frame){ root->file, root->start };
   }
   if (!naming->local(naming->types, frames, n, offset, &local->of, &frame))
      return false;
   local->frame = roots[frame];
   return true;
}

static bool is_same(const ah_local *a, const ah_local *b)
{
   const char *name = a->of.name, *other = b->of.name;
   return a->frame == b->frame && a->of.line == b->of.line
          && (name == other
              || (name != NULL && other != NULL && strcmp(name, other) == 0));
}

/* The local variable that has the word at an offset or, with a step, all of several. */
static bool has_words(ah_local *local, const ah_root *root, const ah_naming *naming,
                      int64_t offset, int64_t step)
{
   ah_local next;
   if (!ah_keeper_word_local(local, root, naming, offset))
      return false;
   /* A variable that does not reach to the step has none of the others. */
   return step == 0
          || (offset <= INT64_MAX - step
              && ah_keeper_word_local(&next, root, naming, offset + step)
              && is_same(&next, local) && next.of.offset - local->of.offset == step);
}

bool ah_keeper_local(ah_local *local, const ah_root *root, const ah_naming *naming,
                     const ah_retainer *retainer)
{
   if (!retainer->has_offset)
      return false;
   bool is_found = has_words(local, root, naming, retainer->offset, retainer->step);
   for (size_t i = 0; i < retainer->n_words && !is_found; i++)
      is_found = has_words(local, root, naming, retainer->words[i], 0);
   return is_found;
}
