"""One plugin by itself: which hooks it implements, and what they give.

Every plugin gets a plugin manager of its own, so that nothing in it can disturb another.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Final, TypeVar

import pluggy
from attrs import frozen

from cardkit.plugins import hookspecs
from cardkit.plugins.problems import Kind, describe, one_line
from cardkit.words import nearest

_T = TypeVar("_T")
_PREFIX: Final = f"{hookspecs.PROJECT}_"

#: Every hook by its name.
HOOKS: Final[Mapping[str, Callable[..., object]]] = {
    name: value
    for name, value in vars(hookspecs).items()
    if name.startswith(_PREFIX) and inspect.isfunction(value)
}
#: So many entries of one hook are believed: a plugin that never stops giving must not hang us.
_MOST: Final = 10_000


@frozen
class Fault:
    """Something wrong with a plugin, before it is known whose."""

    kind: Kind
    message: str


def hooks_of(name: str, plugin: object) -> tuple[dict[str, pluggy.HookCaller], list[Fault]]:
    """The hooks that a plugin implements, and what is wrong with the way it does.

    >>> class Golf:
    ...     @hookspecs.hookimpl
    ...     def cardkit_gmaes(self):
    ...         return ()
    >>> hooks, faults = hooks_of("golf", Golf())
    >>> hooks, faults[0].message
    ({}, "cardkit has no hook 'cardkit_gmaes' (did you mean 'cardkit_games'?)")
    """
    manager = pluggy.PluginManager(hookspecs.PROJECT)
    manager.add_hookspecs(hookspecs)
    try:
        manager.register(plugin, name)
        callers = {caller.name: caller for caller in manager.get_hookcallers(plugin) or ()}
        faults = [Fault("hook", text) for text in (*_misfits(callers), *_unmarked(plugin))]
    except KeyboardInterrupt:
        raise
    except pluggy.PluginValidationError as error:
        return {}, [Fault("hook", one_line(error))]
    except BaseException as error:  # the plugin may be any object, and do anything when looked at
        return {}, [Fault("hook", f"it cannot be registered: {describe(error)}")]
    if not callers and not faults:
        known = ", ".join(HOOKS)
        text = (
            f"it implements no hook: mark functions with cardkit.plugins.hookimpl; hooks: {known}"
        )
        faults = [Fault("hook", text)]
    fit = {n: caller for n, caller in callers.items() if caller.has_spec() and not _wrapped(caller)}
    return fit, faults


def offered(caller: pluggy.HookCaller, of: type[_T]) -> tuple[list[_T], list[Fault]]:
    """What the implementations of a hook give, each up to the first thing that is amiss."""
    entries: list[_T] = []
    faults: list[Fault] = []
    for implementation in caller.get_hookimpls():
        try:
            given = implementation.function()
            if isinstance(given, str) or not isinstance(given, Iterable):
                text = f"{caller.name} returns {given!r:.60}, not an iterable of {of.__name__}"
                faults.append(Fault("hook", text))
                continue
            for count, entry in enumerate(islice(given, _MOST + 1)):
                if count == _MOST:
                    faults.append(Fault("hook", f"{caller.name} gives more than {_MOST} entries"))
                elif isinstance(entry, of):
                    entries.append(entry)
                else:
                    text = f"{caller.name} gives {entry!r:.60}, which is no {of.__name__}"
                    faults.append(Fault("hook", text))
                    break
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # a hook may exit, or panic in another language
            faults += _failures(caller.name, error)
    return entries, faults


def _failures(hook: str, error: BaseException) -> list[Fault]:
    from cardkit.rulebook import RulesError

    if isinstance(error, RulesError):
        return [Fault("rules", line) for line in str(error).splitlines()]
    return [Fault("hook", f"{hook} raises {describe(error)}")]


def _misfits(callers: Mapping[str, pluggy.HookCaller]) -> Iterator[str]:
    """Marked functions that are no hooks (pluggy's `check_pending`, with a hint), and wrappers."""
    for name, caller in callers.items():
        implementations = caller.get_hookimpls()
        if not caller.has_spec() and not all(i.optionalhook for i in implementations):
            yield f"cardkit has no hook {name!r}{_meant(name)}"
        if _wrapped(caller):
            yield f"{name} is a hook wrapper, but plugins are called singly: nothing to wrap"


def _wrapped(caller: pluggy.HookCaller) -> bool:
    return any(i.wrapper or i.hookwrapper for i in caller.get_hookimpls())


def _unmarked(plugin: object) -> Iterator[str]:
    """Functions named like a hook, or nearly so, that nobody has marked."""
    for name in dir(plugin):
        if name.startswith(_PREFIX):
            value = inspect.getattr_static(plugin, name)
            function = getattr(value, "__func__", value)
            marked = any(hasattr(f, f"{_PREFIX}impl") for f in (value, function))
            if inspect.isroutine(function) and not marked and (name in HOOKS or _meant(name)):
                yield f"{name} is not marked with cardkit.plugins.hookimpl{_meant(name)}"


def _meant(name: str) -> str:
    """A hint at the hook that a name may stand for, leaving aside the prefix that all share."""
    near = nearest(name.removeprefix(_PREFIX), [hook.removeprefix(_PREFIX) for hook in HOOKS])
    return f" (did you mean {_PREFIX + near!r}?)" if near and name not in HOOKS else ""
