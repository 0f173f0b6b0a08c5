"""Packages of the system and of languages, builds and tests."""

from __future__ import annotations

import pytest

from planproof.effects import effect_of_command
from planproof.model.plan import Command


def effect(run: str) -> str:
    found = effect_of_command(Command(run=run))
    return f"{found.kind}/{found.reversibility}"


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        ("apt list --installed", "observe/read_only"),
        ("apt-get update", "observe/read_only"),
        ("apt-get install -y nginx", "modify/compensable"),
        ("apt-get -s remove nginx", "observe/read_only"),
        ("apt purge nginx", "destroy/compensable"),
        ("apt-get dist-upgrade", "modify/compensable"),
        ("apt-get download nginx", "create/reversible"),
        ("apt-cache policy nginx", "observe/read_only"),
        ("apt-mark hold nginx", "modify/reversible"),
        ("apt frobnicate", "unknown/unknown"),
        ("dpkg -i a.deb", "modify/compensable"),
        ("dpkg -P a", "destroy/compensable"),
        ("dpkg -l", "observe/read_only"),
        ("dpkg --dry-run -r a", "observe/read_only"),
        ("yum history list", "observe/read_only"),
        ("yum history undo 5", "modify/compensable"),
        ("dnf upgrade --assumeno", "observe/read_only"),
        ("dnf remove a", "destroy/compensable"),
        ("rpm -qa", "observe/read_only"),
        ("rpm -Uvh a.rpm", "modify/compensable"),
        ("rpm -e a", "destroy/compensable"),
        ("pacman -Ss a", "observe/read_only"),
        ("pacman -Syu", "modify/compensable"),
        ("pacman -Rns a", "destroy/compensable"),
        ("zypper se a", "observe/read_only"),
        ("apk add a", "modify/compensable"),
        ("brew uninstall a", "destroy/compensable"),
        ("brew upgrade -n", "observe/read_only"),
        ("brew services restart a", "shift/reversible"),
        ("snap remove a", "destroy/compensable"),
        ("snap remove --purge a", "destroy/irreversible"),
        ("snap revert a", "modify/reversible"),
        ("unattended-upgrade --dry-run", "observe/read_only"),
    ],
)
def test_packages(run: str, expected: str) -> None:
    assert effect(run) == expected


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        ("pip install -U a", "modify/compensable"),
        ("pip install --dry-run a", "observe/read_only"),
        ("pip uninstall -y a", "destroy/compensable"),
        ("pip freeze", "observe/read_only"),
        ("python -m pip install a", "modify/compensable"),
        ("uv pip install a", "modify/compensable"),
        ("uv run pytest", "create/reversible"),
        ("uv tool run ruff check --fix .", "modify/compensable"),
        ("poetry publish", "create/irreversible"),
        ("poetry publish --dry-run", "observe/read_only"),
        ("twine upload dist/a.whl", "create/irreversible"),
        ("twine check dist/a.whl", "observe/read_only"),
        ("npm ci", "modify/compensable"),
        ("npm publish", "create/irreversible"),
        ("npm unpublish a@1.0.0", "destroy/irreversible"),
        ("npm run build", "unknown/unknown"),
        ("npm run", "observe/read_only"),
        ("npm ls", "observe/read_only"),
        ("npm audit", "observe/read_only"),
        ("npm audit fix", "modify/compensable"),
        ("npm deprecate a@1 old", "modify/reversible"),
        ("yarn build", "unknown/unknown"),
        ("yarn", "modify/compensable"),
        ("npx rimraf /srv", "destroy/irreversible"),
        ("npx frobnicate", "unknown/unknown"),
        ("npm exec -- eslint .", "observe/read_only"),
        ("gem push a.gem", "create/irreversible"),
        ("cargo publish", "create/irreversible"),
        ("cargo yank --version 1.0.0 a", "modify/reversible"),
        ("cargo build", "create/reversible"),
        ("cargo run", "unknown/unknown"),
        ("cargo clean", "destroy/compensable"),
        ("go test ./...", "create/reversible"),
        ("go run main.go", "unknown/unknown"),
        ("mvn dependency:tree", "observe/read_only"),
        ("mvn clean install", "destroy/compensable"),
        ("mvn deploy", "create/irreversible"),
        ("gradle frobnicate", "unknown/unknown"),
        ("composer install", "modify/compensable"),
        ("dotnet ef database drop", "destroy/irreversible"),
        ("dotnet ef database drop --dry-run", "observe/read_only"),
        ("dotnet ef database update", "modify/unknown"),
    ],
)
def test_languages(run: str, expected: str) -> None:
    assert effect(run) == expected


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        ("make", "unknown/unknown"),
        ("make -n deploy", "observe/read_only"),
        ("cmake --build build", "create/reversible"),
        ("cmake --install build", "modify/compensable"),
        ("cmake -E remove_directory /srv", "destroy/irreversible"),
        ("pytest -q", "create/reversible"),
        ("pytest --collect-only", "observe/read_only"),
        ("ruff check .", "observe/read_only"),
        ("ruff check --fix .", "modify/compensable"),
        ("black --check .", "observe/read_only"),
        ("black .", "modify/reversible"),
        ("prettier --check .", "observe/read_only"),
        ("prettier --write .", "modify/compensable"),
        ("shellcheck a.sh", "observe/read_only"),
    ],
)
def test_builds(run: str, expected: str) -> None:
    assert effect(run) == expected


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        ("apt-get install --allow-unauthenticated a", ("weakens_guard",)),
        ("pip install --trusted-host a b", ("weakens_guard",)),
        ("npm publish", ("discloses",)),
        ("npm pack", ()),
        ("npm owner add ann a", ("widens_access",)),
        ("cargo owner --add ann", ("widens_access",)),
    ],
)
def test_hazards(run: str, expected: tuple[str, ...]) -> None:
    assert effect_of_command(Command(run=run)).hazards == expected
