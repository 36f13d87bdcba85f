"""Two ways to run the kernel's functions: as plain Python, or compiled by numba.

A kernel module is written as ordinary functions with one mark each. `engine("python")` calls them
as they are; `engine("numba")` compiles copies of them whose calls to one another are compiled too.
Compiled code is kept on disk, as `keeping` tells, so that only the first run on a machine pays for
it.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
from collections.abc import Callable, Iterator, MutableSequence, Sequence
from contextlib import contextmanager
from functools import cache
from types import FunctionType, ModuleType
from typing import Any, Final, Literal, TypeVar

from attrs import field, frozen

from cardkit.kernel import words
from cardkit.kernel.compiling import compile_elsewhere
from cardkit.kernel.keeping import Kept
from cardkit.kernel.words import Word

_F = TypeVar("_F", bound=Callable[..., Any])
Name = Literal["numba", "python"]

#: Set to `python` or `numba` to have that engine and no other.
CHOICE: Final = "CARDKIT_ENGINE"


@frozen
class _Mark:
    """How a function is to be compiled: inlined where it is called, or with types of its own."""

    signature: str | None = None
    inline: bool = False
    #: Whether Python calls it, so that its compiled form is worth keeping on disk.
    entry: bool = False


_marks: dict[FunctionType, _Mark] = {}


def inline(function: _F) -> _F:
    """Mark a short function that is compiled into its callers."""
    return _marked(function, _Mark(inline=True))


def inner(function: _F) -> _F:
    """Mark a function that is called from other kernel functions only; it may not allocate.

    Like all of them, it may not use a negative index either: compiled, that is a place before the
    array.
    """
    return _marked(function, _Mark())


def typed(function: _F) -> _F:
    """Mark an inner function whose types are those of its annotations.

    `int` is a signed number, `Bits` a word, `Words` and `Numbers` arrays of them. Without fixed
    types a function is compiled for every mixture that its callers have, which takes minutes.
    """
    return _marked(function, _Mark(_signature(function)))


def typed_inline(function: _F) -> _F:
    """Mark a short function compiled into its callers, with the types of its annotations."""
    return _marked(function, _Mark(_signature(function), inline=True))


_TYPES: Final = {
    "int": "int64",
    "Bits": "uint64",
    "bool": "boolean",
    "None": "void",
    "Words": "uint64[::1]",
    "Numbers": "int32[::1]",
    "Longs": "int64[::1]",
    "Octets": "int8[::1]",
}


def _signature(function: Callable[..., Any]) -> str:
    """A function's types as numba writes them, from annotations that are still text."""
    given = dict(function.__annotations__)
    result = _TYPES[given.pop("return")]
    return f"{result}({', '.join(_TYPES[name] for name in given.values())})"


def entry(signature: str) -> Callable[[_F], _F]:
    """Mark a function that is called from Python, with its types as numba writes them.

    The types are given because numba would compile once for every mixture of types that it sees.
    """

    def mark(function: _F) -> _F:
        return _marked(function, _Mark(signature, entry=True))

    return mark


def _marked(function: _F, mark: _Mark) -> _F:
    assert isinstance(function, FunctionType)
    _marks[function] = mark
    return function


@frozen(eq=False)
class Engine:
    """One way to run kernel functions: its arrays, and the functions themselves."""

    name: Name
    #: Called with a line to show before something takes long.
    tell: list[Callable[[str], None]] = field(factory=list)

    def words(self, size: int) -> MutableSequence[int]:
        """An array of so many 64-bit words, all zero."""
        return self._zeros(size, "uint64")

    def numbers(self, size: int) -> MutableSequence[int]:
        """An array of so many 32-bit numbers, all zero."""
        return self._zeros(size, "int32")

    def longs(self, size: int) -> MutableSequence[int]:
        """An array of so many 64-bit numbers, all zero."""
        return self._zeros(size, "int64")

    def octets(self, size: int) -> MutableSequence[int]:
        """An array of so many 8-bit numbers, all zero."""
        return self._zeros(size, "int8")

    def _zeros(self, size: int, kind: str) -> MutableSequence[int]:
        if self.name == "python":
            return [0] * size
        found: MutableSequence[int] = _import("numpy").zeros(size, kind)
        return found

    def function(self, plain: _F) -> _F:
        """The function to call for a marked one, compiled the first time it is asked for."""
        if self.name == "python":
            return plain
        assert isinstance(plain, FunctionType)
        with _barely():
            found: _F = _compiled(plain, tuple(self.tell))
        return found


def as_list(part: Sequence[int]) -> list[int]:
    """A part of an array, of either engine, as a list of Python's own numbers."""
    numbers: Any = part
    return numbers if isinstance(numbers, list) else list(numbers.tolist())


@cache
def _engine(name: Name) -> Engine:
    return Engine(name)


def engine(name: Name | None = None) -> Engine:
    """The engine of that name; without one numba's if it is installed, else Python's.

    The environment variable `CARDKIT_ENGINE` chooses where the caller does not. Raises ValueError
    for a name that is none, and ImportError where numba is asked for and is not there.

    >>> engine("python").name
    'python'
    """
    chosen = name or os.environ.get(CHOICE) or None
    has_numba = importlib.util.find_spec("numba") is not None
    if chosen is None:
        return _engine("numba" if has_numba else "python")
    if chosen == "numba":
        if not has_numba:
            raise ImportError("numba is not installed (pip install 'cardkit[fast]')")
        return _engine("numba")
    if chosen != "python":
        raise ValueError(f"{CHOICE} is numba or python, not {chosen!r}")
    return _engine("python")


