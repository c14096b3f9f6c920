"""Translations that a reader of all four languages rejected stay out of catalogues and rules."""

from __future__ import annotations

from pathlib import Path

import pytest

import galda
import words

GONE = {
    "lv": (
        "jau ir pabeigts", "neko īpašu nedraud", "Neviens neko nedraud", "šajā veidā tu esi",
        "Nojaukts:", "pieskaries tam", "Uz šī 8", "16 punktu:", "Brūnie zobi", "No tiem no tā",
        "siena {sides}", "Pirmā punktu aprēķināšana", "būtu treneris", "Saudzīg", "pa saiti",
        "uz kvadrātu", "pieder e kolonna", "savām acīm", "kaut ko atdeva", "uzvaras iespēja",
        "galds ir novākts", "gājiens nav vietai", "uz rezervi", "kur turpināt", "Kas noticis",
        "austrumos un dienvidos", " …", "cik kartes no rindas",
    ),
    "lt": (
        "jau baigtas", "vietoje {", "žaidimo eigoje", "ką nors prarado", "galimybės {chance}",
        "1-a eilė", "5-oje", "2-ame", "1-as ir", "Ant šio 8", "esančiu viduryje", "savo akimis",
        "Švelnus", "priešinink", "po žingsnį", "būtų treneris", "su --port", "su stop",
        "dabar eina ne", "per daug kas", "siena {sides}", "ir patys", "kur tęsti", "Kas įvyko",
        "saldainių 0", " …", "žaidžiama su 72", "žaidžiama su 80", "įstatoma į",
    ),
    "is": (
        "Krónur", "Til hvers", "gripa", "á þessu tæki“", "hlutlaus", "ytri múr", "á grúfu",
        "snertu Hætta", "fær stað", "Væg", "innan af borðinu", "inni á borðinu", "Bjóða í spilið",
        "skrifað var niður", "Haltu öllum", "hryllingsturni með", "Fyrsta hönd", "eigin augum",
        "leyndarmálum", "rauðgul", "til {n} leikmenn", "nothæft leyndarmál", "spil.txt", " …",
    ),
}  # fmt: skip
"""Wordings that were put right, by language."""


def said_in(lang: str) -> list[str]:
    """Everything said in a language: the catalogue's messages, and the rules line by line."""
    said: list[str] = []
    for entry in words.read_catalogue(lang):
        forms = entry.string if isinstance(entry.string, tuple | list) else (entry.string,)
        said += [str(form) for form in forms if entry.id]
    for name in galda.game_names():
        package = galda.game(name).package
        page = words.PROJECT / "src" / Path(*package.split(".")) / "text" / "help" / f"{lang}.md"
        said += page.read_text("utf-8").splitlines() if page.is_file() else []
    return said


@pytest.mark.parametrize("lang", words.TRANSLATED)
def test_wordings_that_were_put_right_are_not_said_any_more(lang: str) -> None:
    said = said_in(lang)
    assert len(said) > 1000
    assert [(old, line) for old in GONE[lang] for line in said if old in line] == []
