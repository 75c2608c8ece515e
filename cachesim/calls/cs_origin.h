/* cs_origin.h -- what a superblock sets the stack pointer to; glue.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

/* What a value is reckoned from; the least expected for the stack pointer first. */
typedef enum {
   CS_FROM_ELSEWHERE,
   CS_FROM_FRAME_POINTER,
   CS_FROM_SP, /* or nothing is set */
} cs_origin;

/* To be called before the statements of a superblock are read, in order. */
void cs_origin_begin(const IRSB *sb);

/* What the statement sets the stack pointer to. */
cs_origin cs_origin_read(const IRStmt *st);
