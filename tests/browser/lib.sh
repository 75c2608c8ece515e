# tests/browser/lib.sh -- shared by the tests of HTML reports in a browser: profiles,
# pages, and a Python that can drive Chromium.
# SPDX-License-Identifier: GPL-2.0-or-later

. "${srcdir:?}/tests/lib.sh"

# The system's Python has Debian's selenium, which another in PATH may lack.
driver=
for python in "${PYTHON:-python3}" /usr/bin/python3; do
   if "$python" -c 'import selenium' 2>/dev/null; then
      driver=$python
      break
   fi
done
if [ -z "$driver" ] || is_missing chromium || is_missing chromedriver; then
   echo "1..0 # SKIP no browser to drive; Debian packages: chromium-driver python3-selenium"
   exit 0
fi

# profiled TOOL OUTFILE OPTIONS COMMAND...: a profile; OPTIONS is one word, split at blanks.
profiled()
{
   run_tool "$@" || [ -s "$2" ] || {
      echo "Bail out! no profile $2: $(tail -n 1 "$1.err")"
      exit 99
   }
}

# written NAME COMMAND ARGUMENT...: NAME.html and NAME.json, its document.
written()
{
   written_name=$1
   shift
   "$@" --html="$written_name.html" >/dev/null 2>"$written_name.err"
   written_status=$?
   "$@" --json=all >"$written_name.json" 2>>"$written_name.err"
   equal "$written_name: both are written, with the same status" \
      "$written_status yes yes" "$? $([ -s "$written_name.html" ] && echo yes) $(
      [ -s "$written_name.json" ] && echo yes)"
}

# tidied FILE: tidy finds nothing wrong.
tidied()
{
   tidy -errors -quiet "$1" >tidied.out 2>&1
   [ ! -s tidied.out ] || {
      head -n 20 tidied.out
      return 1
   }
}

# driven SCRIPT ARGUMENT...: runs a script of this directory, which prints its own results.
driven()
{
   driven_script=$1
   shift
   FIRST_TEST=$n_tests "$driver" -B "$srcdir/tests/browser/$driven_script" "$@" \
      >driven.out 2>driven.err
   cat driven.out
   n_tests=$((n_tests + $(grep -cE '^(not )?ok ' driven.out)))
   check "$driven_script came to its end" sh -c \
      "grep -q '^# all pages are done' driven.out || { cat driven.err; exit 1; }"
}
