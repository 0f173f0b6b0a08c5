"""Registry: which module knows which program. A module is imported when a command first starts one of its programs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib import import_module
from typing import Final, Protocol, cast

from planproof.effects.act import Act
from planproof.effects.tools.call import Call
from planproof.effects.tools.tool import Shell


class Reader(Protocol):
    """A `Tool` or a `Program`."""

    @property
    def names(self) -> tuple[str, ...]: ...

    def read(self, call: Call, shell: Shell) -> Sequence[Act] | None: ...


PROGRAMS: Final[dict[str, str]] = {
    # module: the programs whose readers stand in its TOOLS
    "git": "git git-lfs",
    "forges": "gh glab",
    "aws": "aws",
    "gcloud": "gcloud",
    "gstorage": "gsutil bq",
    "azure": "az",
    "clouds": "doctl hcloud linode-cli",
    "paas": "heroku fly flyctl vercel vc now netlify ntl wrangler",
    "objectstores": "s3cmd rclone mc mcli",
    "backups": "restic rustic borg borg1 borg2",
    "http": "curl wget http https xh xhs",
    "remote": "ssh autossh scp pscp rsync sftp ftp lftp ssh-copy-id",
    "network": "nc ncat netcat telnet nmap dig nslookup host delv drill kdig whois getent ping ping6 traceroute tracepath mtr arping fping hping3 iperf iperf3",
    "crypto": "openssl gpg gpg2 gpgv age rage age-keygen ssh-keygen ssh-keyscan ssh-add certbot",
    "notify": "mail mailx s-nail sendmail mutt swaks msmtp ssmtp slack slackcat wall notify-send apprise telegram-send ntfy",
    "query": "jq gojq jaq yq",
    "kubectl": "kubectl oc",
    "helm": "helm helmfile kustomize",
    "gitops": "argocd flux velero istioctl linkerd cilium cilium-dbg",
    "clusters": "kubeadm k3d kind minikube eksctl crictl ctr k9s kops k3s",
    "docker": "docker podman nerdctl",
    "compose": "docker-compose podman-compose",
    "images": "buildah skopeo crane oras cosign",
    "terraform": "terraform tofu terragrunt",
    "provision": "pulumi packer vagrant nomad cdk cdktf serverless sls sam crossplane",
    "ansible": "ansible ansible-playbook ansible-galaxy ansible-vault ansible-inventory ansible-doc ansible-config ansible-lint ansible-pull ansible-console",
    "postgres": "psql pgcli pg_dump pg_dumpall pg_restore pg_basebackup createdb dropdb createuser dropuser vacuumdb reindexdb clusterdb vacuumlo pg_isready pg_config pg_controldata pg_waldump pg_test_fsync pg_test_timing pg_lsclusters oid2name pg_conftool pg_activity pg_top pg_amcheck pg_verifybackup pg_checksums initdb pg_resetwal pg_resetxlog pg_rewind pg_upgrade pg_archivecleanup pg_receivewal pg_recvlogical pg_repack pg_squeeze pgbench pgloader pg_ctl pg_ctlcluster pg_dropcluster pg_createcluster pg_upgradecluster pg_renamecluster",
    "postgres_ha": "patronictl repmgr pgbackrest barman wal-g wal-e pg_probackup pgbouncer",
    "mysql": "mysql mariadb mycli mysqlsh mysqldump mariadb-dump mysqlpump mydumper mysqladmin mariadb-admin mysqlbinlog mysqlshow mariadb-binlog mysqldumpslow mysql_config_editor_print my_print_defaults innotop pt-query-digest pt-summary pt-mysql-summary pt-duplicate-key-checker pt-show-grants pt-diskstats pt-stalk pt-index-usage pt-variable-advisor pt-config-diff pt-deadlock-logger pt-fk-error-logger pt-heartbeat pt-table-checksum pt-replica-find pt-slave-find innochecksum myisamchk mysqlslap mysqlcheck mariadb-check mysqlanalyze mysqloptimize mysqlrepair mysqlimport mariadb-import myloader mysql_upgrade mariadb-upgrade mysql_secure_installation mariadb-secure-installation mysql_install_db mariadb-install-db xtrabackup mariabackup mariadb-backup innobackupex gh-ost pt-online-schema-change pt-osc pt-archiver pt-kill pt-table-sync pt-slave-restart pt-replica-restart",
    "sql_clients": "sqlite3 sqlite duckdb sqlcmd bcp sqlplus sql sqlcl rman expdp exp impdp imp clickhouse-client clickhouse-local clickhouse clickhouse-benchmark snowsql cqlsh trino presto spark-sql beeline hive impala-shell db2 vsql usql isql tsql hdbsql",
    "mongo": "mongosh mongo mongodump mongoexport mongorestore mongoimport mongostat mongotop bsondump mongofiles",
    "redis": "redis-cli valkey-cli keydb-cli iredis redis-benchmark valkey-benchmark redis-check-aof redis-check-rdb valkey-check-aof valkey-check-rdb",
    "keyvalue": "etcdctl etcdutl consul",
    "vault": "vault bao",
    "kafka": "kafka-topics.sh kafka-topics kafka-configs.sh kafka-configs kafka-consumer-groups.sh kafka-consumer-groups kafka-share-groups.sh kafka-share-groups kafka-groups.sh kafka-groups kafka-acls.sh kafka-acls kafka-console-consumer.sh kafka-console-consumer kafka-avro-console-consumer.sh kafka-avro-console-consumer kafka-simple-consumer.sh kafka-simple-consumer kafka-console-producer.sh kafka-console-producer kafka-avro-console-producer.sh kafka-avro-console-producer kafka-verifiable-producer.sh kafka-verifiable-producer kafka-producer-perf-test.sh kafka-producer-perf-test kafka-consumer-perf-test.sh kafka-consumer-perf-test kafka-broker-api-versions.sh kafka-broker-api-versions kafka-log-dirs.sh kafka-log-dirs kafka-dump-log.sh kafka-dump-log kafka-replica-verification.sh kafka-replica-verification kafka-get-offsets.sh kafka-get-offsets kafka-metadata-shell.sh kafka-metadata-shell kafka-jmx.sh kafka-jmx kafka-e2e-latency.sh kafka-e2e-latency kafka-verifiable-consumer.sh kafka-verifiable-consumer kafka-reassign-partitions.sh kafka-reassign-partitions kafka-leader-election.sh kafka-leader-election kafka-preferred-replica-election.sh kafka-preferred-replica-election kafka-delete-records.sh kafka-delete-records kafka-streams-application-reset.sh kafka-streams-application-reset kafka-delegation-tokens.sh kafka-delegation-tokens kafka-client-metrics.sh kafka-client-metrics kafka-storage.sh kafka-storage kafka-server-start.sh kafka-server-start kafka-server-stop.sh kafka-server-stop zookeeper-server-start.sh zookeeper-server-start zookeeper-server-stop.sh zookeeper-server-stop connect-distributed.sh connect-distributed connect-standalone.sh connect-standalone connect-mirror-maker.sh connect-mirror-maker kafka-mirror-maker.sh kafka-mirror-maker kcat kafkacat",
    "brokers": "rabbitmqctl rabbitmq-diagnostics rabbitmq-queues rabbitmq-streams rabbitmq-upgrade rabbitmq-plugins rabbitmqadmin nats pulsar-admin pulsar-client",
    "stores": "nodetool sstableloader sstabledump sstablemetadata sstableutil sstableverify sstableexpiredblockers sstablescrub sstablerepairedset sstablelevelreset sstableupgrade sstablesplit influx influxd elasticdump multielasticdump elasticsearch-keystore kibana-keystore logstash-keystore opensearch-keystore elasticsearch-reset-password elasticsearch-setup-passwords elasticsearch-node elasticsearch-shard elasticsearch-certutil elasticsearch-certgen elasticsearch-create-enrollment-token elasticsearch-plugin opensearch-plugin kibana-plugin elasticsearch-users curator curator_cli",
    "migrations": "flyway liquibase alembic sqitch dotnet-ef atlas skeema yoyo yoyo-migrate mongock migra pyway aerich",
    "migrators": "prisma knex sequelize sequelize-cli typeorm typeorm-ts-node-commonjs mikro-orm drizzle-kit dbmate goose migrate migrate-mongo refinery diesel sqlx",
    "frameworks": "django-admin manage.py rails rake artisan mix",
    "text": "cat head tail grep egrep fgrep zgrep rg sed",
}
_MODULE_OF: Final = {program: module for module, programs in PROGRAMS.items() for program in programs.split()}


def reader_of(program: str) -> Reader | None:
    """The reader of a program; None where no module knows it.

    Example:
        >>> reader_of("grep").names[0], reader_of("no-such-program")
        ('grep', None)
    """
    module = _MODULE_OF.get(program)
    return None if module is None else readers_in(module).get(program)


@lru_cache(maxsize=None)
def readers_in(module: str) -> dict[str, Reader]:
    """The readers of one module, by program."""
    tools = cast("tuple[Reader, ...]", import_module(f"planproof.effects.tools.{module}").TOOLS)
    return {name: tool for tool in tools for name in tool.names}
