"""Compiling for the first time, in a process of its own.

What LLVM takes for it, some hundred MiB, would stay taken, and searches are told how much memory
they may have. Being alone, the process may also do what numba leaves nobody a choice about:

- numba makes each function ready to be called from Python. Ours call one another, but for the one
  that is kept; so the others are left as they are until they are linked into it, and optimised
  there. Of the time that is more than a third. That nobody else calls them is told to LLVM, which
  then hands over no more than they use: by it depth-first search becomes a tenth faster and more.
- At every operator it asks anew, of all there are, which it is for these types; and it tells its
  own settings apart by all their values each time.

None of this changes what the code does. Parts of numba are used for it that are not public, so
where another version knows nothing of them, or anything fails, it is compiled without.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from types import FunctionType
from typing import Any, Final

#: Set in the process that compiles for another one.
COMPILING: Final = "CARDKIT_COMPILING"
_PLAINLY: Final = "plainly"


def compile_elsewhere(function: FunctionType) -> None:
    """Let another process compile a function and keep it on disk; if it cannot, so be it."""
    if os.environ.get(COMPILING) or not sys.executable or function.__module__ == "__main__":
        return
    paths = os.pathsep.join(path for path in sys.path if path)
    command = [sys.executable, "-P", "-m", __name__, function.__module__, function.__qualname__]
    with suppress(OSError):
        for more in ([], [_PLAINLY]):
            done = subprocess.run(
                command + more,
                env={**os.environ, COMPILING: "1", "PYTHONPATH": paths},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                check=False,
            )
            if done.returncode == 0:
                return


def hasten_linking(entry: FunctionType) -> None:
    """Let numba compile functions that go with `entry` only as far as it needs them.

    For the rest of the process. Raises ImportError or AttributeError where numba is not as
    it is thought to be.
    """
    codegen, cpu = import_module("numba.core.codegen"), import_module("numba.core.cpu")
    make_function = import_module("numba._dynfunc").make_function
    library_class, context_class = codegen.JITCodeLibrary, cpu.CPUContext
    optimise, finish = library_class._optimize_final_module, library_class._finalize_final_module
    executable = context_class.get_executable
    package = entry.__module__.partition(".")[0]
    linked: set[Any] = set()
    called: set[str] = set()

    def optimise_entry(library: Any) -> None:
        if library in linked:
            return
        for one in library._final_module.functions:
            if one.name in called and not one.is_declaration:
                one.linkage = "internal"
        optimise(library)

    def finish_entry(library: Any) -> None:
        if library not in linked:
            finish(library)
            return
        library._finalize_dynamic_globals()
        library._verify_declare_only_symbols()
        library._finalized = True

    def entry_executable(context: Any, library: Any, described: Any, environment: Any) -> Any:
        ours = described.modname.partition(".")[0] == package
        if not ours or described.qualname == entry.__qualname__:
            return executable(context, library, described, environment)
        linked.add(library)
        own = library._final_module.functions
        called.update(one.name for one in own if not one.is_declaration)
        library._ensure_finalized()
        name = described.qualname.rpartition(".")[2]
        return make_function(described.lookup_module(), name, "", 0, environment, (library,))

    library_class._optimize_final_module = optimise_entry
    library_class._finalize_final_module = finish_entry
    context_class.get_executable = entry_executable


def hasten_typing() -> None:
    """Let numba remember which operator is meant; for the rest of the process.

    Raises ImportError or AttributeError where numba is not as it is thought to be.
    """
    functions = import_module("numba.core.types.functions").BaseFunction
    settings = import_module("numba.core.targetconfig").TargetConfig
    call_type = functions.get_call_type
    known: dict[Any, Any] = {}

    def known_call_type(function: Any, context: Any, given: Any, named: Any) -> Any:
        found = None if named else known.get((function, given))
        if found is None or found.args not in function._impl_keys:
            found = call_type(function, context, given, named)
            if not named:
                known[function, given] = found
        return found

    functions.get_call_type = known_call_type
    settings.__hash__ = lambda self: hash(type(self))
    settings.__eq__ = lambda self, other: (
        type(self) is type(other)
        and (self._values == other._values or self.values() == other.values())
    )


def main(arguments: Sequence[str]) -> str | None:
    """Compile a marked function, which keeps it; what is wrong with the arguments, if anything."""
    if len(arguments) not in (2, 3) or arguments[2:] not in ([], [_PLAINLY]):
        return f"python -m cardkit.kernel.compiling MODULE FUNCTION [{_PLAINLY}]"
    module, name = arguments[:2]
    try:
        function = getattr(import_module(module), name)
    except (ImportError, AttributeError) as error:
        return f"{module} {name}: {error}"
    if len(arguments) == 2:
        # It ends soon, and takes no more memory than it would otherwise.
        gc.disable()
        hasten_linking(function)
        hasten_typing()
    import_module("cardkit.kernel.engines").engine("numba").function(function)
    return None


if __name__ == "__main__":
    if fault := main(sys.argv[1:]):
        print(fault, file=sys.stderr)
        sys.exit(2)
