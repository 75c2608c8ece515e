" words.vim -- substitutes, sorts, writes.  SPDX-License-Identifier: GPL-2.0-or-later
%s/\<int\>/long/ge
g/^$/d
sort u
1,40w! out.txt
let s = 0
for i in range(1, 2000)
   let s = (s * 31 + i) % 1000003
endfor
call writefile([string(s)], "sum.txt")
cquit 3
