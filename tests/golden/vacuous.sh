#!/bin/sh
# vacuous.sh -- no test of the commands passes with commands that do nothing: nothing equals
# nothing, holds no line that must not be there, and leaves each file as it was.
# SPDX-License-Identifier: GPL-2.0-or-later

# shellcheck source=tests/lib.sh
. "${srcdir:?}/tests/lib.sh"

# Unlike true(1), it has no --help.
printf '#!/bin/sh\n' >nothing
chmod +x nothing
for name in CS_ANNOTATE CS_DIFF CS_EXPORT CS_MACHINE CS_MERGE \
   HP_ANNOTATE HP_DIFF HP_EXPORT HP_MERGE; do
   export "$name=$work/nothing"
done
unset BLESS # nothing is not to be stored

for script in "$srcdir"/tests/golden/*.sh; do
   name=${script##*/}
   case $name in
   lib.sh | vacuous.sh) continue ;;
   kinds.sh) ;;
   *) is_long || continue ;; # it tests the tests, which rarely change
   esac
   timeout 120 sh "$script" >found 2>errors
   equal "$name: runs to its end" "0 1" "$? $(grep -c '^1\.\.' found)"
   equal "$name: what passes" "" "$(grep '^ok ' found | grep -v ' # SKIP ')"
done
plan
