"""Registry: which module knows which program. A module is imported when a command first starts one of its programs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
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
    "accounts": (
        "useradd adduser userdel deluser usermod groupadd addgroup newusers groupdel delgroup groupmod "
        "groupmems chfn chsh pwconv pwunconv grpconv vipw vigr passwd chpasswd chgpasswd gpasswd chage visudo "
        "pwck grpck faillock pam_tally2 htpasswd htdigest smbpasswd pdbedit"
    ),
    "alerts": ("amtool promtool"),
    "ansible": (
        "ansible ansible-console ansible-playbook ansible-pull ansible-inventory ansible-doc ansible-lint "
        "ansible-config ansible-vault ansible-galaxy"
    ),
    "archive": (
        "tar gtar bsdtar zip unzip gzip gunzip bzip2 bunzip2 xz unxz lzma compress uncompress pigz unpigz "
        "pbzip2 lzop zstd unzstd lz4 unlz4 brotli zcat bzcat xzcat gzcat zstdcat lz4cat zless zmore bzless "
        "xzless zgrep bzgrep xzgrep zdiff zcmp zipinfo zipgrep lsar cpio 7z 7za 7zr 7zz unrar rar ar"
    ),
    "aws": ("aws"),
    "azure": ("az"),
    "backends": ("firebase supabase cloudflared"),
    "backups": ("restic rustic borg borg1 borg2"),
    "brokers": (
        "rabbitmqctl rabbitmq-diagnostics rabbitmq-queues rabbitmq-streams rabbitmq-upgrade rabbitmq-plugins "
        "rabbitmqadmin nats pulsar-admin pulsar-client"
    ),
    "build": (
        "make gmake just task ant bazel buck2 pants invoke fab grunt gulp mage scons cmake ninja meson qmake "
        "autoconf automake autoreconf aclocal gcc g++ cc c++ clang clang++ ld as rustc javac tsc swiftc ghc "
        "nasm ctest protoc esbuild webpack rollup vite parcel sass sphinx-build mkdocs pandoc pdflatex "
        "xelatex jekyll hugo javadoc doxygen convert strip objcopy jar nyc py_compile pytest py.test tox nox "
        "unittest nosetests jest mocha vitest karma ava tap rspec minitest phpunit pest cypress playwright "
        "bats coverage behave cucumber newman trial stestr mypy pyright basedpyright flake8 pylint bandit "
        "shellcheck hadolint tflint tfsec checkov golint staticcheck phpstan psalm semgrep gitleaks "
        "trufflehog actionlint vulture safety pip-audit cppcheck lint-imports commitlint cloc scc tokei "
        "kubeval kubeconform conftest spectral dive syft grype osv-scanner yamale pydocstyle interrogate "
        "radon eslint rubocop stylelint golangci-lint tslint standard biome oxlint sqlfluff clang-tidy "
        "swiftlint ktlint prettier gofmt goimports clang-format shfmt autopep8 yapf jsonnetfmt black isort "
        "rustfmt pyupgrade autoflake docformatter scalafmt ruff pre-commit dotnet"
    ),
    "checksums": (
        "sha1sum sha224sum sha256sum sha384sum sha512sum md5sum b2sum b3sum shasum md5 sha256 cksum sum crc32 "
        "xxhsum hashdeep cfv"
    ),
    "clouds": ("doctl hcloud linode-cli"),
    "clusters": ("kubeadm kind minikube k3d eksctl kops k3s crictl ctr k9s"),
    "cmd": ("cmd cmd.exe"),
    "compose": ("docker-compose podman-compose"),
    "configuration": (
        "salt salt-call salt-ssh salt-key salt-run puppet knife chef chef-client chef-solo chef-apply cinc-client"
    ),
    "crypto": ("openssl gpg gpg2 gpgv age rage age-keygen ssh-keygen ssh-keyscan ssh-add certbot"),
    "daemons": (
        "supervisorctl supervisord pm2 monit nginx openresty tengine httpd apache2 apachectl apache2ctl "
        "a2ensite a2enmod a2enconf a2dissite a2dismod a2disconf phpenmod phpdismod nginx_ensite nginx_dissite "
        "lighty-enable-mod lighty-disable-mod haproxy keepalived varnishd unbound named squid dnsmasq sshd "
        "php-fpm dovecot named-checkconf named-checkzone unbound-checkconf varnishstat varnishlog varnishtop "
        "doveconf rndc unbound-control varnishadm postsuper postqueue postconf exim exim4 postmap newaliases "
        "postalias makemap postfix doveadm fail2ban-client chronyc ntpdc ntpdate sntp hwclock"
    ),
    "dataflow": ("airflow dbt dbtf hdfs hadoop hbase"),
    "disks": (
        "mkfs mke2fs mkswap mkdosfs mkntfs newfs mkfs.ext2 mkfs.ext3 mkfs.ext4 mkfs.xfs mkfs.btrfs mkfs.vfat "
        "mkfs.fat mkfs.exfat mkfs.ntfs mkfs.f2fs mkfs.jfs mkfs.reiserfs mkfs.minix mkfs.nilfs2 mkfs.gfs2 "
        "mkfs.ocfs2 fdisk cfdisk gdisk cgdisk sfdisk sgdisk parted partprobe kpartx partx udevadm wipefs "
        "blkdiscard nwipe scrub fsck e2fsck xfs_repair fsck.ext2 fsck.ext3 fsck.ext4 fsck.xfs fsck.vfat "
        "dosfsck ntfsfix fsck.btrfs fsck.f2fs resize2fs xfs_growfs growpart ntfsresize resize.f2fs tune2fs "
        "xfs_admin btrfstune e2label fatlabel ntfslabel swaplabel exfatlabel dumpe2fs xfs_info xfs_db "
        "smartctl sginfo sg_inq e2freefrag filefrag xfs_bmap isoinfo badblocks e4defrag xfs_fsr fstrim "
        "xfs_freeze fsfreeze debugfs mount umount fusermount fusermount3 swapon swapoff losetup blockdev "
        "hdparm nvme"
    ),
    "docker": ("docker podman nerdctl"),
    "files": (
        "rm srm trash-empty shred wipe unlink rimraf del-cli rmdir trash trash-put gio-trash cp install mv ln "
        "link mkdir mkfifo mknod mktemp touch truncate fallocate dd dcfldd ddrescue tee sponge split csplit "
        "sync rename prename mmv"
    ),
    "find": ("find gfind fd fdfind locate mlocate plocate mdfind updatedb"),
    "firewall": (
        "iptables ip6tables ebtables arptables iptables-legacy iptables-nft ip6tables-nft iptables-restore "
        "ip6tables-restore iptables-save ip6tables-save iptables-translate iptables-xml netfilter-persistent "
        "iptables-apply nft ufw firewall-cmd firewall-offline-cmd ipset conntrack pfctl fwconsole shorewall "
        "xtables-monitor nfacct ulogd wg wg-quick"
    ),
    "forges": ("gh glab"),
    "frameworks": ("django-admin manage.py rails rake artisan mix"),
    "gcloud": ("gcloud"),
    "git": ("git git-lfs"),
    "gitops": ("argocd flux velero istioctl cilium cilium-dbg linkerd"),
    "gstorage": ("gsutil bq"),
    "helm": ("helm helmfile kustomize"),
    "http": ("curl wget http https xh xhs"),
    "images": ("buildah skopeo crane oras cosign"),
    "instances": ("multipass lxc incus pvesh"),
    "interfaces": (
        "ip ifconfig iwconfig ifup ifdown dhclient dhcpcd udhcpc ifreload route arp tc bridge brctl devlink "
        "rdma ovs-vsctl ovs-ofctl ethtool mii-tool nmcli nmtui netplan networkctl resolvectl systemd-resolve "
        "tcpdump scutil networksetup vtysh birdc bird gobgp"
    ),
    "interpreters": (
        "python python3 python2 pypy pypy3 python3.6 python3.7 python3.8 python3.9 python3.10 python3.11 "
        "python3.12 python3.13 python3.14 python3.15 node nodejs ruby perl php lua luajit powershell pwsh "
        "powershell.exe pwsh.exe deno ts-node tsx Rscript R julia groovy scala java jshell erl elixir iex "
        "clojure expect tclsh osascript crystal swift ipython"
    ),
    "javascript": ("pnpm yarn bun npm cnpm"),
    "kafka": (
        "kafka-topics.sh kafka-topics kafka-configs.sh kafka-configs kafka-consumer-groups.sh "
        "kafka-consumer-groups kafka-share-groups.sh kafka-share-groups kafka-groups.sh kafka-groups "
        "kafka-acls.sh kafka-acls kafka-console-consumer.sh kafka-console-consumer "
        "kafka-avro-console-consumer.sh kafka-avro-console-consumer kafka-simple-consumer.sh "
        "kafka-simple-consumer kafka-console-producer.sh kafka-console-producer "
        "kafka-avro-console-producer.sh kafka-avro-console-producer kafka-verifiable-producer.sh "
        "kafka-verifiable-producer kafka-producer-perf-test.sh kafka-producer-perf-test "
        "kafka-consumer-perf-test.sh kafka-consumer-perf-test kafka-broker-api-versions.sh "
        "kafka-broker-api-versions kafka-log-dirs.sh kafka-log-dirs kafka-dump-log.sh kafka-dump-log "
        "kafka-replica-verification.sh kafka-replica-verification kafka-get-offsets.sh kafka-get-offsets "
        "kafka-metadata-shell.sh kafka-metadata-shell kafka-jmx.sh kafka-jmx kafka-e2e-latency.sh "
        "kafka-e2e-latency kafka-verifiable-consumer.sh kafka-verifiable-consumer "
        "kafka-reassign-partitions.sh kafka-reassign-partitions kafka-leader-election.sh "
        "kafka-leader-election kafka-preferred-replica-election.sh kafka-preferred-replica-election "
        "kafka-delete-records.sh kafka-delete-records kafka-streams-application-reset.sh "
        "kafka-streams-application-reset kafka-delegation-tokens.sh kafka-delegation-tokens "
        "kafka-client-metrics.sh kafka-client-metrics kafka-storage.sh kafka-storage kafka-server-start.sh "
        "kafka-server-start kafka-server-stop.sh kafka-server-stop zookeeper-server-start.sh "
        "zookeeper-server-start zookeeper-server-stop.sh zookeeper-server-stop connect-distributed.sh "
        "connect-distributed connect-standalone.sh connect-standalone connect-mirror-maker.sh "
        "connect-mirror-maker kafka-mirror-maker.sh kafka-mirror-maker kcat kafkacat"
    ),
    "kernel": (
        "sysctl modprobe insmod rmmod depmod ldconfig mandb update-mime-database update-desktop-database "
        "fc-cache locale-gen update-locale update-ca-certificates update-ca-trust systemd-hwdb hwdb "
        "update-grub update-grub2 grub-mkconfig grub2-mkconfig update-initramfs dracut mkinitcpio mkinitrd "
        "kernel-install grub-install grub2-install grub-set-default grub2-set-default grub-reboot "
        "grub2-reboot bootctl zipl lilo grub2-editenv grub-editenv grubby efibootmgr update-alternatives "
        "alternatives update-crypto-policies fips-mode-setup tuned-adm cpupower kpatch livepatch "
        "canonical-livepatch kexec zramctl numad irqbalance setterm loadkeys kbdrate prelink ldattach "
        "nvidia-smi rocm-smi cloud-init osqueryi lynis chkrootkit rkhunter oscap nessuscli clamscan clamdscan "
        "maldet exportfs"
    ),
    "keyvalue": ("etcdctl etcdutl consul"),
    "kube_tools": ("cmctl talosctl clusterctl argo tkn boundary waypoint kubectx kubens stern kail"),
    "kubectl": ("kubectl oc"),
    "languages": (
        "pip pip3 pip2 pipx uv poetry pdm hatch rye pipenv flit conda mamba micromamba twine gem bundle "
        "bundler cargo go mvn mvnw gradle gradlew composer nuget rebar3 virtualenv"
    ),
    "looks": (
        "ls dir vdir ll la exa eza lsd tree pwd stat file readlink realpath basename dirname pathchk du df "
        "ncdu dust duf free uptime uname arch nproc lscpu lsmem lspci lsusb lshw hwinfo dmidecode inxi "
        "neofetch lsb_release whoami id groups logname users who w last lastb lastlog finger printenv tty "
        "locale ps pstree pgrep pidof top htop btop atop glances vmstat iostat mpstat pidstat sar dstat nmon "
        "iotop iftop nethogs slabtop powertop lsof pmap pwdx lslocks lsipc ipcs lsns lslogins findmnt "
        "mountpoint lsblk blkid lsscsi lsinitrd lsinitramfs modinfo lsmod numastat cal ncal getconf ldd nm "
        "objdump readelf size xdpyinfo vm_stat sw_vers system_profiler ioreg ntpq ntpstat sensors ipcalc "
        "sipcalc whatis apropos info tldr cheat compgen uuidgen mcookie reset clear tput stty ruptime rwho "
        "systool biosdecode acpi bootinfo rdmsr turbostat needs-restarting checkrestart debsums nping masscan "
        "speedtest ss netstat nstat ifstat bmon vnstat sockstat tshark dumpcap ngrep arp-scan lldpctl lldpcli "
        "showmount rpcinfo smbstatus smbtree testparm nfsstat nfsiostat mailq mailstats lpstat lpq date "
        "hostname domainname dnsdomainname dmesg man help yes pv fzf sk dialog whiptail gum write mesg espeak "
        "say logger systemd-cat"
    ),
    "machines": (
        "qemu-img virsh virt-clone virt-install virt-top virt-df virt-ls virt-cat virt-filesystems "
        "virt-inspector virt-what systemd-detect-virt qm pct vzdump proxmox-backup-client qmrestore pvecm "
        "pvesm"
    ),
    "migrations": (
        "flyway liquibase alembic sqitch dotnet-ef atlas skeema yoyo yoyo-migrate mongock migra pyway aerich"
    ),
    "migrators": (
        "prisma knex sequelize sequelize-cli typeorm typeorm-ts-node-commonjs mikro-orm drizzle-kit dbmate "
        "goose migrate migrate-mongo refinery diesel sqlx"
    ),
    "mongo": ("mongosh mongo mongodump mongoexport mongorestore mongoimport mongostat mongotop bsondump mongofiles"),
    "mysql": (
        "mysql mariadb mycli mysqlsh mysqldump mariadb-dump mysqlpump mydumper mysqladmin mariadb-admin "
        "mysqlbinlog mysqlshow mariadb-binlog mysqldumpslow mysql_config_editor_print my_print_defaults "
        "innotop pt-query-digest pt-summary pt-mysql-summary pt-duplicate-key-checker pt-show-grants "
        "pt-diskstats pt-stalk pt-index-usage pt-variable-advisor pt-config-diff pt-deadlock-logger "
        "pt-fk-error-logger pt-heartbeat pt-table-checksum pt-replica-find pt-slave-find innochecksum "
        "myisamchk mysqlslap mysqlcheck mariadb-check mysqlanalyze mysqloptimize mysqlrepair mysqlimport "
        "mariadb-import myloader mysql_upgrade mariadb-upgrade mysql_secure_installation "
        "mariadb-secure-installation mysql_install_db mariadb-install-db xtrabackup mariabackup "
        "mariadb-backup innobackupex gh-ost pt-online-schema-change pt-osc pt-archiver pt-kill pt-table-sync "
        "pt-slave-restart pt-replica-restart"
    ),
    "network": (
        "nc ncat netcat telnet nmap dig nslookup host delv drill kdig whois getent ping ping6 traceroute "
        "tracepath mtr arping fping hping3 iperf iperf3"
    ),
    "nomad": ("nomad"),
    "notify": (
        "mail mailx s-nail sendmail mutt swaks msmtp ssmtp slack slackcat wall notify-send apprise telegram-send ntfy"
    ),
    "objectstores": ("s3cmd rclone mc mcli azcopy"),
    "openstack": ("openstack"),
    "paas": ("heroku fly flyctl vercel vc now netlify ntl wrangler"),
    "packages": (
        "apt apt-get aptitude nala apt-cache apt-mark apt-key add-apt-repository apt-add-repository "
        "debconf-set-selections dpkg-reconfigure dpkg-divert dpkg-statoverride apt-file apt-rdepends "
        "apt-listchanges dpkg-query debconf-show deborphan apt-show-versions dlocate rpmlint lintian "
        "pkg-config pkgconf repoquery dpkg dpkg-deb yum dnf dnf5 microdnf tdnf yum-config-manager "
        "dnf-automatic yumdownloader subscription-manager package-cleanup rpm rpmkeys zypper pacman yay paru "
        "apk brew snap flatpak port pkg pkgin emerge equery eix nix-env nix-channel nix-collect-garbage "
        "nixos-rebuild choco winget scoop unattended-upgrade unattended-upgrades do-release-upgrade leapp "
        "needrestart"
    ),
    "permissions": (
        "chmod chown chgrp chattr setfacl setcap getfacl lsattr getcap namei getenforce sestatus getsebool "
        "aa-status audit2why seinfo sesearch matchpathcon ausearch aureport setenforce restorecon fixfiles "
        "chcon semanage setsebool aa-disable aa-complain aa-teardown aa-enforce apparmor_parser auditctl"
    ),
    "postgres": (
        "psql pgcli pg_dump pg_dumpall pg_restore pg_basebackup createdb dropdb createuser dropuser vacuumdb "
        "reindexdb clusterdb vacuumlo pg_isready pg_config pg_controldata pg_waldump pg_test_fsync "
        "pg_test_timing pg_lsclusters oid2name pg_conftool pg_activity pg_top pg_amcheck pg_verifybackup "
        "pg_checksums initdb pg_resetwal pg_resetxlog pg_rewind pg_upgrade pg_archivecleanup pg_receivewal "
        "pg_recvlogical pg_repack pg_squeeze pgbench pgloader pg_ctl pg_ctlcluster pg_dropcluster "
        "pg_createcluster pg_upgradecluster pg_renamecluster"
    ),
    "postgres_ha": ("patronictl repmgr pgbackrest barman wal-g wal-e pg_probackup pgbouncer"),
    "processes": (
        "kill pkill killall skill killall5 xkill renice schedtool cpulimit fuser tmux screen zellij byobu perf"
    ),
    "provision": ("pulumi packer vagrant cdk cdktf serverless sls sam crossplane"),
    "query": ("jq gojq jaq yq"),
    "redis": (
        "redis-cli valkey-cli keydb-cli iredis redis-benchmark valkey-benchmark redis-check-aof "
        "redis-check-rdb valkey-check-aof valkey-check-rdb"
    ),
    "remote": ("ssh autossh scp pscp rsync sftp ftp lftp ssh-copy-id"),
    "runners": ("uvx npx bunx pnpx corepack nvm fnm volta n pyenv rbenv asdf mise rustup sdk jenv goenv"),
    "samba": ("klist kvno kinit kswitch kdestroy kpasswd"),
    "scheduled": ("crontab at batch atq atrm"),
    "services": (
        "systemctl service rc-service invoke-rc.d sv initctl rc-update chkconfig update-rc.d "
        "systemd-sysv-install launchctl shutdown reboot halt poweroff init telinit journalctl loginctl "
        "hostnamectl timedatectl localectl machinectl portablectl systemd-analyze systemd-cgls systemd-cgtop "
        "systemd-delta systemd-path systemd-escape systemd-id128 systemd-tmpfiles tmpreaper tmpwatch "
        "logrotate"
    ),
    "slurm": (
        "scancel sbatch srun salloc squeue sinfo sacct sprio sshare sstat sdiag sreport strigger seff smap "
        "scontrol sacctmgr"
    ),
    "sql_clients": (
        "sqlite3 sqlite duckdb sqlcmd bcp sqlplus sql sqlcl rman expdp exp impdp imp clickhouse-client "
        "clickhouse-local clickhouse clickhouse-benchmark snowsql cqlsh trino presto spark-sql beeline hive "
        "impala-shell db2 vsql usql isql tsql hdbsql"
    ),
    "storage": (
        "ceph rbd rados radosgw-admin gluster drbdadm drbdsetup storcli storcli64 perccli perccli64 megacli ipmitool"
    ),
    "stores": (
        "nodetool sstableloader sstabledump sstablemetadata sstableutil sstableverify sstableexpiredblockers "
        "sstablescrub sstablerepairedset sstablelevelreset sstableupgrade sstablesplit influx influxd "
        "elasticdump multielasticdump elasticsearch-keystore kibana-keystore logstash-keystore "
        "opensearch-keystore elasticsearch-reset-password elasticsearch-setup-passwords elasticsearch-node "
        "elasticsearch-shard elasticsearch-certutil elasticsearch-certgen "
        "elasticsearch-create-enrollment-token elasticsearch-plugin opensearch-plugin kibana-plugin "
        "elasticsearch-users curator curator_cli"
    ),
    "terraform": ("terraform tofu terragrunt"),
    "text": (
        "cat head tail tac rev nl less more most bat batcat rg ag ack cut paste join comm tr fold fmt pr "
        "column expand unexpand wc diff sdiff diff3 colordiff vimdiff cmp strings od hexdump hd look seq shuf "
        "tsort numfmt ptx jo base32 basenc rot13 csvcut csvgrep csvlook csvstat mlr xmllint tidy jsonlint "
        "yamllint markdownlint lolcat ccze multitail lnav glow xmlstarlet envsubst difft delta aspell spell "
        "wdiff getopt expr bc factor units grep egrep fgrep m4 dc sed gsed awk gawk mawk nawk sort uniq xxd "
        "iconv base64 dos2unix unix2dos recode patch vi vim nvim nano emacs ed ex pico micro code subl "
        "sensible-editor view nvimdiff gvim"
    ),
    "vault": ("vault bao"),
    "volumes": (
        "lvs vgs pvs lvscan vgscan pvscan lvdisplay vgdisplay pvdisplay lvmdiskscan pvck vgck lvmconfig "
        "lvmdump dmstats lvcreate lvremove lvextend lvreduce lvresize lvchange vgchange lvrename vgrename "
        "lvconvert vgcreate vgextend pvchange vgsplit vgmerge vgimport vgexport vgimportclone vgmknodes "
        "vgreduce pvremove vgremove vgcfgbackup vgcfgrestore pvcreate pvresize pvmove mdadm cryptsetup "
        "veritysetup integritysetup dmsetup multipath multipathd iscsiadm"
    ),
    "webapps": ("wp drush occ magento console symfony flask"),
    "windows": (
        "del erase rd copy xcopy move ren robocopy net net1 netsh bcdedit diskpart dism icacls format "
        "taskkill cipher chkdsk sfc ipconfig tasklist systeminfo ver vol findstr where fc comp driverquery "
        "gpresult nbtstat getmac pathping tracert quser qwinsta query attrib assoc ftype w32tm repadmin "
        "dcdiag nltest takeown gpupdate iisreset"
    ),
    "windows_verbs": ("sc reg schtasks vssadmin wbadmin wevtutil fsutil manage-bde auditpol wmic"),
    "zfs": ("zfs zpool btrfs"),
}
_MODULE_OF: Final = {program: module for module, programs in PROGRAMS.items() for program in programs.split()}


def reader_of(program: str) -> Reader | None:
    """The reader of a program; None where no module knows it.

    Example:
        >>> reader_of("grep") is None, reader_of("no-such-program") is None
        (False, True)
    """
    module = _MODULE_OF.get(program)
    return None if module is None else readers_in(module).get(program)


@cache
def readers_in(module: str) -> dict[str, Reader]:
    """The readers of one module, by program."""
    tools = cast("tuple[Reader, ...]", import_module(f"planproof.effects.tools.{module}").TOOLS)
    return {name: tool for tool in tools for name in tool.names}
