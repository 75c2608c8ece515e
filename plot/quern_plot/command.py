# command.py -- options, messages, signals and the output file of both commands.
# SPDX-License-Identifier: GPL-2.0-or-later
"""A command is a function of the words of its command line.  It returns, or
raises Failure or Usage.  run() turns these into one line on standard error and
the exit status: 0 success, 1 error in data or system, 2 wrong usage."""

from __future__ import annotations

import contextlib
import errno
import getopt
import gzip
import os
import signal
import stat
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterator, Sequence

from .text import printable, warning

FORMATS = ("svg", "png", "pdf")
ENDING_SIGNALS = (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM)


class Failure(Exception):
    """An error in the data or the system; exit status 1."""


class Usage(Exception):
    """An error in the command line; exit status 2."""


class Ended(BaseException):
    """A signal that ends the process; error handlers do not catch it."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def reason_of(error: OSError) -> str:
    """The system's message, without the error number."""
    return error.strerror or str(error)


def file_name(name: str) -> str:
    """The name of a profile for messages."""
    return "(standard input)" if name == "-" else name


def complain(name: str, text: str) -> None:
    """A message on standard error, of one line whatever the text contains."""
    print_error(f"{name}: {text}")


def print_error(text: str) -> None:
    """A line on standard error, if it is open."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            print(printable(text), file=sys.stderr)


def warn_of_partial(name: str, profiles: Sequence[str],
                    checkpoints_ms: Sequence[int | None]) -> None:
    """Warn of each profile that is a checkpoint."""
    for profile, checkpoint_ms in zip(profiles, checkpoints_ms):
        if checkpoint_ms is not None:
            complain(name, f"{file_name(profile)}: {warning(checkpoint_ms)}")


def run(name: str, command: Callable[[list[str]], None]) -> int:
    """Run the command on the process's arguments; returns the exit status."""
    _open_standard_streams()
    _catch_signals()
    try:
        command(sys.argv[1:])
        return 0
    except Usage as error:
        complain(name, str(error))
        print_error(f"Try '{name} --help'.")
        return 2
    except Failure as error:
        complain(name, str(error))
    except BrokenPipeError:
        pass                    # the reader of our output has closed it
    except OSError as error:
        complain(name, reason_of(error))
    except MemoryError:
        complain(name, "out of memory")
    except Ended as ended:
        signal.signal(ended.number, signal.SIG_DFL)
        os.kill(os.getpid(), ended.number)
    return 1


def _open_standard_streams() -> None:
    """Open /dev/null for closed standard streams: a file that is opened later
    must not get their numbers.  Input is opened for writing and output for
    reading, which makes their use an error."""
    for fd, flags in enumerate((os.O_WRONLY, os.O_RDONLY, os.O_RDONLY)):
        try:
            os.fstat(fd)
        except OSError:
            os.set_inheritable(os.open(os.devnull, flags), True)


def _catch_signals() -> None:
    """Turn ending signals into an exception, which ends children too.  Signals
    that are ignored (nohup) stay ignored."""
    def end(number: int, _frame: object) -> None:
        raise Ended(number)

    for number in ENDING_SIGNALS:
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, end)


def parse_options(words: Sequence[str], short: str, long: Sequence[str]) \
        -> tuple[list[tuple[str, str]], list[str]]:
    """As getopt_long(3): the options with their values, and the other words."""
    try:
        return getopt.gnu_getopt(list(words), short, list(long))
    except getopt.GetoptError as error:
        dashes = "-" if len(error.opt) == 1 else "--"
        option = f"'{dashes}{error.opt}'"
        if error.msg.endswith("not recognized"):
            raise Usage(f"unrecognized option {option}") from None
        if error.msg.endswith("requires argument"):
            raise Usage(f"option {option} requires an argument") from None
        raise Usage(error.msg) from None


def parse_number(option: str, value: str, least: int, most: int) -> int:
    """The value of an option that takes a number; Usage for other values."""
    if value.isascii() and value.isdecimal() and len(value) < 10 \
            and least <= int(value) <= most:
        return int(value)
    raise Usage(f"{option}={value}: expected a number from {least} to {most}")


def parse_choice(option: str, value: str, choices: Sequence[str]) -> str:
    """The value of an option that takes one of `choices`; Usage for others."""
    if value in choices:
        return value
    raise Usage(f"{option}={value}: expected {', '.join(choices[:-1])} "
                f"or {choices[-1]}")


