"""Files, archives, searches, text, checksums."""

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
        ("rm", "observe/read_only"),
        ("rm -rf /srv/app", "destroy/irreversible"),
        ("rm -i a.txt", "destroy/irreversible"),
        ("rm -rf ./node_modules", "destroy/compensable"),
        ("rm -rf /tmp/build", "destroy/compensable"),
        ("rm -rf /tmp", "destroy/irreversible"),
        ("rm -rf /tmp/*", "destroy/irreversible"),
        ("rm -rf /tmp/../srv", "destroy/irreversible"),
        ("rm -rf ../build", "destroy/irreversible"),
        ("rm -rf /usr/lib/node_modules", "destroy/irreversible"),
        ('rm -rf "$(mktemp -d)"', "destroy/compensable"),
        ("rmdir empty", "destroy/reversible"),
        ("shred -u key.pem", "destroy/irreversible"),
        ("srm a", "destroy/irreversible"),
        ("cp app.conf app.conf.bak", "create/reversible"),
        ("cp new.conf app.conf", "modify/irreversible"),
        ("cp -n new.conf app.conf", "create/reversible"),
        ("cp a /tmp/b", "modify/compensable"),
        ("cp disk.img /dev/sdb", "destroy/irreversible"),
        ("mv a.conf a.conf.old", "modify/reversible"),
        ("mv b.conf a.conf", "modify/irreversible"),
        ("mv -n b.conf a.conf", "modify/reversible"),
        ("mv a /dev/null", "destroy/irreversible"),
        ("install -d /srv/app", "create/reversible"),
        ("ln -s a b", "create/reversible"),
        ("ln -sfn /srv/releases/2 /srv/current", "modify/compensable"),
        ("mkdir -p a/b", "create/reversible"),
        ("touch a", "create/reversible"),
        ("truncate -s 0 data.db", "destroy/irreversible"),
        ("truncate -s +1G disk.img", "modify/reversible"),
        ("dd if=/dev/zero of=/dev/sdb bs=1M", "destroy/irreversible"),
        ("dd if=/dev/sdb of=/backup/sdb.img", "create/reversible"),
        ("dd if=/dev/sdb of=/dev/null", "observe/read_only"),
        ("dd if=/dev/sdb bs=512 count=1", "observe/read_only"),
        ("tee /etc/hosts", "modify/irreversible"),
        ("tee -a /etc/hosts", "modify/reversible"),
        ("tee /etc/profile.d/a.sh", "modify/reversible"),
        ("tee /dev/null", "observe/read_only"),
        ("chmod 600 a", "modify/reversible"),
        ("chmod -R 700 a", "modify/compensable"),
        ("chown a:b c", "modify/reversible"),
        ("chattr -i /etc/passwd", "modify/reversible"),
        ("getfacl a", "observe/read_only"),
        ("restorecon -Rnv /srv", "observe/read_only"),
        ("auditctl -l", "observe/read_only"),
    ],
)
def test_files(run: str, expected: str) -> None:
    assert effect(run) == expected


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        ("tar czf /backup/a.tgz /srv", "create/reversible"),
        ("tar -czf a.tgz --exclude=--delete /srv", "create/reversible"),
        ("tar tzf a.tgz", "observe/read_only"),
        ("tar -xzOf a.tgz name", "observe/read_only"),
        ("tar xzf a.tgz -C /srv", "modify/compensable"),
        ("tar xkf a.tgz", "create/reversible"),
        ("tar --delete -f a.tar name", "destroy/irreversible"),
        ("tar cf a.tar --remove-files logs", "destroy/reversible"),
        ("tar xf a.tgz --to-command='rm -rf /srv'", "destroy/irreversible"),
        ("zip -r a.zip d", "create/reversible"),
        ("zip -d a.zip name", "destroy/irreversible"),
        ("unzip -l a.zip", "observe/read_only"),
        ("unzip -o a.zip", "modify/compensable"),
        ("gzip a", "modify/reversible"),
        ("gzip -t a.gz", "observe/read_only"),
        ("gunzip -c a.gz", "observe/read_only"),
        ("zcat a.gz", "observe/read_only"),
        ("7z l a.7z", "observe/read_only"),
        ("7z d a.7z name", "destroy/irreversible"),
        ("cpio -t", "observe/read_only"),
    ],
)
def test_archives(run: str, expected: str) -> None:
    assert effect(run) == expected


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        ("find . -name '*.log'", "observe/read_only"),
        ("find . -name -delete", "observe/read_only"),
        ("find . -exec grep -l a {} +", "observe/read_only"),
        ("find . -exec echo -delete \\;", "observe/read_only"),
        ("find . -name '*.log' -delete", "destroy/irreversible"),
        ("find . -name '*.pyc' -delete", "destroy/compensable"),
        ("find /tmp/build -delete", "destroy/compensable"),
        ("find /tmp -delete", "destroy/irreversible"),
        ("find . -type d -empty -delete", "destroy/reversible"),
        ("find . -exec sudo rm -rf {} \\;", "destroy/irreversible"),
        ("find . -ok rm {} \\;", "destroy/irreversible"),
        ("find . -name '*.log' -exec gzip {} +", "modify/reversible"),
        ("find . -fprint out.txt", "modify/compensable"),
        ("fd -e py", "observe/read_only"),
        ("fd -e tmp -x rm {}", "destroy/irreversible"),
        ("fd -e tmp -X rm", "destroy/irreversible"),
        ("locate a", "observe/read_only"),
    ],
)
def test_searches(run: str, expected: str) -> None:
    assert effect(run) == expected


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        ("sed 's/a/b/' f", "observe/read_only"),
        ("sed -i 's/a/b/' f", "modify/irreversible"),
        ("sed -i.bak 's/a/b/' f", "modify/reversible"),
        ("sed --in-place=.bak 's/a/b/' f", "modify/reversible"),
        ("sed -ni '/a/p' f", "modify/irreversible"),
        ("sed 's/w/e/' f", "observe/read_only"),
        ("sed -n 's/a/b/w out.txt' f", "modify/compensable"),
        ("sed 's/a/b/e' f", "unknown/unknown"),
        ("sed '1e rm -rf /srv' f", "destroy/irreversible"),
        ("sed -f script.sed f", "unknown/unknown"),
        ("awk '{print $1}' f", "observe/read_only"),
        ("awk -F'|' '$2 > 5 {print}' f", "observe/read_only"),
        ("awk '/a|b/ {n++} END {print n}' f", "observe/read_only"),
        ("awk '{print \"a > b\"}' f", "observe/read_only"),
        ("awk '{print > \"out.txt\"}' f", "modify/compensable"),
        ("awk '{print >> \"out.txt\"}' f", "modify/reversible"),
        ("awk '{system(\"rm \" $1)}' f", "destroy/irreversible"),
        ("awk 'BEGIN {system(\"rm -rf /srv\")}' f", "destroy/irreversible"),
        ("awk '{print $1 | \"sort -u\"}' f", "observe/read_only"),
        ("awk '{print $1 | \"xargs rm\"}' f", "destroy/irreversible"),
        ("sort f", "observe/read_only"),
        ("sort -o f f", "modify/compensable"),
        ("uniq f", "observe/read_only"),
        ("uniq f out.txt", "modify/compensable"),
        ("xxd f", "observe/read_only"),
        ("diff a b", "observe/read_only"),
        ("less a", "observe/read_only"),
        ("patch -p1 a.diff", "modify/reversible"),
        ("patch --dry-run -p1 a.diff", "observe/read_only"),
        ("sha256sum f", "observe/read_only"),
        ("sha256sum -c SUMS", "observe/read_only"),
    ],
)
def test_text(run: str, expected: str) -> None:
    assert effect(run) == expected


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        ("chmod 777 a", ("widens_access",)),
        ("chmod u+s a", ("widens_access",)),
        ("chmod 750 a", ()),
        ("chmod +x a", ()),
        ("chmod -R a+rwX a", ("widens_access",)),
        ("chattr -i a", ("weakens_guard",)),
        ("chattr +i a", ()),
        ("setenforce 0", ("weakens_guard",)),
        ("setenforce 1", ()),
        ("auditctl -D", ("weakens_guard",)),
        ("cp key ~/.ssh/authorized_keys", ("widens_access",)),
        ("setfacl -m u:ann:rwx a", ("widens_access",)),
    ],
)
def test_hazards(run: str, expected: tuple[str, ...]) -> None:
    assert effect_of_command(Command(run=run)).hazards == expected


