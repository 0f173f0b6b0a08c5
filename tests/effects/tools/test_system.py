"""Services, accounts, processes, the kernel, disks and networks of a machine."""

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
        ("systemctl", "observe/read_only"),
        ("systemctl status nginx", "observe/read_only"),
        ("systemctl --dry-run reboot", "observe/read_only"),
        ("systemctl restart nginx", "shift/reversible"),
        ("systemctl -H root@db1 stop nginx", "shift/reversible"),
        ("systemctl enable nginx", "modify/reversible"),
        ("systemctl enable --now nginx", "shift/reversible"),
        ("systemctl mask nginx", "modify/reversible"),
        ("systemctl kill -s KILL nginx", "shift/compensable"),
        ("systemctl reboot", "shift/reversible"),
        ("systemctl poweroff", "shift/compensable"),
        ("systemctl clean --what=state app", "destroy/irreversible"),
        ("systemctl clean app", "destroy/compensable"),
        ("systemctl log-level", "observe/read_only"),
        ("systemctl log-level debug", "modify/reversible"),
        ("systemctl frobnicate nginx", "unknown/unknown"),
        ("service nginx restart", "shift/reversible"),
        ("service nginx status", "observe/read_only"),
        ("service nginx frobnicate", "unknown/unknown"),
        ("rc-service nginx stop", "shift/reversible"),
        ("journalctl -u nginx -f", "observe/read_only"),
        ("journalctl --vacuum-time=2d", "destroy/irreversible"),
        ("shutdown -h now", "shift/compensable"),
        ("shutdown -r +5", "shift/reversible"),
        ("init 0", "shift/compensable"),
        ("hostnamectl", "observe/read_only"),
        ("hostnamectl set-hostname a", "modify/reversible"),
        ("supervisorctl status", "observe/read_only"),
        ("supervisorctl restart all", "shift/reversible"),
        ("supervisorctl clear app", "destroy/irreversible"),
        ("pm2 reload all", "shift/reversible"),
        ("pm2 delete all", "destroy/compensable"),
        ("pm2 flush", "destroy/irreversible"),
        ("nginx -t", "observe/read_only"),
        ("nginx -s reload", "shift/reversible"),
        ("apachectl configtest", "observe/read_only"),
        ("apachectl -k graceful", "shift/reversible"),
        ("haproxy -c -f haproxy.cfg", "observe/read_only"),
        ("postsuper -d ALL", "destroy/irreversible"),
        ("postqueue -p", "observe/read_only"),
        ("crontab -l", "observe/read_only"),
        ("crontab -r", "destroy/irreversible"),
        ("crontab new.txt", "modify/irreversible"),
        ("crontab /dev/null", "destroy/irreversible"),
        ("(crontab -l; echo '0 1 * * * a') | crontab -", "modify/reversible"),
        ("echo '0 1 * * * a' | crontab -", "modify/irreversible"),
        ("echo 'rm -rf /srv' | at now", "destroy/irreversible"),
        ("at -f job.sh now", "unknown/unknown"),
        ("atq", "observe/read_only"),
    ],
)
def test_services(run: str, expected: str) -> None:
    assert effect(run) == expected


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        ("useradd ann", "create/reversible"),
        ("userdel ann", "destroy/compensable"),
        ("userdel -r ann", "destroy/irreversible"),
        ("usermod -aG dev ann", "modify/reversible"),
        ("usermod -G dev ann", "modify/compensable"),
        ("passwd ann", "rotate/compensable"),
        ("passwd -l ann", "modify/reversible"),
        ("passwd -S ann", "observe/read_only"),
        ("echo ann:secret | chpasswd", "rotate/compensable"),
        ("chage -l ann", "observe/read_only"),
        ("visudo -c", "observe/read_only"),
        ("htpasswd f ann", "rotate/compensable"),
        ("htpasswd -c f ann", "destroy/irreversible"),
    ],
)
def test_accounts(run: str, expected: str) -> None:
    assert effect(run) == expected


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        ("kill 12", "shift/reversible"),
        ("kill -9 12", "shift/compensable"),
        ("kill -s KILL 12", "shift/compensable"),
        ("kill -HUP 12", "shift/reversible"),
        ("kill -0 12", "observe/read_only"),
        ("kill -l", "observe/read_only"),
        ("pkill -f worker", "shift/reversible"),
        ("pkill -9 worker", "shift/compensable"),
        ("pgrep worker", "observe/read_only"),
        ("fuser 80/tcp", "observe/read_only"),
        ("fuser -k 80/tcp", "shift/compensable"),
        ("tmux ls", "observe/read_only"),
        ("tmux kill-server", "shift/compensable"),
        ("tmux new -d rm -rf /srv", "destroy/irreversible"),
        ("tmux send-keys -t 0 'rm -rf /srv' Enter", "destroy/irreversible"),
        ("screen -dmS job rm -rf /srv", "destroy/irreversible"),
        ("screen -S job -X quit", "shift/compensable"),
        ("screen -ls", "observe/read_only"),
        ("perf stat -e cycles rm -rf /srv", "destroy/irreversible"),
        ("lsof -i :80", "observe/read_only"),
    ],
)
def test_processes(run: str, expected: str) -> None:
    assert effect(run) == expected


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        ("sysctl -a", "observe/read_only"),
        ("sysctl -w vm.swappiness=10", "modify/reversible"),
        ("modprobe -r nf", "shift/reversible"),
        ("modprobe -n nf", "observe/read_only"),
        ("dmesg -T", "observe/read_only"),
        ("dmesg -C", "destroy/irreversible"),
        ("date -d yesterday", "observe/read_only"),
        ("date -s 2024-01-01", "modify/reversible"),
        ("hostname", "observe/read_only"),
        ("hostname a", "modify/reversible"),
        ("update-grub", "modify/compensable"),
        ("swapoff -a", "shift/reversible"),
        ("update-alternatives --list java", "observe/read_only"),
    ],
)
def test_kernel(run: str, expected: str) -> None:
    assert effect(run) == expected


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        ("fdisk -l", "observe/read_only"),
        ("printf 'p\nq\n' | fdisk /dev/sdb", "observe/read_only"),
        ("printf 'd\nw\n' | fdisk /dev/sdb", "destroy/irreversible"),
        ("sfdisk -d /dev/sdb > table.txt", "create/reversible"),
        ("sfdisk /dev/sdb < table.txt", "destroy/irreversible"),
        ("parted /dev/sdb print", "observe/read_only"),
        ("parted -s /dev/sdb mklabel gpt", "destroy/irreversible"),
        ("mkfs.ext4 /dev/sdb1", "destroy/irreversible"),
        ("mkfs.ext4 -n /dev/sdb1", "observe/read_only"),
        ("wipefs /dev/sdb", "observe/read_only"),
        ("wipefs -a /dev/sdb", "destroy/irreversible"),
        ("wipefs -an /dev/sdb", "observe/read_only"),
        ("blkdiscard /dev/sdb", "destroy/irreversible"),
        ("fsck -n /dev/sdb1", "observe/read_only"),
        ("fsck -y /dev/sdb1", "modify/irreversible"),
        ("mount /dev/sdb1 /mnt", "shift/reversible"),
        ("mount", "observe/read_only"),
        ("umount /mnt", "shift/reversible"),
        ("nvme list", "observe/read_only"),
        ("nvme sanitize /dev/nvme0", "destroy/irreversible"),
        ("smartctl -a /dev/sda", "observe/read_only"),
        ("lvextend -L +5G vg/a", "modify/reversible"),
        ("lvreduce -L 5G vg/a", "destroy/irreversible"),
        ("lvreduce -r -L 5G vg/a", "modify/reversible"),
        ("lvremove -y vg/a", "destroy/irreversible"),
        ("lvremove --test vg/a", "observe/read_only"),
        ("lvcreate -s -n snap -L 5G vg/a", "create/reversible"),
        ("lvconvert --merge vg/snap", "destroy/irreversible"),
        ("vgcfgrestore --list vg", "observe/read_only"),
        ("zfs destroy tank/a", "destroy/irreversible"),
        ("zfs destroy -nv tank/a", "observe/read_only"),
        ("zfs rollback tank/a@x", "destroy/irreversible"),
        ("zfs snapshot tank/a@x", "create/reversible"),
        ("zfs receive -F tank/a", "destroy/irreversible"),
        ("zpool status", "observe/read_only"),
        ("zpool destroy tank", "destroy/irreversible"),
        ("btrfs check /dev/sdb", "observe/read_only"),
        ("btrfs check --repair /dev/sdb", "modify/irreversible"),
        ("btrfs subvolume delete /a", "destroy/irreversible"),
        ("mdadm --stop /dev/md0", "shift/reversible"),
        ("mdadm --detail /dev/md0", "observe/read_only"),
        ("mdadm --zero-superblock /dev/sdb", "destroy/irreversible"),
        ("cryptsetup luksDump /dev/sdb", "observe/read_only"),
        ("cryptsetup luksFormat /dev/sdb", "destroy/irreversible"),
        ("cryptsetup luksHeaderBackup /dev/sdb --header-backup-file h.img", "create/reversible"),
        ("ceph -s", "observe/read_only"),
        ("ceph osd set noout", "shift/reversible"),
        ("ceph osd pool delete a a --yes-i-really-really-mean-it", "destroy/irreversible"),
        ("ceph frobnicate", "unknown/unknown"),
        ("gluster volume delete a", "destroy/irreversible"),
        ("drbdadm primary r0", "shift/reversible"),
        ("drbdadm primary --force r0", "destroy/irreversible"),
        ("qemu-img info a.qcow2", "observe/read_only"),
        ("qemu-img resize --shrink a.qcow2 5G", "destroy/irreversible"),
        ("virsh destroy vm", "shift/compensable"),
        ("virsh undefine vm", "destroy/compensable"),
        ("virsh undefine --remove-all-storage vm", "destroy/irreversible"),
        ("qm exec 100 -- rm -rf /srv", "destroy/irreversible"),
    ],
)
def test_disks(run: str, expected: str) -> None:
    assert effect(run) == expected


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        ("iptables -L", "observe/read_only"),
        ("iptables -A INPUT -s 10.0.0.0/8 -j ACCEPT", "modify/reversible"),
        ("iptables -F", "destroy/compensable"),
        ("iptables -C INPUT -j DROP", "observe/read_only"),
        ("iptables-save > rules.txt", "create/reversible"),
        ("iptables-restore --test < rules.txt", "observe/read_only"),
        ("nft list ruleset", "observe/read_only"),
        ("nft flush ruleset", "destroy/compensable"),
        ("nft -c -f a.nft", "observe/read_only"),
        ("ufw status", "observe/read_only"),
        ("ufw disable", "shift/reversible"),
        ("ufw reset", "destroy/compensable"),
        ("ufw --dry-run disable", "observe/read_only"),
        ("firewall-cmd --list-all", "observe/read_only"),
        ("firewall-cmd --add-port=80/tcp", "modify/reversible"),
        ("ip a", "observe/read_only"),
        ("ip r", "observe/read_only"),
        ("ip addr del 10.0.0.1/24 dev eth0", "shift/reversible"),
        ("ip addr flush dev eth0", "shift/compensable"),
        ("ip link set eth0 down", "shift/reversible"),
        ("ip netns exec blue rm -rf /srv", "destroy/irreversible"),
        ("tc qdisc show", "observe/read_only"),
        ("nmcli con show", "observe/read_only"),
        ("nmcli con delete a", "destroy/compensable"),
        ("netplan apply", "shift/reversible"),
        ("ss -tlnp", "observe/read_only"),
        ("tcpdump -i eth0", "observe/read_only"),
        ("tcpdump -i eth0 -w a.pcap", "modify/compensable"),
        ("conntrack -F", "destroy/compensable"),
    ],
)
def test_networks(run: str, expected: str) -> None:
    assert effect(run) == expected


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        ("systemctl stop auditd", ("weakens_guard",)),
        ("systemctl disable --now firewalld.service", ("weakens_guard",)),
        ("systemctl restart auditd", ()),
        ("systemctl stop nginx", ()),
        ("service fail2ban stop", ("weakens_guard",)),
        ("journalctl --vacuum-size=1M", ("weakens_guard",)),
        ("ufw disable", ("weakens_guard",)),
        ("ufw allow 22", ("widens_access",)),
        ("ufw allow from 10.0.0.0/8 to any port 22", ()),
        ("ufw delete allow 22", ()),
        ("iptables -F", ("weakens_guard",)),
        ("iptables -P INPUT ACCEPT", ("weakens_guard",)),
        ("iptables -P INPUT DROP", ()),
        ("iptables -A INPUT -p tcp --dport 22 -j ACCEPT", ("widens_access",)),
        ("usermod -aG sudo ann", ("widens_access",)),
        ("usermod -aG dev ann", ()),
        ("useradd -G docker ann", ("widens_access",)),
        ("passwd -d ann", ("widens_access",)),
        ("visudo", ("widens_access",)),
        ("sysctl -w kernel.randomize_va_space=0", ("weakens_guard",)),
        ("sysctl -w vm.swappiness=1", ()),
        ("monit unmonitor all", ("weakens_guard",)),
    ],
)
def test_hazards(run: str, expected: tuple[str, ...]) -> None:
    assert effect_of_command(Command(run=run)).hazards == expected


