"""What an operator can set: defaults, what the environment says, and the secret that is kept."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from galda.core.errors import GaldaError
from galda.web.serving.settings import Settings, read_settings

SET = {
    "GALDA_DATABASE_URL": ("database_url", "sqlite:///x", "sqlite:///x"),
    "GALDA_SECRET": ("secret", "s" * 32, "s" * 32),
    "GALDA_SECRET_BEFORE": ("secret_before", "b" * 32, "b" * 32),
    "GALDA_HOST": ("host", "0.0.0.0", "0.0.0.0"),
    "GALDA_PORT": ("port", "65535", 65535),
    "GALDA_PUBLIC_URL": ("public_url", "https://play.example//", "https://play.example"),
    "GALDA_ALLOWED_HOSTS": ("hosts", "a.example, b.example", ("a.example", "b.example")),
    "GALDA_BOT_WORKERS": ("bot_workers", "256", 256),
    "GALDA_BOT_PAUSE_MS": ("bot_pause", "250", 0.25),
    "GALDA_TABLES_PER_HOUR": ("tables_per_hour", "7", 7),
    "GALDA_TABLES_PER_ADDRESS": ("tables_per_address", "8", 8),
    "GALDA_RECORDS_PER_ADDRESS": ("records_per_address", "9", 9),
    "GALDA_CHAT_PER_MINUTE": ("chat_per_minute", "10", 10),
    "GALDA_LARGEST_BODY": ("largest_body", "11", 11),
    "GALDA_SOCKETS": ("sockets", "12", 12),
    "GALDA_SOCKETS_PER_PERSON": ("sockets_per_person", "13", 13),
    "GALDA_SOCKETS_PER_ADDRESS": ("sockets_per_address", "14", 14),
    "GALDA_WORK_PER_PERSON": ("work_per_person", "15", 15),
    "GALDA_WORK_PER_ADDRESS": ("work_per_address", "16", 16),
    "GALDA_ARCHIVE_DAYS": ("archive_days", "1", 1),
}


def test_without_a_word_it_runs_for_this_computer_alone(tmp_path: Path) -> None:
    settings = read_settings({"GALDA_DATA": str(tmp_path / "new" / "folder")})
    database = tmp_path / "new" / "folder" / "tables.sqlite"
    assert settings == Settings(
        database_url=f"sqlite+aiosqlite:///{database}",
        secret=settings.secret,
        host="127.0.0.1", port=8000, public_url="", hosts=(), bot_workers=1, bot_pause=0.6,
        tables_per_hour=60, tables_per_address=600, records_per_address=100, chat_per_minute=20,
        largest_body=32768, sockets=4000, archive_days=60,
    )  # fmt: skip
    assert settings.local_only


@pytest.mark.parametrize("name", SET)
def test_the_environment_sets_each_thing(tmp_path: Path, name: str) -> None:
    field, given, meant = SET[name]
    home = {"GALDA_DATA": str(tmp_path)}
    usual, changed = read_settings(home), read_settings(home | {name: given})
    assert getattr(changed, field) == meant != getattr(usual, field)
    others = [other for other, *_ in SET.values() if other != field]
    assert [getattr(changed, o) for o in others] == [getattr(usual, o) for o in others]
    assert read_settings(home | {name: ""}).port == usual.port


@pytest.mark.parametrize("given", ["0", "-1", "65536", "x", "8000.0", " "])
def test_a_number_that_cannot_be_is_refused_by_name(tmp_path: Path, given: str) -> None:
    home = {"GALDA_DATA": str(tmp_path)}
    with pytest.raises(GaldaError) as refused:
        read_settings(home | {"GALDA_PORT": given})
    assert str(refused.value) == (
        f"GALDA_PORT must be a whole number from 1 to 65535, not {given!r}"
    )
    assert read_settings(home | {"GALDA_PORT": "1"}).port == 1


def test_the_secret_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    home = {"GALDA_DATA": str(tmp_path)}
    secret = read_settings(home).secret
    file = tmp_path / "secret"
    assert file.read_text("utf-8") == secret
    assert len(secret) >= 40
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert read_settings(home).secret == secret
    assert read_settings({"GALDA_DATA": str(tmp_path / "other")}).secret != secret
    assert secret not in repr(read_settings(home))


def test_a_secret_that_is_too_short_is_refused(tmp_path: Path) -> None:
    home = {"GALDA_DATA": str(tmp_path)}
    file = tmp_path / "secret"
    file.write_text(f" {'x' * 31}\n")
    with pytest.raises(GaldaError, match="holds no usable secret; delete it"):
        read_settings(home)
    file.write_text(f" {'x' * 32}\n")
    assert read_settings(home).secret == "x" * 32


@pytest.mark.parametrize(
    ("host", "public_url", "local"),
    [
        ("127.0.0.1", "", True),
        ("localhost", "", True),
        ("::1", "", True),
        ("0.0.0.0", "", False),
        ("127.0.0.1", "https://play.example", False),
    ],
)
def test_whoever_cannot_be_reached_answers_to_its_own_names_only(
    host: str, public_url: str, local: bool
) -> None:
    settings = Settings("", "", host=host, public_url=public_url)
    assert settings.local_only is local
    assert settings.allowed_hosts == (["127.0.0.1", "localhost", "[::1]"] if local else ["*"])
    named = Settings("", "", host=host, public_url=public_url, hosts=("play.example",))
    assert named.allowed_hosts == ["play.example"]


def test_the_folder_of_the_database_is_made_where_the_secret_is_given(tmp_path: Path) -> None:
    folder = tmp_path / "not" / "there"
    read_settings(
        {"GALDA_DATA": str(folder), "GALDA_SECRET": "known to both of us, and long enough"}
    )
    assert folder.is_dir() and list(folder.iterdir()) == []