@pytest.mark.parametrize(
    ("run", "role", "expected"),
    [
        ("rm -r /srv/a", "destroys", "file:/srv/a"),
        ("cp app.conf app.conf.bak", "produces", "file:app.conf.bak"),
        ("cp app.conf.bak app.conf", "restores", "file:app.conf"),
        ("tar czf /backup/a.tgz /srv", "produces", "file:/backup/a.tgz"),
        ("tar xzf /backup/a.tgz -C /srv", "restores", "file:/srv"),
        ("tar tzf a.tgz", "verifies", "file:a.tgz"),
        ("gzip -t a.gz", "verifies", "file:a.gz"),
        ("sha256sum -c SUMS", "verifies", "file:SUMS"),
        ("echo 'abc  dump.sql' | sha256sum -c -", "verifies", "file:dump.sql"),
        ("sed -i.bak 's/a/b/' f", "produces", "file:f.bak"),
        ("dd if=/dev/zero of=/dev/sdb", "destroys", "device:/dev/sdb"),
        ("ssh db1 rm -r /srv/a", "destroys", "file:db1//srv/a"),
        ("pg_dump shop | tee d.sql", "produces", "file:d.sql"),
    ],
)
def test_resources(run: str, role: str, expected: str) -> None:
    acts = effect_of_command(Command(run=run)).acts
    assert expected in [str(ref) for act in acts for ref in getattr(act, role)]
