"""Both parsers of PyYAML: whatever is read is read alike with and without libyaml."""

from __future__ import annotations

import pytest

from cardkit.rulebook import reading


@pytest.fixture(params=["fastest", "python"])
def parser(request, monkeypatch):
    """Run a test with the parser that is used where libyaml is there, and with the other one."""
    if request.param == "python":
        monkeypatch.setattr(reading, "FAST_LOADER", None)
    return request.param
