"""Programs that start the program of a project: npx and its kin, `python -m`, `poetry run`, `manage.py`."""

from __future__ import annotations

import pytest

from planproof.effects import effect_of_command
from planproof.model.plan import Command


@pytest.mark.parametrize(
    "runner",
    [
        "npx", "npx --yes", "npx -p prisma", "npx --package=prisma --", "npm exec --", "npm --prefix api exec --", "pnpm dlx",
        "pnpm exec", "pnpm --filter api exec", "pnpm", "yarn", "yarn run", "yarn dlx", "bunx", "bunx --bun", "bun x", "bun run",
        "npx cross-env NODE_ENV=production", "npx dotenv -e .env --", "poetry run", "pipenv run",
        "uv run", "uv run --env-file .env --", "uv --directory api run", "hatch run", "doppler run --", "env A=b",
    ],
)  # fmt: skip
def test_what_is_started_counts(runner: str) -> None:
    effect = effect_of_command(Command(run=f"{runner} prisma migrate reset --force"))
    assert (effect.kind, effect.reversibility) == ("destroy", "irreversible")


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        ("npx aws-cdk destroy --all", "destroy/irreversible"),
        ("npx firebase-tools@13 firestore:delete users -r", "destroy/irreversible"),
        ("npx prisma migrate status", "observe/read_only"),
        ("npx some-unknown-tool list", "unknown/unknown"),
        # A script of the project may be called like a tool: what it looks like does not make it harmless.
        ("yarn prisma migrate status", "unknown/unknown"),
        ("yarn build", "unknown/unknown"),
        ("yarn list", "observe/read_only"),
        ("pnpm run reset", "unknown/unknown"),
        ("python manage.py flush --no-input", "destroy/irreversible"),
        ("python3 -u ./manage.py migrate app zero", "destroy/irreversible"),
        ("python manage.py showmigrations", "observe/read_only"),
        ("python manage.py frobnicate", "unknown/unknown"),
        ("python -m django flush", "destroy/irreversible"),
        ("python -m awscli s3 rm s3://b --recursive", "destroy/irreversible"),
        ("python -m alembic downgrade base", "destroy/irreversible"),
        ("python -m frobnicate", "unknown/unknown"),
        ("hatch run prod:alembic downgrade base", "destroy/irreversible"),
        ("poetry -C api run alembic history", "observe/read_only"),
        ("php -d memory_limit=-1 artisan migrate:fresh", "destroy/irreversible"),
        ("sail artisan migrate:status", "observe/read_only"),
        ("dotnet ef --project a database drop -f", "destroy/irreversible"),
        ("dotnet ef database update 0", "destroy/irreversible"),
        ("dotnet ef database update", "modify/unknown"),
        ("dotnet tool run dotnet-ef database drop -f", "destroy/irreversible"),
        ("bin/rake db:drop", "destroy/irreversible"),
        ("bundle exec --gemfile Gemfile rails db:migrate:status", "observe/read_only"),
        ("flask --app web db downgrade", "destroy/irreversible"),
        ("flask db downgrade --sql", "observe/read_only"),
        ("mix ecto.drop", "destroy/irreversible"),
        ("mix deps.get", "create/reversible"),
    ],
)
def test_runners(run: str, expected: str) -> None:
    effect = effect_of_command(Command(run=run))
    assert f"{effect.kind}/{effect.reversibility}" == expected
