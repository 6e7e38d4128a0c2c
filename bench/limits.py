"""Limits on the memory and the disk of a server, by Linux's control groups.

With them an index "larger than memory" takes gigabytes, not more than all of the machine's memory, and a fast disk
is as slow as another kind. Memory counts the server's own and the page cache of its files. Disk operations are
counted per device, reads and writes each; write-back by the kernel is counted with version 2 only.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

OPERATIONS_PER_SECOND = {"hdd": 300, "ssd": 2000}
"""Kinds of disks; any other name is the disk as it is."""

ROOT = Path("/sys/fs/cgroup")


class Limits:
    """A control group for one server at a time; `problem` says why there is none."""

    def __init__(self, directory: Path) -> None:
        """Make the group. `directory` is where the data will be."""
        device = directory.stat().st_dev
        self.device = f"{os.major(device)}:{os.minor(device)}"
        self.memory: int | None = None
        self.disk = "native"
        self.problem = ""
        self.groups: list[Path] = []
        name = f"sequential_uuids_bench.{os.getpid()}"
        self.version2 = (ROOT / "cgroup.controllers").exists()
        try:
            for parent in [ROOT] if self.version2 else [ROOT / "memory", ROOT / "blkio"]:
                if not self.version2 and not (parent / "cgroup.procs").exists():
                    raise FileNotFoundError(f"no controller at {parent}")
                (parent / name).mkdir()
                self.groups.append(parent / name)
            if self.version2:
                with suppress(OSError):
                    (ROOT / "cgroup.subtree_control").write_text("+memory +io")
            self.set_memory(1 << 40)
            self.set_disk("ssd")
            self.set_disk("native")
            self.set_memory(None)
        except OSError as error:
            self.problem = f"memory and disk cannot be limited here: {error.strerror or error}"
            self.close()

    def set_memory(self, size: int | None) -> None:
        """Limit the memory to so many bytes, for a server that is started after this."""
        self.memory = None
        if self.groups:
            none = "max" if self.version2 else "-1"
            name = "memory.max" if self.version2 else "memory.limit_in_bytes"
            (self.groups[0] / name).write_text(str(size) if size else none)
            self.memory = size

    def set_disk(self, kind: str) -> None:
        """Make the disk as slow as one of OPERATIONS_PER_SECOND, or "native"."""
        if not self.groups:
            return
        operations = OPERATIONS_PER_SECOND.get(kind)
        if self.version2:
            limit = operations or "max"
            (self.groups[0] / "io.max").write_text(f"{self.device} riops={limit} wiops={limit}")
        else:
            for direction in ("read", "write"):
                file = self.groups[1] / f"blkio.throttle.{direction}_iops_device"
                file.write_text(f"{self.device} {operations or 0}")
        self.disk = kind

    @contextmanager
    def slow_disk(self, kind: str) -> Iterator[None]:
        """Limit the disk within a block; loading a table before it may be fast."""
        self.set_disk(kind)
        try:
            yield
        finally:
            self.set_disk("native")

    def command(self, command: list[str]) -> list[str]:
        """Put a command into the group, with all that it starts."""
        if not self.groups:
            return command
        join = "".join(f'echo $$ > "{group}/cgroup.procs"; ' for group in self.groups)
        return ["sh", "-c", f'{join}exec "$@"', "sh", *command]

    def close(self) -> None:
        """Remove the group, whose processes have ended."""
        for group in self.groups:
            with suppress(OSError):
                group.rmdir()
        self.groups = []
