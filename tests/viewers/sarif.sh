#!/bin/sh
# sarif.sh -- SARIF logs are valid by the published schema, and by the rules of Microsoft's
# validator, which has GitHub's.  SPDX-License-Identifier: GPL-2.0-or-later
#
# make viewers VIEWERS=DIR runs it.  DIR has a node_modules/ with Node.js's packages
# @microsoft/jest-sarif, which has the schema, and @microsoft/sarif-multitool-linux (100 MB).
# What is not there is skipped.  make check looks for what GitHub requires
# (tests/golden/sarif.py).

. "${srcdir:?}/tests/lib.sh"

modules=${VIEWERS:-$builddir/viewers}/node_modules/@microsoft
schema=$modules/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json
validator=$modules/sarif-multitool-linux/Sarif.Multitool

# is_valid FILE
is_valid()
{
   "$PYTHON" -c '
import json, jsonschema, sys
schema, log = (json.load(open(name, encoding="utf-8")) for name in sys.argv[1:])
checker = jsonschema.Draft4Validator(schema, format_checker=jsonschema.FormatChecker())
assert not checker.is_valid({"version": "2.1.0"})
checker.validate(log)' "$schema" "$1"
}

# follows_rules FILE: no warning but that the project has no address.
follows_rules()
{
   DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1 "$validator" validate "$1" \
      --rule-kind 'Sarif;Ghas' >found 2>&1
   grep -q 'Analysis completed successfully' found &&
      ! grep ': \(warning\|error\) ' found | grep -v "does not provide 'informationUri'"
}

# logged COMMAND PROFILE OPTION...
logged()
{
   logged_name="$1 $2" logged_file=${2##*/}.sarif
   "$builddir/$1" --sarif="$logged_file" "$srcdir/tests/golden/$2.out"
   if [ ! -f "$schema" ] || ! "$PYTHON" -c 'import jsonschema' 2>/dev/null; then
      skip "schema: $logged_name" "no jest-sarif in VIEWERS, or no python3-jsonschema"
   else
      check "schema: $logged_name" is_valid "$logged_file"
   fi
   if [ ! -f "$validator" ]; then
      skip "rules: $logged_name" "no sarif-multitool-linux in VIEWERS"
   else
      check "rules: $logged_name" follows_rules "$logged_file"
   fi
}

cp -R "$srcdir/tests/golden/cs_annotate/src" .
logged cs_annotate cs_annotate/asm
logged cs_annotate cs_annotate/own
logged cs_annotate cs_annotate/zero
rm -rf src
cp -R "$srcdir/tests/golden/hp_annotate/src" .
logged hp_annotate hp_annotate/faults
logged hp_annotate hp_annotate/owners
plan
