"""Names that are loaded when they are asked for: all that are promised, and no others."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import pytest

import galda
import galda.table


@pytest.mark.parametrize("package", [galda, galda.table], ids=lambda package: package.__name__)
def test_every_promised_name_is_where_it_is_said_to_be(package: object) -> None:
    homes = package.HOMES  # type: ignore[attr-defined]
    promised = package.__all__  # type: ignore[attr-defined]
    assert sorted(name for names in homes.values() for name in names) == sorted(promised)
    for home, names in homes.items():
        for name in names:
            assert getattr(package, name) is getattr(import_module(home), name)
    assert set(promised) <= set(dir(package))


def test_what_nobody_promised_is_not_there() -> None:
    with pytest.raises(AttributeError, match=r"module 'galda\.table' has no attribute 'Chair'"):
        _ = galda.table.Chair


def test_one_name_loads_no_database() -> None:
    program = "import sys; from galda.table import Person; print('sqlalchemy' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", program], text=True).strip() == "False"