@contextmanager
def _barely() -> Iterator[None]:
    """Have numba leave out what the kernel has no use for, and nobody else compile meanwhile.

    Of LLVM that is looking for vectors, of which there are none: a fifth of the time to compile.
    Of numba, asking at each index whether it is negative and counts from the end, which no index of
    the kernel does: a fifth of the time to run. The latter is no option of numba's; where another
    version has it elsewhere, the kernel is only slower.
    """
    config, slicing = _import("numba").config, _import("numba.cpython.slicing")
    with _import("numba.core.compiler_lock").global_compiler_lock:
        before = config.LOOP_VECTORIZE, config.SLP_VECTORIZE
        fix_index = getattr(slicing, "fix_index", None)
        config.LOOP_VECTORIZE = config.SLP_VECTORIZE = 0
        if fix_index is not None:
            slicing.fix_index = lambda _builder, index, _size: index
        try:
            yield
        finally:
            config.LOOP_VECTORIZE, config.SLP_VECTORIZE = before
            if fix_index is not None:
                slicing.fix_index = fix_index


#: What is said before something is compiled: where it can be kept, and where it cannot.
_ONCE: Final = "compiling the kernel, which only the first run on a machine has to do"
_AGAIN: Final = "compiling the kernel, as every run has to: there is nowhere to keep it"
_functions: dict[FunctionType, Any] = {}


def _compiled(plain: FunctionType, tell: tuple[Callable[[str], None], ...]) -> Any:
    found = _functions.get(plain)
    if found is None:
        found = _functions[plain] = _compile(plain, _marks[plain], tell)
    return found


def _compile(plain: FunctionType, mark: _Mark, tell: tuple[Callable[[str], None], ...]) -> Any:
    numba = _import("numba")
    # `_nrt=False` leaves out the counting of references, which only allocation needs: more than
    # twice as fast. It is no public option of numba's; tests/benchmarks would show its loss.
    options: dict[str, Any] = {"error_model": "numpy", "_nrt": False}
    if not mark.entry:
        # Called from compiled code only, so nothing that unpacks Python's arguments.
        options |= {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        given = () if mark.signature is None else (mark.signature,)
        copy = _copied(plain, _names(plain, tell))
        return numba.njit(*given, forceinline=mark.inline, **options)(copy)
    # What it calls is in the code that is kept, and need not be compiled to be named.
    names = dict(plain.__globals__)
    found = numba.njit(**options)(_copied(plain, names))

    def missing(kept: Kept) -> None:
        writable = kept.is_writable()
        for say in tell:
            say(_ONCE if writable else _AGAIN)
        if writable:
            compile_elsewhere(plain)

    found._cache = Kept(plain, missing, lambda: names.update(_names(plain, tell)))
    found.compile(mark.signature)
    found.disable_compile()
    return found


def _names(plain: FunctionType, tell: tuple[Callable[[str], None], ...]) -> dict[str, Any]:
    """The names that a function uses, each as something that numba can compile."""
    names: dict[str, Any] = dict(plain.__globals__)
    for name in plain.__code__.co_names:
        value = names.get(name)
        if isinstance(value, FunctionType) and value in _marks:
            names[name] = _compiled(value, tell)
        elif isinstance(value, FunctionType) and value.__module__ == words.__name__:
            names[name] = _intrinsics()[value.__name__]
        elif isinstance(value, Word):
            names[name] = _unsigned(value)
    return names


def _copied(plain: FunctionType, names: dict[str, Any]) -> FunctionType:
    """A function with the same code, which finds its names elsewhere."""
    copy = FunctionType(plain.__code__, names, plain.__name__, plain.__defaults__)
    copy.__module__, copy.__qualname__ = plain.__module__, plain.__qualname__
    return copy


def _import(name: str) -> Any:
    """A module that is imported late and whose types do not matter."""
    module: ModuleType = importlib.import_module(name)
    return module


def _unsigned(value: int) -> Any:
    return _import("numpy").uint64(value)


@cache
def _intrinsics() -> dict[str, Any]:
    """What of `words` is a machine instruction, or needs to be told apart from signed numbers."""
    ir, numba = _import("llvmlite.ir"), _import("numba")
    types, intrinsic = numba.types, _import("numba.extending").intrinsic

    def single(result: Any, argument: Any, build: Callable[[Any, Any], Any]) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            given = context.cast(builder, arguments[0], signature.args[0], argument)
            return build(builder, given)

        def typed(_: Any, number: Any) -> Any:
            if isinstance(number, types.Integer | types.Boolean):
                return result(number), generate
            return None

        return intrinsic(typed)

    def upper(_: Any, _one: Any, _other: Any) -> Any:
        def generate(_: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            wide = ir.IntType(128)
            product = builder.mul(*(builder.zext(given, wide) for given in arguments))
            return builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), ir.IntType(64))

        return types.uint64(types.uint64, types.uint64), generate

    flag = ir.Constant(ir.IntType(1), 0)
    one = ir.Constant(ir.IntType(64), 1)
    signed, unsigned = types.int64, types.uint64
    found = {
        "bit": single(unsigned, signed, lambda b, x: b.shl(one, x)),
        "word": single(unsigned, signed, lambda _, x: x),
        "number": single(signed, unsigned, lambda _, x: x),
        "lowest": single(signed, unsigned, lambda b, x: b.cttz(x, flag)),
        "count": single(signed, unsigned, lambda b, x: b.ctpop(x)),
        "upper": intrinsic(upper),
    }
    names = dict(vars(words))
    names["ALL"], names["HALF"], names["STEP"] = map(_unsigned, (words.ALL, words.HALF, words.STEP))
    mix = FunctionType(words.mix.__code__, names, "mix")
    found["mix"] = numba.njit(error_model="numpy", forceinline=True, _nrt=False)(mix)
    return found
