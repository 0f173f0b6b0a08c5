"""Docker, compose and the tools of images: what their verbs do, and what looks worse or better than it is."""

from __future__ import annotations

import pytest

from planproof.effects import effect_of_command
from planproof.effects.act import Act
from planproof.effects.context import EMPTY
from planproof.effects.shell.start import start
from planproof.effects.shell.walk import Walk
from planproof.model.plan import Command


def acts(run: str) -> tuple[Act, ...]:
    return Walk(start, EMPTY).script(run).acts


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        ("docker volume ls", "observe/read_only"),
        ("docker logs --tail 5 -f rm", "observe/read_only"),
        ("docker run --help", "observe/read_only"),
        ("docker swarm join-token worker", "observe/read_only"),
        ("docker exec web cat /etc/hosts", "observe/read_only"),
        ("docker compose -f a.yml -f b.yml logs -f web", "observe/read_only"),
        ("docker compose --dry-run down -v", "observe/read_only"),
        ("docker run -d --name web -v data:/data nginx", "create/reversible"),
        ("docker run -d redis:7 redis-server --appendonly yes", "create/reversible"),
        ("docker run --rm acme/migrator up", "unknown/unknown"),
        ("docker run --rm $IMAGE", "unknown/unknown"),
        ("docker save -o a.tar web:1", "create/reversible"),
        ("docker cp web:/data ./data", "create/reversible"),
        ("docker push web:1", "create/compensable"),
        ("docker buildx build --push -t web:1 .", "create/compensable"),
        ("docker compose up -d", "modify/compensable"),
        ("docker cp a.conf web:/etc/a.conf", "modify/compensable"),
        ("docker service scale web=3", "modify/reversible"),
        ("docker service scale web=0", "shift/reversible"),
        ("docker node update --availability active a", "modify/reversible"),
        ("docker compose stop", "shift/reversible"),
        ("docker kill web", "shift/compensable"),
        ("docker rm -f web", "destroy/compensable"),
        ("docker rm -vf web", "destroy/irreversible"),
        ("docker container rm --volumes web", "destroy/irreversible"),
        ("docker image rm web:1", "destroy/compensable"),
        ("docker system prune -f", "destroy/compensable"),
        ("docker system prune $OPTIONS", "destroy/irreversible"),
        ("docker volume prune -f", "destroy/irreversible"),
        ("docker swarm leave", "shift/compensable"),
        ("docker swarm leave --force", "destroy/irreversible"),
        ("docker compose down", "destroy/compensable"),
        ("docker compose down --rmi all", "destroy/compensable"),
        ("docker-compose -p shop down -v", "destroy/irreversible"),
        ("docker compose rm -f -v db", "destroy/irreversible"),
        ("docker compose rm -f db", "destroy/compensable"),
        ("docker compose exec db psql -c 'DROP TABLE a' --dry-run", "destroy/irreversible"),
        ("docker exec db psql -c 'DROP TABLE a' --help x", "observe/read_only"),
        ("docker exec db sh -c 'psql -c \"DROP TABLE a\"' --help", "destroy/irreversible"),
        ("docker --context prod volume rm a", "destroy/irreversible"),
        ("docker run --rm -v $PWD:/w hashicorp/terraform:1.9 destroy", "destroy/irreversible"),
        ("docker frobnicate", "unknown/unknown"),
        ("docker $VERB web", "unknown/unknown"),
        ("podman system reset -f", "destroy/irreversible"),
        ("podman kube play a.yaml", "modify/compensable"),
        ("podman kube down --force a.yaml", "destroy/irreversible"),
        ("skopeo copy docker://a dir:/backup/a", "create/reversible"),
        ("skopeo copy docker://a docker://b", "create/compensable"),
        ("crane delete registry/a:1", "destroy/compensable"),
        ("crictl rmi --prune", "destroy/compensable"),
    ],
)
def test_effects(run: str, expected: str) -> None:
    effect = effect_of_command(Command(run=run))
    assert f"{effect.kind}/{effect.reversibility}" == expected


@pytest.mark.parametrize(
    ("run", "hazards"),
    [
        ("docker run --privileged -d web", {"widens_access"}),
        ("docker run -v /:/host -d web", {"widens_access"}),
        ("docker run -v /var/run/docker.sock:/var/run/docker.sock -d web", {"widens_access"}),
        ("docker run --mount type=bind,source=/,target=/host -d web", {"widens_access"}),
        ("docker run -v /srv/data:/data -d web", set[str]()),
        ("docker run -v data:/ -d web", set[str]()),
        ("docker build --build-arg TOKEN=abc --push -t web .", {"discloses_secret"}),
        ("docker build --build-arg TOKEN=abc -t web .", set[str]()),
        ("skopeo copy --dest-tls-verify=false docker://a docker://b", {"weakens_guard"}),
    ],
)
def test_hazards(run: str, hazards: set[str]) -> None:
    assert {hazard for act in acts(run) for hazard in act.hazards} == hazards


def test_refs() -> None:
    (act,) = acts("docker volume rm a b")
    assert [str(ref) for ref in act.destroys] == ["volume:a", "volume:b"]
    (act,) = acts("docker save -o web.tar web:1")
    assert [str(ref) for ref in act.produces] == ["file:web.tar"]
    (act,) = acts("docker load -i web.tar")
    assert [str(ref) for ref in act.reads] == ["file:web.tar"]


def test_what_a_command_does_in_a_container_happens_there() -> None:
    (act,) = acts("docker exec web sed -i s/a/b/ /etc/app.conf")
    assert [str(ref) for ref in act.writes] == ["file:web//etc/app.conf"]
    assert acts("docker stop web")[0].inverse == "docker start"
