# words.tcl -- lists, dictionaries, coroutines, errors.
# SPDX-License-Identifier: GPL-2.0-or-later
set file [open [lindex $argv 0]]
set text [read $file]
close $file
foreach word [regexp -all -inline {[A-Za-z]+} $text] { dict incr counts $word }
foreach {word n} [lrange [lsort -stride 2 -index 1 -integer -decreasing \
      [lsort -stride 2 $counts]] 0 11] { puts "$word $n" }
proc gen {} { yield; for {set i 0} {$i < 500} {incr i} { yield [expr {$i * $i}] } }
coroutine next gen
set sum 0
for {set i 0} {$i < 500} {incr i} { incr sum [next] }
puts $sum
if {[catch {error "caught"} message]} { puts stderr $message }
after 10 { set done 1 }
vwait done
exit 2
