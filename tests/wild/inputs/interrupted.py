# interrupted.py SIGNAL COMMAND... -- sends the command a signal from outside once
# it has made the file `ready`; says how it ended.
# SPDX-License-Identifier: GPL-2.0-or-later
import os
import signal
import subprocess
import sys
import time

child = subprocess.Popen(sys.argv[2:])
while not os.path.exists("ready") and child.poll() is None:
    time.sleep(0.02)
child.send_signal(getattr(signal, sys.argv[1]))
print("ended", child.wait())
os.path.exists("ready") and os.unlink("ready")
