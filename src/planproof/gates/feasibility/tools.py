"""Which programs a goal's list of tools allows."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

_COREUTILS: Final = """
    arch b2sum base32 base64 basename basenc cat chcon chgrp chmod chown chroot cksum comm cp csplit cut date dd
    df dir dircolors dirname du echo env expand expr factor false fmt fold groups head hostid id install join
    link ln logname ls md5sum mkdir mkfifo mknod mktemp mv nice nl nohup nproc numfmt od paste pathchk pinky pr
    printenv printf ptx pwd readlink realpath rm rmdir runcon seq sha1sum sha224sum sha256sum sha384sum
    sha512sum shred shuf sleep sort split stat stdbuf stty sum sync tac tail tee test timeout touch tr true
    truncate tsort tty uname unexpand uniq unlink uptime users vdir wc who whoami yes
"""
_SHELL: Final = """
    . : [ [[ bg bind break builtin caller cd command compgen complete continue declare dirs disown enable exec
    exit export fc fg getopts hash help history jobs kill let local logout mapfile popd pushd read readarray
    readonly return set shift shopt source suspend time times type typeset ulimit umask unalias unset wait
"""
_OTHERS: Final = """
    find xargs locate updatedb
    diff diff3 sdiff cmp
    grep egrep fgrep
    sed awk gawk mawk nawk
    gzip gunzip gzexe zcat zcmp zdiff zegrep zfgrep zforce zgrep zless zmore znew
"""
ALWAYS: Final = frozenset(f"{_COREUTILS} {_SHELL} {_OTHERS}".split())
"""Shell built-ins, coreutils, findutils, diffutils, grep, sed, awk and gzip: on every machine that has a shell."""

_PRODUCTS: Final[dict[str, tuple[str, ...]]] = {
    "postgresql": ("psql", "createdb", "createuser", "dropdb", "dropuser", "reindexdb", "vacuumdb", "pg_"),
    "postgres": ("psql", "createdb", "createuser", "dropdb", "dropuser", "reindexdb", "vacuumdb", "pg_"),
    "mysql": ("mysql", "mysqldump", "mysqladmin"),
    "mariadb": ("mariadb", "mysql", "mysqldump", "mysqladmin"),
    "mongodb": ("mongosh", "mongo", "mongodump", "mongorestore"),
    "redis": ("redis-",),
    "kafka": ("kafka-",),
    "elasticsearch": ("elasticsearch-",),
    "rabbitmq": ("rabbitmqctl", "rabbitmqadmin", "rabbitmq-"),
    "kubernetes": ("kubectl",),
    "k8s": ("kubectl",),
    "openshift": ("oc",),
    "istio": ("istioctl",),
    "google": ("gcloud", "gsutil", "bq"),
    "gcp": ("gcloud", "gsutil", "bq"),
    "azure": ("az",),
    "github": ("gh",),
    "gitlab": ("glab",),
    "argocd": ("argocd",),
    "prometheus": ("promtool",),
    "alertmanager": ("amtool",),
    "nats": ("nats",),
    "etcd": ("etcdctl",),
    "systemd": ("systemctl", "journalctl", "systemd-"),
    "nftables": ("nft",),
    "iproute2": ("ip", "ss"),
}
"""A product to the programs that come with it, where their names differ; with a dash or underscore at the end, all
programs that begin so. Goals name a tool as they please: `psql`, `PostgreSQL 15`, `aws CLI`, `GitHub Actions`."""

_SUFFIX: Final = re.compile(r"(?:\.(?:sh|py|exe|bat))$|[-_]cli$")
_VERSION: Final = re.compile(r"(?<=[a-z]{2})[0-9][0-9.]*$")
_WORD: Final = re.compile(r"[^\s/,()]+")


class Tools:
    """The programs that a goal's list allows, and those that every shell has.

    Compared without case, version (`python3.11`), the ending of a script and a final `-cli`. Of a tool named in several
    words the whole and the first word count, and what comes with a product of that name.

    Example:
        >>> tools = Tools(["PostgreSQL 15", "aws CLI", "git"])
        >>> [tools.allow(program) for program in ("pg_dump", "aws", "git", "grep", "terraform", "aws-nuke")]
        [True, True, True, True, False, False]
    """

    def __init__(self, tools: Iterable[str]) -> None:
        self._names: set[str] = set()
        prefixes: set[str] = set()
        for tool in tools:
            named = tool.strip().casefold()
            words = _WORD.findall(named)
            if not words:
                continue
            for name in (named, words[0], named.rpartition("/")[2]):
                self._names.update((name, _bare(name)))
            # A lower-case word that is a program of its own name stands for itself: who lists `mysql` lists a program.
            program = words[0] if tool.strip() == words[0] else None
            for product in {words[0], _bare(words[0])}:
                programs = _PRODUCTS.get(product, ())
                if program is None or program not in programs:
                    self._names.update(programs)
                    prefixes.update(name for name in programs if name[-1] in "-_")
        self._prefixes: tuple[str, ...] = tuple(sorted(prefixes))

    def allow(self, program: str) -> bool:
        """Whether the list, or the shell, has the program."""
        if program in ALWAYS:
            return True
        name = program.casefold()
        return name in self._names or _bare(name) in self._names or name.startswith(self._prefixes)


def _bare(name: str) -> str:
    """A name without the ending of a script, a final `-cli` and a version."""
    return _VERSION.sub("", _SUFFIX.sub("", name))
