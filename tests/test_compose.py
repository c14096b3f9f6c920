"""The compose file, the container and the proxy's file fit each other, and our own settings."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.main import get_command

from galda.cli.app import app
from galda.web.serving.health import ALIVE_PATH, READY_PATH
from galda.web.serving.patient_http import TRUSTED_PROXIES
from galda.web.serving.settings import read_settings

HOME = Path(__file__).parents[1]
DOCKERFILE = (HOME / "deploy" / "Dockerfile").read_text("utf-8")
CADDYFILE = (HOME / "deploy" / "Caddyfile").read_text("utf-8")
WRITTEN = (HOME / "deploy" / "compose.yaml").read_text("utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load(WRITTEN)
SERVICES: dict[str, Any] = COMPOSE["services"]
OURS = ("server", "thinker")
CHOSEN = {
    "GALDA_SITE": "play.example.org",
    "GALDA_SECRET": "a secret that is long enough to be one",
    "POSTGRES_PASSWORD": "word",
}
"""What an operator chooses."""
PLACE = re.compile(r"\$\{(\w+)(:\?[^}]*)?\}")


def environment(service: str) -> dict[str, str]:
    """A service's variables as they are in its container."""
    image = dict(re.findall(r"(\w+)=(\S+)", " ".join(re.findall(r"(?m)^ENV (.*)$", DOCKERFILE))))
    given = SERVICES[service]["environment"]
    own = {name: PLACE.sub(lambda place: CHOSEN[place[1]], str(v)) for name, v in given.items()}
    return {**image, **own} if service in OURS else own


def test_there_are_two_servers_two_thinkers_a_database_and_a_proxy() -> None:
    assert set(SERVICES) == {*OURS, "database", "proxy"}
    assert [SERVICES[name]["deploy"]["replicas"] for name in OURS] == [2, 2]


def test_only_the_proxy_can_be_reached_from_outside() -> None:
    assert {name for name, service in SERVICES.items() if "ports" in service} == {"proxy"}
    assert {port.split(":")[0] for port in SERVICES["proxy"]["ports"]} == {"80", "443"}
    assert not any("network_mode" in service for service in SERVICES.values())
    assert all(service["networks"] == ["inside"] for service in SERVICES.values())


def test_images_of_others_are_pinned() -> None:
    bases = re.findall(r"(?m)^FROM (\S+)", DOCKERFILE)
    others = [SERVICES[name]["image"] for name in SERVICES if name not in OURS]
    for image in (*bases, *others):
        assert re.fullmatch(r"[\w/.-]+:\d+\.\d+(\.\d+)?[\w.-]*", image), image
    assert all(SERVICES[name]["build"]["dockerfile"] == "deploy/Dockerfile" for name in OURS)


def test_every_variable_is_one_that_something_reads() -> None:
    ours = "\n".join(file.read_text("utf-8") for file in (HOME / "src").rglob("*.py"))
    for name in {**environment("server"), **environment("thinker")}:
        assert name in (TRUSTED_PROXIES, "PATH") or f'"{name}"' in ours, name
    assert set(SERVICES["proxy"]["environment"]) == set(re.findall(r"\{\$(\w+)\}", CADDYFILE))
    for name in re.findall(r"(?m)^\s*(GALDA_\w+|POSTGRES_\w+): \$", WRITTEN):
        assert name in CHOSEN or name.startswith("GALDA_")


def test_what_must_be_chosen_is_asked_for() -> None:
    asked = {name for name, demand in PLACE.findall(WRITTEN) if demand}
    assert asked == set(CHOSEN) == {name for name, _ in PLACE.findall(WRITTEN)}


@pytest.mark.parametrize("service", OURS)
def test_our_settings_are_what_the_file_says(service: str, tmp_path: Path) -> None:
    settings = read_settings({**environment(service), "GALDA_DATA": str(tmp_path)})
    assert settings.database_url == "postgresql://galda:word@database/galda"
    assert (settings.secret, settings.bot_workers) == (CHOSEN["GALDA_SECRET"], 0)
    assert settings.public_url == "https://play.example.org"
    assert settings.allowed_hosts == ["play.example.org"]
    assert not settings.local_only
    kept = environment("database")
    assert {kept["POSTGRES_USER"], kept["POSTGRES_DB"]} == {"galda"}
    assert kept["POSTGRES_PASSWORD"] in settings.database_url


def test_the_proxies_that_are_believed_are_those_inside() -> None:
    inside = COMPOSE["networks"]["inside"]["ipam"]["config"][0]["subnet"]
    assert environment("server")[TRUSTED_PROXIES] == inside


def test_services_wait_for_a_database_that_is_well() -> None:
    assert SERVICES["database"]["healthcheck"]["test"][1] == "pg_isready"
    for name in OURS:
        assert SERVICES[name]["depends_on"] == {"database": {"condition": "service_healthy"}}
    assert f"http://127.0.0.1:8000{ALIVE_PATH}" in DOCKERFILE.partition("HEALTHCHECK")[2]
    assert SERVICES["thinker"]["healthcheck"] == {"disable": True}, "it serves nothing"
    assert "healthcheck" not in SERVICES["server"], "the image has one"


@pytest.mark.parametrize("service", OURS)
def test_containers_run_commands_that_there_are(service: str) -> None:
    usual = yaml.safe_load(DOCKERFILE.rpartition("CMD ")[2])
    program, name, *options = SERVICES[service].get("command", usual)
    assert program == "galda"
    import_module(f"galda.cli.{name}")  # commands are known once they are asked for
    command: Any = get_command(app)
    named = command.commands[name].params
    known = {word for one in named for word in (*one.opts, *one.secondary_opts)}
    assert set(options) <= known


@pytest.mark.parametrize("service", OURS)
def test_containers_can_change_little(service: str) -> None:
    kept = SERVICES[service]
    assert (kept["read_only"], kept["cap_drop"]) == (True, ["ALL"])
    assert kept["security_opt"] == ["no-new-privileges:true"]
    assert re.search(r"(?m)^USER (?!root)", DOCKERFILE)


def test_the_proxy_finds_the_servers_and_hides_what_operators_see() -> None:
    port = environment("server")["GALDA_PORT"]
    assert re.search(rf"dynamic a server {port}\b", CADDYFILE)
    assert f"EXPOSE {port}" in DOCKERFILE
    assert f"health_uri {READY_PATH}" in CADDYFILE
    hidden = re.search(r"@inside path (.*)", CADDYFILE)
    assert hidden and set(hidden[1].split()) == {"/metrics", READY_PATH}
    assert "respond @inside 404" in CADDYFILE
    mounted = SERVICES["proxy"]["volumes"]
    assert "./Caddyfile:/etc/caddy/Caddyfile:ro" in mounted


def test_games_and_certificates_outlive_their_containers() -> None:
    used = {m.split(":")[0] for s in SERVICES.values() for m in s.get("volumes", ()) if m[0] != "."}
    assert used == set(COMPOSE["volumes"])
    assert "games:/var/lib/postgresql/data" in SERVICES["database"]["volumes"]
