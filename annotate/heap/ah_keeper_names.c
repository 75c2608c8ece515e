/* ah_keeper_names.c -- SPDX-License-Identifier: GPL-2.0-or-later */

#include "heap/ah_keeper_names.h"

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

const char *ah_keeper_field(const ty_type *type, int64_t offset, int64_t step)
{
   if (type == NULL || type->size_B <= 0 || offset < 0
       || (step != 0 && step % type->size_B != 0))
      return NULL;
   offset %= type->size_B;
   for (size_t i = 0; i < type->n_fields; i++)
      if (offset >= type->fields[i].offset
          && offset - type->fields[i].offset < type->fields[i].size_B)
         return type->fields[i].name;
   return NULL;
}

bool ah_keeper_local(ty_local *local, const ah_root *root, const ah_naming *naming,
                     int64_t offset)
{
   return root->kind == AH_ROOT_STACK && naming != NULL && root->file != NULL
          && naming->local(naming->types, root->file, root->start, offset, local);
}
