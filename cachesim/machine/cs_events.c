/* cs_events.c -- the rows of the table of events; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "machine/cs_events.h"

const cs_event_info cs_events[CS_N_EVENTS] = {
   [CS_IR]   = { "Ir",   CS_NEEDS_NOTHING },
   [CS_I1MR] = { "I1mr", CS_NEEDS_CACHES },
   [CS_ILMR] = { "ILmr", CS_NEEDS_CACHES },
   [CS_DR]   = { "Dr",   CS_NEEDS_CACHES },
   [CS_D1MR] = { "D1mr", CS_NEEDS_CACHES },
   [CS_DLMR] = { "DLmr", CS_NEEDS_CACHES },
   [CS_DW]   = { "Dw",   CS_NEEDS_CACHES },
   [CS_D1MW] = { "D1mw", CS_NEEDS_CACHES },
   [CS_DLMW] = { "DLmw", CS_NEEDS_CACHES },
   [CS_BC]   = { "Bc",   CS_NEEDS_BRANCHES },
   [CS_BCM]  = { "Bcm",  CS_NEEDS_BRANCHES },
   [CS_BI]   = { "Bi",   CS_NEEDS_BRANCHES },
   [CS_BIM]  = { "Bim",  CS_NEEDS_BRANCHES },
};
