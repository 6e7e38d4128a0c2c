"""Limits on the memory and the disk of a server, by Linux's control groups.

They make an index of a few gigabytes "larger than memory" on any machine, and a fast disk as slow as another kind.
Memory is the server's own and the page cache of its files. Disk operations are limited per device, reads and writes
separately; only version 2 counts write-back by the kernel.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

OPERATIONS_PER_SECOND = {"hdd": 300, "ssd": 2000}
"""Kinds of disks; any other name means the disk as it is."""

ROOT = Path("/sys/fs/cgroup")


class Limits:
    """Control groups for one server at a time; `problem` is what cannot be limited, and why."""

    def __init__(self, directory: Path) -> None:
        """Make the groups. `directory` is where the data will be."""
        self.device = disk_of(directory)
        self.memory: int | None = None
        self.disk = "native"
        self.problem = ""
        self.version2 = (ROOT / "cgroup.controllers").exists()
        if self.version2:
            for controller in ("+memory", "+io"):
                # Not allowed, or done already; make_group finds out.
                with suppress(OSError):
                    (ROOT / "cgroup.subtree_control").write_text(controller)
        self.groups: dict[str, Path] = {}
        for controller in ("memory", "blkio"):
            try:
                self.make_group(controller)
            except OSError as error:
                what = "memory" if controller == "memory" else "the disk"
                self.problem += (
                    f"{'; ' if self.problem else ''}{what} cannot be limited here: {error.strerror or error}"
                )
                self.remove_group(controller)

    def make_group(self, controller: str) -> None:
        """Make a group, and try a limit. In version 2 one group is for both controllers."""
        parent = ROOT if self.version2 else ROOT / controller
        if not (parent / "cgroup.procs").exists():
            raise FileNotFoundError(f"no control groups at {parent}")
        self.groups[controller] = parent / f"sequential_uuids_bench.{os.getpid()}"
        self.groups[controller].mkdir(exist_ok=self.version2)
        if controller == "memory":
            self.set_memory(1 << 40)
            self.set_memory(None)
        else:
            self.set_disk("ssd")
            self.set_disk("native")

    def remove_group(self, controller: str) -> None:
        """Remove a group, whose processes have ended, unless another controller still uses it."""
        group = self.groups.pop(controller, None)
        if group and group not in self.groups.values():
            with suppress(OSError):
                group.rmdir()

    def set_memory(self, size: int | None) -> None:
        """Limit the memory to `size` bytes, for a server started after this."""
        self.memory = None
        if "memory" in self.groups:
            file = "memory.max" if self.version2 else "memory.limit_in_bytes"
            none = "max" if self.version2 else "-1"
            (self.groups["memory"] / file).write_text(str(size) if size else none)
            if self.version2:
                (self.groups["memory"] / "memory.swap.max").write_text("0" if size else "max")
            else:
                (self.groups["memory"] / "memory.swappiness").write_text("0")
            self.memory = size

    def set_disk(self, kind: str) -> None:
        """Make the disk as slow as one of OPERATIONS_PER_SECOND, or "native"."""
        if "blkio" not in self.groups:
            return
        operations = OPERATIONS_PER_SECOND.get(kind)
        if self.version2:
            limit = operations or "max"
            (self.groups["blkio"] / "io.max").write_text(f"{self.device} riops={limit} wiops={limit}")
        else:
            for direction in ("read", "write"):
                file = self.groups["blkio"] / f"blkio.throttle.{direction}_iops_device"
                file.write_text(f"{self.device} {operations or 0}")
        self.disk = kind

    @contextmanager
    def slow_disk(self, kind: str) -> Iterator[None]:
        """Limit the disk within a block; tables are loaded at full speed before it."""
        self.set_disk(kind)
        try:
            yield
        finally:
            self.set_disk("native")

    def command(self, command: list[str]) -> list[str]:
        """Put a command into the groups, with all that it starts."""
        join = "".join(f'echo $$ > "{group}/cgroup.procs" && ' for group in dict.fromkeys(self.groups.values()))
        return ["sh", "-c", f'{join}exec "$@"', "sh", *command] if join else command

    @property
    def disks(self) -> tuple[str, ...]:
        """The kinds of disks available here."""
        return ("native", *OPERATIONS_PER_SECOND) if "blkio" in self.groups else ("native",)

    def close(self) -> None:
        """Remove the groups, whose processes have ended."""
        for controller in list(self.groups):
            self.remove_group(controller)


def disk_of(directory: Path) -> str:
    """The whole disk that a directory is on, as MAJOR:MINOR."""
    number = directory.stat().st_dev
    device = f"{os.major(number)}:{os.minor(number)}"
    block = Path(f"/sys/dev/block/{device}").resolve()
    return (block.parent / "dev").read_text().strip() if (block / "partition").exists() else device
