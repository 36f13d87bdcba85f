"""The forms of a name that the files of a new game need, and what is no name."""

from __future__ import annotations

import keyword
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardkit
from cardkit.scaffold.naming import Naming, ScaffoldError, checked_name, nearest_name

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
names = st.from_regex(NAME, fullmatch=True).filter(lambda name: len(name) <= 40)


@pytest.mark.parametrize(
    ("name", "module", "class_name", "title", "prefix"),
    [
        ("red-night", "cardkit_red_night", "RedNightGame", "Red Night", "RN"),
        ("golf", "cardkit_golf", "GolfGame", "Golf", "GO"),
        ("x", "cardkit_x", "XGame", "X", "X"),
        ("five-2-go", "cardkit_five_2_go", "Five2GoGame", "Five 2 Go", "F2G"),
        # Not `MyGameGame`, but neither `Game`, which the class is made of.
        ("my-game", "cardkit_my_game", "MyGame", "My Game", "MG"),
        ("game", "cardkit_game", "GameGame", "Game", "GA"),
    ],
)
def test_a_name_in_all_its_forms(
    name: str, module: str, class_name: str, title: str, prefix: str
) -> None:
    naming = checked_name(name)
    assert naming.project == f"cardkit-{name}"
    assert (naming.module, naming.class_name) == (module, class_name)
    assert (naming.title, naming.prefix) == (title, prefix)


@given(names)
def test_no_name_makes_a_class_that_python_or_cardkit_has_already(name: str) -> None:
    naming = checked_name(name)
    for made in (naming.class_name, naming.module):
        assert made.isidentifier()
        assert not keyword.iskeyword(made)
        assert not hasattr(cardkit, made)


def test_a_template_is_renamed_at_once_and_not_what_it_was_renamed_to() -> None:
    text = "my-game my_game MyGame My Game MG-07 cardkit-my-game MGM"
    renamed = "my-my-game my_my_game MyMyGame My My Game MMG-07 cardkit-my-my-game MGM"
    assert Naming("my-my-game").rename(text) == renamed


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("Red Night", "not 'Red Night' (did you mean 'red-night'?)"),
        ("red_night", "(did you mean 'red-night'?)"),
        ("-red--night-", "(did you mean 'red-night'?)"),
        ("Baker's Dozen", "(did you mean 'bakers-dozen'?)"),
        ("Élan", "(did you mean 'elan'?)"),
        ("3-towers", "(did you mean 'towers'?)"),
        ("../red", "(did you mean 'red'?)"),
        ("red.yaml", "(did you mean 'red-yaml'?)"),
        ("42", "(such as 'four-winds')"),
        ("", "(such as 'four-winds')"),
        ("golf\n", "(did you mean 'golf'?)"),
        ("x" * 41, f"at most 40 characters, not 41 (did you mean '{'x' * 40}'?)"),
    ],
)
def test_what_is_no_name_is_told_with_the_nearest_one(typed: str, said: str) -> None:
    with pytest.raises(ScaffoldError) as error:
        checked_name(typed)
    assert said in str(error.value)
    assert len(str(error.value).splitlines()) == 1


@given(st.text())
def test_the_nearest_name_is_always_one(text: str) -> None:
    near = nearest_name(text)
    assert near is None or checked_name(near).name == near


@given(names)
def test_a_name_is_the_nearest_to_itself(name: str) -> None:
    assert nearest_name(name) == name