@pytest.mark.parametrize(
    ("run", "role", "expected"),
    [
        ("systemctl restart nginx", "writes", "service:nginx"),
        ("systemctl -H root@db1 restart nginx", "writes", "service:db1/nginx"),
        ("ssh db1 sudo systemctl restart nginx", "writes", "service:db1/nginx"),
        ("usermod -aG dev ann", "writes", "user:ann"),
        ("lvremove vg/a", "destroys", "volume:vg/a"),
        ("lvcreate -s -n snap vg/a", "produces", "volume:vg/snap"),
        ("zfs snapshot tank/a@x", "produces", "dataset:tank/a@x"),
        ("zfs rollback tank/a@x", "restores", "dataset:tank/a"),
        ("mkfs.ext4 /dev/sdb1", "destroys", "device:/dev/sdb1"),
        ("cryptsetup luksHeaderBackup /dev/sdb --header-backup-file h.img", "produces", "file:h.img"),
    ],
)
def test_resources(run: str, role: str, expected: str) -> None:
    acts = effect_of_command(Command(run=run)).acts
    assert expected in [str(ref) for act in acts for ref in getattr(act, role)]


@pytest.mark.parametrize(
    ("run", "inverse"),
    [
        ("systemctl stop nginx", "systemctl start"),
        ("systemctl mask nginx", "systemctl unmask"),
        ("ufw disable", "ufw enable"),
        ("useradd ann", "userdel"),
        ("mv a.conf a.conf.old", "mv a.conf.old a.conf"),
    ],
)
def test_inverses(run: str, inverse: str) -> None:
    assert effect_of_command(Command(run=run)).acts[0].inverse == inverse
