/** The commands that the proof runs, each as its section of docs/operations.md spells it. */
export const COMMANDS = {
  'Put it on the internet': {
    addUser: 'adduser --system --group --no-create-home --home /srv/vialkeep vialkeep',
    copySettings: 'cp deploy/vialkeep.env /etc/vialkeep.env && chmod 600 /etc/vialkeep.env',
    copyUnits: 'cp deploy/systemd/* /etc/systemd/system/ && systemctl daemon-reload',
    startServers: 'systemctl enable --now vialkeep@3001 vialkeep@3002',
    createAdministrator:
      'systemd-run --pipe -p User=vialkeep -p EnvironmentFile=/etc/vialkeep.env -p WorkingDirectory=/srv/vialkeep -E NODE_ENV=production -E DATA_DIR=/var/lib/vialkeep npm run create-admin -- mail@example.org Ada Lovelace',
    testProxy: 'nginx -t',
    restartOneByOne: 'npm run rolling-restart -- 3001 3002',
  },
  Verifying: {
    verify:
      'systemd-run --pipe -p User=vialkeep -p EnvironmentFile=/etc/vialkeep.env -p WorkingDirectory=/srv/vialkeep -E NODE_ENV=production -E DATA_DIR=/var/lib/vialkeep npm run verify',
  },
  'Recovery to a moment': {
    install: 'apt-get install pgbackrest curl && install -d -o postgres /var/spool/pgbackrest',
    installConfiguration:
      'install -d /etc/pgbackrest && install -o postgres -m 640 deploy/cluster/pgbackrest.conf /etc/pgbackrest/',
    makeSecrets: 'install -m 600 /dev/null /etc/pgbackrest/secrets.env',
    addToPatroni:
      'install -D -m 644 deploy/cluster/patroni-pgbackrest.conf /etc/systemd/system/patroni.service.d/pgbackrest.conf',
    copyBackupUnits: 'cp deploy/systemd/vialkeep-base-backup* /etc/systemd/system/',
    reloadPatroni: 'systemctl daemon-reload && systemctl restart patroni',
    createStanza:
      'systemd-run --pipe -p User=postgres -p EnvironmentFile=/etc/pgbackrest/secrets.env pgbackrest --stanza=vialkeep stanza-create',
    checkArchive:
      'systemd-run --pipe -p User=postgres -p EnvironmentFile=/etc/pgbackrest/secrets.env pgbackrest --stanza=vialkeep check',
    enableBackups: 'systemctl enable --now vialkeep-base-backup-full.timer vialkeep-base-backup-diff.timer',
    backUpNow: 'systemctl start vialkeep-base-backup@full.service',
    installForCheck: 'apt-get install pgbackrest postgresql-15',
    enableCheck: 'systemctl enable --now vialkeep-restore-check.timer',
    checkNow: 'systemctl start vialkeep-restore-check.service',
    stopServers: 'systemctl stop vialkeep@3001 vialkeep@3002',
    pause: 'patronictl pause vialkeep --wait',
    stopPostgres:
      'runuser -u postgres -- /usr/lib/postgresql/15/bin/pg_ctl -D /var/lib/postgresql/15/vialkeep -m fast stop',
    restoreMoment:
      'systemd-run --pipe -p User=postgres -p EnvironmentFile=/etc/pgbackrest/secrets.env pgbackrest --stanza=vialkeep --delta --type=time --target="2026-11-17 10:00:00+00" --target-action=promote restore',
    startRecovery:
      'systemd-run -p User=postgres -p EnvironmentFile=/etc/pgbackrest/secrets.env -p Type=forking /usr/lib/postgresql/15/bin/pg_ctl -D /var/lib/postgresql/15/vialkeep -t 86400 start',
    askRecovery: "runuser -u postgres -- psql -Atc 'select pg_is_in_recovery()'",
    resume: 'patronictl resume vialkeep --wait',
    buildAnew: 'patronictl reinit vialkeep db2 --force --wait',
    restartPrimary: 'patronictl restart vialkeep db1 --force',
    startServers: 'systemctl start vialkeep@3001 vialkeep@3002',
  },
  'A database that survives its machine': {
    installNode: 'apt-get install postgresql-15 patroni etcd-server etcd-client',
    dropCluster: 'pg_dropcluster --stop 15 main',
    disablePostgres: 'systemctl disable --now postgresql',
    restartEtcd: 'systemctl restart etcd',
    askEtcd: 'etcdctl endpoint health --cluster',
    readSettings: 'set -a; . /etc/patroni_env.conf; set +a; export PATRONICTL_CONFIG_FILE=/etc/patroni/config.yml',
    validate: 'patroni --validate-config /etc/patroni/config.yml',
    startPatroni: 'systemctl start patroni',
    list: 'patronictl list',
    installProxy: 'apt-get install haproxy',
    judgeProxy: 'haproxy -c -f /etc/haproxy/haproxy.cfg',
    restartProxy: 'systemctl restart haproxy',
    psql: 'runuser -u postgres psql',
    createRole: "create role vialkeep login createrole password '…'",
    createDatabase: 'create database vialkeep owner vialkeep',
    listMembers: 'etcdctl member list',
    removeMember: 'etcdctl member remove NUMBER',
    addMember: 'etcdctl member add db2 --peer-urls=http://10.0.0.12:2380',
    stopEtcd: 'systemctl stop etcd',
    goOnAlone: 'echo ETCD_FORCE_NEW_CLUSTER=true >> /etc/default/etcd && systemctl start etcd',
    endGoingOnAlone: 'sed -i /ETCD_FORCE_NEW_CLUSTER/d /etc/default/etcd',
    acceptOneNode: 'patronictl edit-config vialkeep --set synchronous_mode_strict=false --force',
    requireTwoNodes: 'patronictl edit-config vialkeep --set synchronous_mode_strict=true --force',
    makeFolder: 'install -d -o postgres -m 700 /var/lib/postgresql/15/vialkeep',
    restoreNewest:
      'systemd-run --pipe -p User=postgres -p EnvironmentFile=/etc/pgbackrest/secrets.env -p RuntimeDirectory=pgbackrest pgbackrest --stanza=vialkeep restore',
    startRecovery: `systemd-run -p User=postgres -p EnvironmentFile=/etc/pgbackrest/secrets.env -p RuntimeDirectory=pgbackrest -p Type=forking /usr/lib/postgresql/15/bin/pg_ctl -D /var/lib/postgresql/15/vialkeep -t 86400 -o "-c listen_addresses=''" start`,
    askRecovery: "runuser -u postgres -- psql -Atc 'select pg_is_in_recovery()'",
    stopPostgres:
      'runuser -u postgres -- /usr/lib/postgresql/15/bin/pg_ctl -D /var/lib/postgresql/15/vialkeep -m fast stop',
    upgradePostgres: 'apt-get install --only-upgrade postgresql-15',
    restartNode: 'patronictl restart vialkeep db2 --force',
    switchOver: 'patronictl switchover vialkeep --leader db1 --candidate db2 --force',
  },
} as const;
