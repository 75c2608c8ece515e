#!/bin/sh
# editors.sh -- the settings of docs/GUIDE.md make vim, Emacs and VS Code's problem
# matcher find the lines that --messages prints.
# SPDX-License-Identifier: GPL-2.0-or-later

# shellcheck source=tests/lib.sh
. "${srcdir:?}/tests/lib.sh"

mkdir src
cp "$srcdir"/tests/golden/cs_annotate/src/* "$srcdir"/tests/golden/hp_annotate/src/* src
cp "$srcdir/tests/golden/cs_annotate/own.out" counts.out
cp "$srcdir/tests/golden/hp_annotate/own.out" heap.out
PATH=$builddir:$PATH
export PATH

# found FILE: FILE:LINE of each message in it.
found()
{
   sed -nE 's/^([^:]*:[0-9]+): note: .*/\1/p' "$1"
}

cs_annotate --messages counts.out >counts.messages
hp_annotate --messages heap.out >heap.messages
found counts.messages >counts.expected
found heap.messages >heap.expected
check "there are messages" test -s counts.expected -a -s heap.expected

# ---- vim and Neovim ----

# in_vim EDITOR COMMAND: writes the list of places to vim.list, its texts to vim.text, and where
# the cursor is to vim.at.
in_vim()
{
   rm -f vim.list vim.at vim.text
   guide Editors vim >vimrc
   {
      echo "$2"
      cat <<'END'
let places = filter(getqflist(), "v:val.valid")
call writefile([bufname("%") .. ":" .. line(".")], "vim.at")
call writefile(map(copy(places), {i, v -> bufname(v.bufnr) .. ":" .. v.lnum}), "vim.list")
call writefile(map(copy(places), {i, v -> v.type .. v.text}), "vim.text")
qall!
END
   } >look.vim
   timeout 60 "$1" -Nu vimrc -es -S look.vim </dev/null >vim.out 2>&1
}

test_vim()
{
   in_vim "$1" 'Quern counts.out'
   equal "$1 lists the lines" "$(cat counts.expected)" "$(cat vim.list)"
   equal "$1 goes to the hottest" "$(head -n 1 counts.expected)" "$(cat vim.at)"
   equal "$1 shows the text" "n$(sed -n '1s/.*: note: //p' counts.messages)" \
      "$(head -n 1 vim.text)"
   in_vim "$1" 'Quern! --top=1 heap.out'
   equal "$1 lists the heap's" "$(head -n 1 heap.expected)" "$(cat vim.list)"
}
if vim --version 2>/dev/null | grep -q '+quickfix'; then
   test_vim vim
else
   skip "vim" "no vim with +quickfix; Debian package: vim"
fi
if command -v nvim >/dev/null; then
   test_vim nvim
else
   skip "Neovim" "no nvim; Debian package: neovim"
fi

# ---- Emacs ----

if command -v emacs >/dev/null; then
   {
      guide Editors elisp
      cat <<'END'
(require 'compile)
(let ((buffer (compilation-start "cs_annotate --messages counts.out")))
  (while (get-buffer-process buffer)
    (accept-process-output nil 0.1))
  (setq next-error-last-buffer buffer)
  (ignore-errors ; after the last message
    (while t
      (next-error)
      (with-current-buffer (window-buffer)
        (princ (format "%s:%d\n" (file-name-nondirectory buffer-file-name)
                       (line-number-at-pos)))))))
END
   } >places.el
   timeout 60 emacs -Q --batch -l places.el </dev/null >emacs.list 2>emacs.err
   equal "Emacs goes from line to line" "$(sed 's|^src/||' counts.expected)" "$(cat emacs.list)"
else
   skip "Emacs" "no emacs; Debian package: emacs-nox"
fi

# ---- VS Code ----

guide Editors json >tasks.json
cat >matcher.py <<'END'
import json, re, sys
task = json.load(open("tasks.json"))["tasks"][0]
pattern = task["problemMatcher"]["pattern"]
for line in open(sys.argv[1]):
    match = re.match(pattern["regexp"], line.rstrip("\n"))
    if match:
        assert match[pattern["message"]]
        print(f"{match[pattern['file']]}:{match[pattern['line']]}")
END
for kind in counts heap; do
   equal "VS Code's matcher: $kind" "$(cat $kind.expected)" \
      "$("$PYTHON" matcher.py $kind.messages)"
done
command=$("$PYTHON" -c 'import json
print(json.load(open("tasks.json"))["tasks"][0]["command"])')
cp counts.out cachesim.out.1
equal "VS Code's command" "$(cat counts.expected)" \
   "$(sh -c "$command" >task.messages; found task.messages)"
plan
