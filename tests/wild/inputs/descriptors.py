# descriptors.py -- closes every descriptor it can, lowers the limit, opens files
# again and uses them.  SPDX-License-Identifier: GPL-2.0-or-later
import os
import resource

out = os.dup(1)
keep = os.fdopen(os.dup2(out, 100), "w")
limit = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
for fd in range(limit):
    if fd != 100:
        try:
            os.close(fd)
        except OSError:
            pass
print(sorted(int(n) for n in os.listdir("/proc/self/fd")
             if int(n) < 101), file=keep)
resource.setrlimit(resource.RLIMIT_NOFILE, (110, 110))
files = []
try:
    while True:
        files.append(open("/dev/null"))
except OSError as e:
    print(len(files), e.strerror, file=keep, flush=True)
os.closerange(0, limit)
os._exit(12)
