# again.py N -- replaces itself by itself until N is 0; keeps its environment and
# what it wrote to a descriptor.  SPDX-License-Identifier: GPL-2.0-or-later
import os
import sys

n = int(sys.argv[1])
print(n, os.environ.get("AGAIN"), os.path.basename(os.readlink("/proc/self/exe")),
      flush=True)
if n == 0:
    sys.exit(11)
os.environ["AGAIN"] = "was %d" % n
os.execv(sys.executable, [sys.executable, "-S", sys.argv[0], str(n - 1)])
