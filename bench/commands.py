"""Commands of many kinds, and texts made to take long."""

MIXED: tuple[str, ...] = (
    "kubectl -n prod get pods -o wide",
    "kubectl -n prod scale deployment/web --replicas=3",
    "kubectl delete pvc data-0 -n prod",
    "helm upgrade web ./chart --namespace prod --wait",
    "psql -h db1 -d shop -c 'SELECT count(*) FROM orders'",
    "psql -h db1 -d shop -c 'UPDATE orders SET status = 1 WHERE id < 100'",
    "pg_dump -d shop -t orders -f /backup/orders.dump",
    "git -C /srv/app fetch && git -C /srv/app checkout v1.2.3",
    "git push --force origin main",
    "docker run --rm -v /srv:/srv alpine:3 ls /srv",
    "aws s3 cp report.csv s3://reports/2026/",
    "aws ec2 terminate-instances --instance-ids i-0abc",
    "terraform plan -out tf.plan",
    "systemctl restart nginx",
    "sudo rm -rf /var/cache/app",
    "find /var/log -name '*.gz' -mtime +30 -delete",
    "curl -fsS https://api.internal/health | jq -e .ok",
    "for host in web1 web2; do ssh $host sudo systemctl reload nginx; done",
    "redis-cli -h cache1 DEL session:1",
    "tar czf /backup/etc.tgz /etc && sha256sum /backup/etc.tgz",
)
HOSTILE: tuple[str, ...] = (
    ")(" * 30_000,
    "<" * 50_000,
    "cat <<E\n" + "$(ls) " * 12_000 + "\nE",
    "for i in a b c d e; do " * 12 + "cat $i;" + "done;" * 12,
    "eval " * 19_000 + "ls",
    "a|" * 20_000 + "b",
    "psql -c '" + "SELECT " + "f(" * 40_000 + "'",
    "cat a;" * 16_000,
)
