#!/bin/sh
# fleet.sh -- the code of docs/GUIDE.md on fleets, as it stands, on the runs that it makes.
# SPDX-License-Identifier: GPL-2.0-or-later

# shellcheck source=tests/lib.sh
. "${srcdir:?}/tests/lib.sh"

for program in sqlite3 mpirun gcc; do
   if is_missing $program; then
      skip "the code on fleets" "no $program"
      plan
      exit 0
   fi
done

# Containers run as root, and have few cores.
OMPI_MCA_btl_vader_single_copy_mechanism=none
OMPI_MCA_rmaps_base_oversubscribe=1
OMPI_ALLOW_RUN_AS_ROOT=1
OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_btl_vader_single_copy_mechanism OMPI_MCA_rmaps_base_oversubscribe \
   OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM
mkdir bin
printf '#!/bin/sh\nexec "%s" "$@"\n' "$valgrind" >bin/valgrind
chmod +x bin/valgrind
PATH=$PWD/bin:$builddir:$PATH
export PATH

guide "A fleet, in SQL" sh >all.sh
check "runs, ranks and the database" sh -e all.sh
equal "a profile of each run and rank" "24 2" \
   "$(find runs -name '*.out' | wc -l) $(find ranks -name '*.out' | wc -l)"
equal "a total for each" 26 "$(sqlite3 fleet.db 'select count(*) from runs')"

# query N: what the page's Nth query finds.
query()
{
   guide "A fleet, in SQL" sql "$1" | sqlite3 fleet.db 2>&1
}
query 1 >hottest
check "the hottest line" sh -c 'sed 1q hottest |
   grep -q "app.c:6|[0-9]*|[0-9.]*|26$"'
equal "the outlier, alone" "4d5e6f|07" "$(query 2 | cut -d'|' -f1,2)"
equal "what it does more of" mix "$(query 3 | sed '1q' | cut -d'|' -f1)"
equal "what a commit made slower, by how much" "mix|20.0" \
   "$(query 4 | sed '1q' | cut -d'|' -f1,4)"
plan
