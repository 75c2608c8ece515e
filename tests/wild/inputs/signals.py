# signals.py -- handlers, timers, alarms, blocked and pending signals, a wake-up
# descriptor.  SPDX-License-Identifier: GPL-2.0-or-later
import os
import signal
import sys
import time

ticks = []
signal.signal(signal.SIGALRM, lambda *_: ticks.append("alarm"))
signal.setitimer(signal.ITIMER_REAL, 0.005, 0.005)
while len(ticks) < 20:
    signal.pause()
signal.setitimer(signal.ITIMER_REAL, 0)
print("alarms arrived")

prof = []
signal.signal(signal.SIGVTALRM, lambda *_: prof.append(1))
signal.setitimer(signal.ITIMER_VIRTUAL, 0.01)
while not prof:
    sum(range(1000))
print("virtual timer arrived")

seen = []
for name in "SIGUSR1", "SIGUSR2", "SIGHUP", "SIGRTMIN", "SIGWINCH":
    signal.signal(getattr(signal, name), lambda n, _: seen.append(n))
for _ in range(50):
    os.kill(os.getpid(), signal.SIGUSR1)
    os.kill(os.getpid(), signal.SIGHUP)
print(len(seen))

signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR2})
os.kill(os.getpid(), signal.SIGUSR2)
print(signal.SIGUSR2 in signal.sigpending(), signal.SIGUSR2 in seen)
signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGUSR2})
print(signal.SIGUSR2 in seen)

signal.signal(signal.SIGPIPE, signal.SIG_IGN)
reader, writer = os.pipe()
os.close(reader)
try:
    os.write(writer, b"x")
except BrokenPipeError as e:
    print(e)

signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})
signal.alarm(1)
start = time.monotonic()
print(signal.sigwait({signal.SIGALRM}) == signal.SIGALRM,
      0.5 < time.monotonic() - start)
signal.signal(signal.SIGTERM, signal.SIG_DFL)
sys.stdout.flush()
os.kill(os.getpid(), signal.SIGTERM)
