/* cs_events.c -- the rows of the table of events; pure.
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "machine/cs_events.h"

const char *const cs_event_names[CS_N_EVENTS] = {
   [CS_IR] = "Ir", [CS_I1MR] = "I1mr", [CS_ILMR] = "ILmr",
   [CS_DR] = "Dr", [CS_D1MR] = "D1mr", [CS_DLMR] = "DLmr",
   [CS_DW] = "Dw", [CS_D1MW] = "D1mw", [CS_DLMW] = "DLmw",
   [CS_BC] = "Bc", [CS_BCM] = "Bcm",
   [CS_BI] = "Bi", [CS_BIM] = "Bim",
   [CS_I2MR] = "I2mr", [CS_D2MR] = "D2mr", [CS_D2MW] = "D2mw",
   [CS_I3MR] = "I3mr", [CS_D3MR] = "D3mr", [CS_D3MW] = "D3mw",
   [CS_PF1] = "Pf1", [CS_PF2] = "Pf2", [CS_PF3] = "Pf3", [CS_PFL] = "PfL",
   [CS_PU1] = "Pu1", [CS_PU2] = "Pu2", [CS_PU3] = "Pu3", [CS_PUL] = "PuL",
   [CS_WB1] = "Wb1", [CS_WB2] = "Wb2", [CS_WB3] = "Wb3", [CS_WBL] = "WbL",
   [CS_ITM] = "ITm", [CS_ITW] = "ITw", [CS_DTM] = "DTm", [CS_DTW] = "DTw",
   [CS_LCOLD] = "Lcold", [CS_LCAP] = "Lcap", [CS_LCONF] = "Lconf",
   [CS_D1COLD] = "D1cold", [CS_D1CAP] = "D1cap", [CS_D1CONF] = "D1conf",
   [CS_CX] = "Cx", [CS_CF] = "Cf", [CS_CD] = "Cd", [CS_CB] = "Cb",
};

cs_columns cs_columns_of(bool caches, bool branches)
{
   cs_columns columns = { .counted = UINT64_C(1) << CS_IR };
   if (caches)
      for (cs_event e = CS_I1MR; e < CS_BC; e++)
         cs_columns_add(&columns, e);
   if (branches)
      for (cs_event e = CS_BC; e < CS_CLASSIC_EVENTS; e++)
         cs_columns_add(&columns, e);
   return columns;
}
