# embed.awk -- makes C of the files *.machine: cs_presets.h declares it.  The first line
# of a file is its description.
# SPDX-License-Identifier: GPL-2.0-or-later

function quoted(text)
{
   gsub(/\\/, "\\\\", text)
   gsub(/"/, "\\\"", text)
   return "\"" text "\""
}

BEGIN {
   print "/* Made by embed.awk of the files beside it. */"
   print "#include \"machine/cs_presets.h\""
   print ""
   print "const cs_preset cs_presets[] = {"
}

FNR == 1 {
   if (NR > 1)
      print "   },"
   name = FILENAME
   sub(/.*\//, "", name)
   sub(/\.machine$/, "", name)
   description = $0
   sub(/^# */, "", description)
   print "   { " quoted(name) ","
   print "     " quoted(description) ","
}

# As many lines as in the file.
{
   sub(/ *#.*/, "")
   print "     " quoted($0) " \"\\n\""
}

END {
   print "   },"
   print "   { NULL, NULL, NULL },"
   print "};"
}
