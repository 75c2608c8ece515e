/* cs_helpers.h -- the functions that translated code calls: passes of cold code, and
   references whose guard has failed; glue.

   Only cs_instrument.c writes these calls.  The first argument is known at translation
   time: a segment, a site, or a reference of the block.
   SPDX-License-Identifier: GPL-2.0-or-later */

#pragma once

#include "pub_tool_machine.h"

#include "simulate/cs_blocks.h"

/* After this many passes, a cold block asks for its hot form; a power of two.  See
   docs/PERFORMANCE-LOG.md. */
enum { CS_HOT_PASSES = 1 << 12 };

/* From now on, translated code drives this machine.  It calls `on_hot` when a block has
   become hot, and again after each further CS_HOT_PASSES.  on_hot must not discard
   translations.  `sim` and `tree` are borrowed; `tree` NULL: no call paths are kept. */
void cs_helpers_init(cs_sim *sim, cs_tree *tree, void (*on_hot)(const cs_block *block));

/* Cold code: a pass of a segment, with the values of its references' roots. */
VG_REGPARM(1) void cs_on_pass_0(cs_segment *segment);
VG_REGPARM(2) void cs_on_pass_1(cs_segment *segment, UWord a);
VG_REGPARM(3) void cs_on_pass_2(cs_segment *segment, UWord a, UWord b);
VG_REGPARM(3) void cs_on_pass_3(cs_segment *segment, UWord a, UWord b, UWord c);
VG_REGPARM(3) void cs_on_pass_4(cs_segment *segment, UWord a, UWord b, UWord c, UWord d);
VG_REGPARM(3)
void cs_on_pass_5(cs_segment *segment, UWord a, UWord b, UWord c, UWord d, UWord e);

/* Hot code: a reference whose guard has failed. */
VG_REGPARM(1) void cs_on_fetch(const cs_site *site);
VG_REGPARM(2) void cs_on_read(const cs_known_ref *ref, Addr addr);
VG_REGPARM(2) void cs_on_write(const cs_known_ref *ref, Addr addr);

/* Hot code: a branch that a filter of cs_tage does not predict. */
VG_REGPARM(2) void cs_on_branch(const cs_site *site, UWord taken);
VG_REGPARM(2) void cs_on_jump(const cs_site *site, Addr target);

/* Hot code: cachegrind's predictor of branches was wrong, and cycles are estimated. */
VG_REGPARM(1) void cs_on_mispredicted(const cs_site *site);

/* Hot code: a run of data references, from `first` to the next that ends a run, whose
   common guard has failed. */
VG_REGPARM(2) void cs_on_run(const cs_known_ref *first, UWord root);

/* A read, a write or a run of hot code, if the use of lines is counted. */
VG_REGPARM(2) void cs_on_used_read(const cs_known_ref *ref, Addr addr);
VG_REGPARM(2) void cs_on_used_write(const cs_known_ref *ref, Addr addr);
VG_REGPARM(2) void cs_on_used_run(const cs_known_ref *first, UWord root);

/* A read, a write or a run of hot code, if the reasons of misses are counted: each
   reference is reported, without a guard. */
VG_REGPARM(2) void cs_on_split_read(const cs_known_ref *ref, Addr addr);
VG_REGPARM(2) void cs_on_split_write(const cs_known_ref *ref, Addr addr);
VG_REGPARM(2) void cs_on_split_run(const cs_known_ref *first, UWord root);

/* The same where some data are in another layout. */
VG_REGPARM(2) void cs_on_moved_read(const cs_known_ref *ref, Addr addr);
VG_REGPARM(2) void cs_on_moved_write(const cs_known_ref *ref, Addr addr);
VG_REGPARM(2) void cs_on_moved_run(const cs_known_ref *ref, UWord root);

/* Cold and hot code: a predicated reference happens, and is counted here. */
VG_REGPARM(2) void cs_on_predicated_read(const cs_known_ref *ref, Addr addr);
VG_REGPARM(2) void cs_on_predicated_write(const cs_known_ref *ref, Addr addr);
