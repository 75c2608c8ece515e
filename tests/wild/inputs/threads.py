# threads.py -- threads that come and go, a pool, a queue, events, locks; the
# output does not depend on which comes first.
# SPDX-License-Identifier: GPL-2.0-or-later
import concurrent.futures
import hashlib
import queue
import sys
import threading

work, done, lock = queue.Queue(), [], threading.Lock()


def worker():
    while (item := work.get()) is not None:
        digest = hashlib.sha256(b"%d" % item * 200).hexdigest()
        with lock:
            done.append((item, digest[:8]))


threads = [threading.Thread(target=worker) for _ in range(6)]
for thread in threads:
    thread.start()
for item in range(60):
    work.put(item)
for _ in threads:
    work.put(None)
for thread in threads:
    thread.join()
print(sorted(done)[::10])

started = []
for n in range(40):
    thread = threading.Thread(target=lambda: started.append(n))
    thread.start()
    thread.join()
print(started == list(range(40)))

with concurrent.futures.ThreadPoolExecutor(4) as pool:
    print(sum(pool.map(lambda n: sum(range(n)), range(200))))
    failing = pool.submit(lambda: 1 // 0)
    print(type(failing.exception()).__name__, file=sys.stderr)

event = threading.Event()
timer = threading.Timer(0.05, event.set)
timer.start()
print(event.wait())
timer.join()
sys.exit(9)
