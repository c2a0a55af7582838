import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClusterNetwork } from './cluster-network.ts';
import type { NodePlace } from './cluster-node.ts';
import { optionsOf, pathOfDeployed, variablesOf } from './deploy-files.ts';
import { postgresUser } from './programs.ts';

export const PASSWORD = 'only-for-trying';
export const PASSPHRASE = 'a passphrase for trying';

/** pgBackRest logs in to PostgreSQL by the name of its user, which only root can choose. */
export function hasRepository(): boolean {
  return postgresUser() !== null;
}

/** The nodes share a file system, so each needs a folder of its own for its socket. */
export function writePatroniFile(folder: string): string {
  const file = join(folder, 'patroni.yml');
  const deployed = readFileSync(pathOfDeployed('patroni.yml'), 'utf8').replace(
    '/run/postgresql',
    join(folder, 'sockets'),
  );
  writeFileSync(file, hasRepository() ? deployed : deployed.replace(/archive_command: .*/, 'archive_command: "true"'));
  return file;
}

/** The configuration of pgBackRest with a folder of this machine instead of the bucket. */
export function writePgBackRestFile({ folder, dataDir }: NodePlace, repository: string): void {
  const text = optionsOf('pgbackrest.conf', {
    'repo1-type': 'posix',
    'repo1-s3-endpoint': null,
    'repo1-s3-region': null,
    'repo1-s3-bucket': null,
    'repo1-path': repository,
    'spool-path': join(folder, 'spool'),
    'lock-path': join(folder, 'lock'),
    'pg1-path': dataDir,
    'pg1-socket-path': join(folder, 'sockets'),
  });
  writeFileSync(join(folder, 'pgbackrest.conf'), text);
}

export function etcdOf(
  name: string,
  address: string,
  { addresses }: ClusterNetwork,
  names: readonly string[],
  data: string,
) {
  return {
    ...variablesOf('etcd.env', {
      ETCD_NAME: name,
      ETCD_DATA_DIR: data,
      ETCD_LISTEN_PEER_URLS: `http://${address}:2380`,
      ETCD_LISTEN_CLIENT_URLS: `http://${address}:2379`,
      ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://${address}:2380`,
      ETCD_ADVERTISE_CLIENT_URLS: `http://${address}:2379`,
      ETCD_INITIAL_CLUSTER: names.map((other, index) => `${other}=http://${addresses[index]}:2380`).join(','),
    }),
    // etcd of Debian 12 refuses to start on this processor without this variable.
    ...(process.arch === 'arm64' ? { ETCD_UNSUPPORTED_ARCH: 'arm64' } : {}),
  };
}

export function patroniOf({ name, address, folder, dataDir }: NodePlace, { addresses }: ClusterNetwork, bin: string) {
  return {
    ...variablesOf('node.env', {
      PATRONI_NAME: name,
      PATRONI_RESTAPI_LISTEN: `${address}:8008`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `${address}:8008`,
      PATRONI_RESTAPI_PASSWORD: PASSWORD,
      PATRONI_ETCD_HOSTS: addresses.map((each) => `${each}:2379`).join(','),
      PATRONI_POSTGRESQL_LISTEN: `${address}:5432`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${address}:5432`,
      PATRONI_POSTGRESQL_DATA_DIR: dataDir,
      PATRONI_POSTGRESQL_BIN_DIR: bin,
      PATRONI_POSTGRESQL_PGPASS: join(folder, 'pgpass'),
      PATRONI_SUPERUSER_PASSWORD: PASSWORD,
      PATRONI_REPLICATION_PASSWORD: PASSWORD,
      PATRONI_REWIND_PASSWORD: PASSWORD,
    }),
    LANG: 'C.UTF-8',
    ...(hasRepository()
      ? { PGBACKREST_CONFIG: join(folder, 'pgbackrest.conf'), PGBACKREST_REPO1_CIPHER_PASS: PASSPHRASE }
      : {}),
  };
}