def choose_format(given: str | None, output: str | None) -> str:
    """The value of --format, or else the extension of the output's name."""
    if given is not None:
        return parse_choice("--format", given, FORMATS)
    extension = os.path.splitext(output or "")[1].lower()
    if extension == "":
        return "svg"
    if extension[1:] in FORMATS:
        return extension[1:]
    raise Usage(f"{output}: expected a name that ends in .svg, .png or .pdf, "
                "or --format")


_HEAD_B = 4 << 20             # a command line alone can have 2 MiB


def _kept(name: str, profiles: Sequence[str]) -> str | None:
    """What the regular file holds that a picture must not replace; None: it can be made
    again.  As the other commands have it (annotate/base/an_kind.h)."""
    if any(profile != "-" and os.path.exists(profile) and os.path.samefile(name, profile)
           for profile in profiles):
        return "what is read"
    with open(name, "rb") as file:
        is_packed = file.read(2) == b"\x1f\x8b"
    try:
        with gzip.open(name) if is_packed else open(name, "rb") as file:
            head = file.read(_HEAD_B)
    except (EOFError, gzip.BadGzipFile, zlib.error):
        return None             # damaged
    if head.startswith(b"\x7fELF"):
        return "a program"
    if head.startswith(b"#!"):
        return "a script"
    return "a tool's profile" if b"\nevents: " in head or b'"dhatFileVersion"' in head \
        or b"\ntime_unit: " in head else None


def check_output(output: str | None, is_picture: bool,
                 profiles: Sequence[str]) -> None:
    """Before any profile is read, refuse an empty name, a picture on a terminal, and a
    file that is read or that nobody can make again."""
    if output == "":
        raise Usage("--output=: expected the name of a file, or - for "
                    "standard output")
    if output not in (None, "-") and os.path.isdir(output):
        raise Failure(f"{output}: {os.strerror(errno.EISDIR)}")
    if output not in (None, "-") and os.path.isfile(output):
        try:
            kept = _kept(output, profiles)
        except OSError as error:
            raise Failure(f"{output}: {reason_of(error)}") from None
        if kept is not None:
            raise Failure(f"{output}: would replace {kept}")
    if output is None and is_picture and sys.stdout is not None \
            and sys.stdout.isatty():
        raise Usage("standard output is a terminal; use -o FILE")


def write_output(output: str | None, data: bytes) -> None:
    """Write all of the data to the file, or nothing; None and "-" are standard
    output.  A regular file gets its name when it is complete, and takes the mode of a
    file that it replaces.  Devices and pipes are written directly."""
    if output is None or output == "-":
        _write_standard_output(data)
        return
    try:
        if _is_special(output):
            fd = os.open(output, os.O_WRONLY | os.O_NOCTTY)
            with open(fd, "wb") as file:
                file.write(data)
        else:
            with _signals_blocked():
                _write_file(output, data)
    except OSError as error:
        raise Failure(f"{output}: {reason_of(error)}") from None


def _write_standard_output(data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(1, view):]


def print_text(text: str) -> None:
    """Write text to standard output."""
    _write_standard_output(text.encode())


def _is_special(name: str) -> bool:
    try:
        return not stat.S_ISREG(os.stat(name).st_mode)
    except FileNotFoundError:
        return False


@contextlib.contextmanager
def _signals_blocked() -> Iterator[None]:
    """Delay ending signals, which would leave a temporary file."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING_SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _write_file(name: str, data: bytes) -> None:
    if name == "":
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
    fd, temporary = tempfile.mkstemp(prefix=os.path.basename(name) + ".",
                                     dir=os.path.dirname(name) or ".")
    try:
        with open(fd, "wb") as file:
            os.fchmod(fd, _mode_for(name))
            file.write(data)
        os.rename(temporary, name)
    except BaseException:
        os.unlink(temporary)
        raise


def _mode_for(name: str) -> int:
    """The mode of the file to replace, or the mode that open(2) would give."""
    mask = os.umask(0)
    os.umask(mask)
    try:
        return stat.S_IMODE(os.stat(name).st_mode) & 0o777
    except FileNotFoundError:
        return 0o666 & ~mask
