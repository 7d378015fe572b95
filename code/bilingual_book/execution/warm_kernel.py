"""Kernels that are forked from one process which has already imported the libraries.

Most of a short chapter's time goes into importing torch, so we import once and fork, with the standard
library's own fork server. Where that does not exist (Windows), is not safe (macOS) or has no room for its
sockets' paths, plain kernels serve.
"""

from __future__ import annotations

import multiprocessing
import os
import re
import sys
import tempfile
import threading
from multiprocessing import forkserver
from pathlib import Path
from typing import Any

from jupyter_client.provisioning import LocalProvisioner

from bilingual_book.execution.same_digits_everywhere import ENVIRONMENT
from bilingual_book.execution.when_to_run_again import PACKAGE

IMPORT = re.compile(r"^[ \t]*(?:import|from)[ \t]+([\w.]+)", re.MULTILINE)
# What a kernel imports itself. __main__ first: a fork would otherwise import the program
# that builds the book. And this module, which a fork looks for its function in.
KERNEL = (
    "__main__",
    __name__,
    "ipykernel.kernelapp",
    "ipykernel.ipkernel",
    "IPython.core.completerlib",
    "IPython.core.debugger",
    "IPython.extensions.storemagic",
    "tornado.platform.asyncio",
)
# No log, and no history in the home folder of whoever builds the book.
QUIET = ["--log-level=ERROR", "--HistoryManager.enabled=False"]


# What is added to the temporary folder: the fork server's "pymp-…/listener-…", with room for a kernel's own.
SOCKET = len("/pymp-xxxxxxxx/listener-xxxxxxxx") + 8
LONGEST_SOCKET = 107  # bytes of a socket's path, on Linux


def can_fork() -> bool:
    """Where plain kernels were not asked for, and sockets have room for their paths."""
    room = LONGEST_SOCKET - len(os.fsencode(tempfile.gettempdir())) >= SOCKET
    return sys.platform == "linux" and room and "BILINGUAL_BOOK_PLAIN_KERNELS" not in os.environ


def prepare(code: str) -> None:
    """Have the next kernels start with every library imported that `code` names, save the book's own."""
    os.environ.update(ENVIRONMENT)
    if can_fork():
        os.environ["JUPYTER_DEFAULT_PROVISIONER_NAME"] = "warm-provisioner"
        libraries = sorted({name for name in IMPORT.findall(code) if not name.startswith(PACKAGE)})
        multiprocessing.set_forkserver_preload([*KERNEL, *libraries])
        forkserver.ensure_running()


def connection(folder: str) -> dict[str, str]:
    """Settings of a kernel's manager: sockets that are files in `folder`, where that is possible.

    Elsewhere ports: jupyter_client looks for free ones, which another build may take before the kernel does.
    """
    files = {"transport": "ipc", "connection_file": str(Path(folder, "kernel.json"))}
    return files if can_fork() else {}


class WarmProvisioner(LocalProvisioner):
    """jupyter_client's provisioner of local kernels, with a fork in place of a new interpreter."""

    async def launch_kernel(self, cmd: list[str], **kwargs: Any):
        if not can_fork():
            return await super().launch_kernel(cmd, **kwargs)
        arguments = cmd[cmd.index("ipykernel_launcher") + 1 :]
        self.process = ForkedProcess(arguments, kwargs.get("env") or {}, kwargs.get("cwd"))
        self.pid = self.process.pid
        return self.connection_info


class ForkedProcess:
    """What LocalProvisioner needs of subprocess.Popen."""

    stdin = stdout = stderr = None

    def __init__(self, arguments: list[str], env: dict[str, str], cwd: str | None):
        self._process = multiprocessing.get_context("forkserver").Process(
            target=_kernel, args=(arguments, env, cwd)
        )
        self._process.start()
        self.pid = self._process.pid

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self) -> int | None:
        self._process.join()
        return self._process.exitcode

    def send_signal(self, signum: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, signum)

    def terminate(self) -> None:
        self._process.terminate()

    def kill(self) -> None:
        self._process.kill()


def _end_with_the_build() -> None:
    """A build that is killed cannot stop its kernels, and the fork server lives as long as they do."""
    multiprocessing.parent_process().join()
    os._exit(1)


def _kernel(arguments: list[str], env: dict[str, str], cwd: str | None) -> None:
    sys.modules["debugpy"] = None  # nobody debugs here, and its import takes long
    from ipykernel.kernelapp import launch_new_instance

    os.environ.update(env)
    os.chdir(cwd or ".")
    threading.Thread(target=_end_with_the_build, daemon=True).start()
    # The parent is the fork server: when that dies, the kernel goes too.
    parent = f"--IPKernelApp.parent_handle={os.getppid()}"
    sys.argv = ["ipykernel_launcher", *arguments, parent]
    launch_new_instance()
