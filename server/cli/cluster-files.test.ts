import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const folder = resolve(import.meta.dirname, '../../deploy');
const read = (path: string) => readFileSync(join(folder, path), 'utf8');
/** The values of `NAME=value` and `name=value`; the last one counts where a name is repeated. */
const valuesOf = (path: string) =>
  Object.fromEntries(
    read(path)
      .split('\n')
      .filter((text) => /^[\w-]+=/.test(text))
      .map((text) => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)]),
  );
const all = (text: string, pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, value = '']) => value))];

const etcd = valuesOf('cluster/etcd.env');
const node = valuesOf('cluster/node.env');
const pgBackRest = valuesOf('cluster/pgbackrest.conf');
const patroni = read('cluster/patroni.yml');
const haproxy = read('cluster/haproxy.cfg');
const dropIn = valuesOf('cluster/patroni-pgbackrest.conf');
const unit = read('systemd/vialkeep-base-backup@.service');

test('etcd and Patroni of a node have the same name and address, and Patroni knows every member of etcd', () => {
  const members = all(etcd['ETCD_INITIAL_CLUSTER'] ?? '', /=http:\/\/([\d.]+):2380/g);
  const own = members[0];
  expect(members).toHaveLength(3);
  expect(node['PATRONI_NAME']).toBe(etcd['ETCD_NAME']);
  expect(etcd['ETCD_INITIAL_CLUSTER']).toMatch(new RegExp(`^${etcd['ETCD_NAME']}=http://${own}:2380,`));
  expect(etcd['ETCD_ADVERTISE_CLIENT_URLS']).toBe(`http://${own}:2379`);
  expect(etcd['ETCD_LISTEN_CLIENT_URLS']).toBe(`http://${own}:2379,http://127.0.0.1:2379`);
  expect(etcd['ETCD_LISTEN_PEER_URLS']).toBe(etcd['ETCD_INITIAL_ADVERTISE_PEER_URLS']);
  expect(node['PATRONI_ETCD_HOSTS']).toBe(members.map((member) => `${member}:2379`).join(','));
  for (const name of ['RESTAPI_LISTEN', 'RESTAPI_CONNECT_ADDRESS']) expect(node[`PATRONI_${name}`]).toBe(`${own}:8008`);
  for (const name of ['LISTEN', 'CONNECT_ADDRESS']) expect(node[`PATRONI_POSTGRESQL_${name}`]).toBe(`${own}:5432`);
});

test('HAProxy asks the port of Patroni, leads to the port of PostgreSQL, and the environment names the port of the primary', () => {
  expect(all(haproxy, /check port (\d+)/g)).toEqual([node['PATRONI_RESTAPI_LISTEN']?.split(':')[1]]);
  expect(all(haproxy, /"\$\{DB\d\}:(\d+)"/g)).toEqual([node['PATRONI_POSTGRESQL_LISTEN']?.split(':')[1]]);
  expect(all(haproxy, /server (db\d)/g)).toEqual(all(etcd['ETCD_INITIAL_CLUSTER'] ?? '', /(db\d)=/g));
  expect(all(haproxy, /bind "\$\{HAPROXY_BIND\}:(\d+)"/g)).toEqual(['5000', '5001']);
});

test('pgBackRest looks where Patroni keeps PostgreSQL, and every command names the same stanza', () => {
  const text = read('cluster/pgbackrest.conf');
  const stanzas = all(text, /^\[(\w+)\]$/gm).filter((name) => name !== 'global');
  expect(stanzas).toEqual(['vialkeep']);
  expect(all(`${patroni}${unit}`, /--stanza=(\S+)/g)).toEqual(stanzas);
  expect(pgBackRest['pg1-path']).toBe(node['PATRONI_POSTGRESQL_DATA_DIR']);
  expect(pgBackRest['pg1-port']).toBe(node['PATRONI_POSTGRESQL_LISTEN']?.split(':')[1]);
  expect(pgBackRest['pg1-socket-path']).toBe(/unix_socket_directories: (\S+)/.exec(patroni)?.[1]);
  expect(patroni).toContain('local all postgres peer');
});

test('Patroni and the backups share secrets and the folder of locks, which each of their units makes', () => {
  const backup = valuesOf('systemd/vialkeep-base-backup@.service');
  for (const values of [dropIn, backup]) {
    expect(`/run/${values['RuntimeDirectory']}`).toBe(pgBackRest['lock-path']);
    expect(values['RuntimeDirectoryPreserve']).toBe('yes');
  }
  expect(backup['ReadWritePaths']?.split(' ')).toContain(pgBackRest['spool-path']);
  expect(all(unit, /^EnvironmentFile=(.*)$/gm)).toEqual([dropIn['EnvironmentFile'], '/etc/patroni_env.conf']);
  expect(read('cluster/node.env')).toMatch(/^# \/etc\/patroni_env\.conf,/);
  expect(read('cluster/pgbackrest.conf')).toContain(`They are in ${dropIn['EnvironmentFile']} `);
});

// systemd-analyze cannot be unpacked from a package: it needs the libraries of a system that runs systemd.
test.runIf(existsSync('/usr/bin/systemd-analyze'))('systemd accepts the addition to the unit of Patroni', () => {
  const units = mkdtempSync(join(tmpdir(), 'vialkeep-patroni-unit-'));
  try {
    mkdirSync(join(units, 'patroni.service.d'));
    writeFileSync(join(units, 'patroni.service'), '[Service]\nUser=postgres\nExecStart=/bin/true\n');
    writeFileSync(join(units, 'patroni.service.d/pgbackrest.conf'), read('cluster/patroni-pgbackrest.conf'));
    const verify = ['verify', './patroni.service'];
    const { status, stderr } = spawnSync('systemd-analyze', verify, { cwd: units, encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  } finally {
    rmSync(units, { recursive: true });
  }
});
