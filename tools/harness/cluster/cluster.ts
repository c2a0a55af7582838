import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { withConnection } from '../../../server/kernel/db/roles.ts';
import { newDataDir } from '../product.ts';
import { type ClusterNetwork, openNetwork } from './cluster-network.ts';
import { ClusterNode, type NodeProgram } from './cluster-node.ts';
import { pathOfDeployed, variablesOf } from './deploy-files.ts';
import { ensureClusterPrograms, postgresUser, requireValid } from './programs.ts';

const NODES = 3;
const PASSWORD = 'only-for-trying';
const ROLE = 'vialkeep';
const AUTHORIZED = `Basic ${Buffer.from(`patroni:${PASSWORD}`).toString('base64')}`;
/** Far longer than any step takes; a timeout means that something is broken. */
const TIMEOUT_MS = 180_000;

/**
 * PostgreSQL on three nodes with Patroni and etcd behind HAProxy, all on this machine, from the files in
 * deploy/cluster.
 */
export class Cluster {
  readonly nodes: readonly ClusterNode[];
  readonly network: ClusterNetwork;
  /** The address of the primary behind HAProxy, as the owner of the product's tables. */
  readonly databaseUrl: string;
  readonly folder: string;
  readonly #administratorUrl: string;
  readonly #bind: string;
  #haproxy: ChildProcess | null = null;
  /** Steps that run before the nodes stop, in reverse order. */
  readonly #undo: (() => Promise<unknown>)[] = [];

  constructor(nodes: readonly ClusterNode[], network: ClusterNetwork, folder: string) {
    this.nodes = nodes;
    this.network = network;
    this.folder = folder;
    this.#bind = `127.77.${process.pid % 250}.1`;
    const at = `${this.#bind}:5000`;
    this.databaseUrl = `postgres://${ROLE}:${PASSWORD}@${at}/${ROLE}`;
    this.#administratorUrl = `postgres://postgres:${PASSWORD}@${at}/postgres`;
  }

  /** Starts the nodes and HAProxy, and creates the product's role and its empty database. */
  async start(): Promise<void> {
    for (const node of this.nodes) node.start('etcd');
    await this.#until('etcd with a leader', () => this.#hasEtcd());
    for (const node of this.nodes) {
      node.requireValidFile();
      node.start('patroni');
    }
    this.startHaproxy();
    await this.untilHealthy();
    await withConnection(this.#administratorUrl, async (administrator) => {
      await administrator.query(`create role ${ROLE} login createrole password '${PASSWORD}'`);
      await administrator.query(`create database ${ROLE} owner ${ROLE}`);
    });
  }

  /** The address of one node as its administrator, without HAProxy. */
  administratorUrlOf({ address }: ClusterNode): string {
    return `postgres://postgres:${PASSWORD}@${address}:5432/postgres`;
  }

  /** Runs a task as the owner of the product's tables. */
  tables<T>(task: (owner: pg.Client) => Promise<T>): Promise<T> {
    return withConnection(this.databaseUrl, task);
  }

  /**
   * Waits until clients reach a primary to which two replicas stream, and until Patroni has named the synchronous one:
   * before that, no node may follow a primary that dies.
   */
  async untilHealthy(): Promise<void> {
    await this.#until('a primary with two streaming replicas', async () => {
      const streaming = await this.#streaming();
      return streaming.length === NODES - 1 && (!this.isSynchronous || (await this.#hasNamedSuccessor()));
    });
  }

  isSynchronous = true;

  /** The asynchronous control: commits are acknowledged before a second node has them. */
  async replicateAsynchronously(): Promise<void> {
    const change = { synchronous_mode: false, synchronous_mode_strict: false };
    await this.#ask(await this.primary(), 'PATCH', '/config', change);
    this.isSynchronous = false;
    await this.#until('no synchronous replica', async () => {
      const streaming = await this.#streaming();
      return streaming.length === NODES - 1 && !streaming.includes('sync');
    });
  }

  /** Returns true if HAProxy leads to a node that accepts writes. */
  async canWrite(): Promise<boolean> {
    return withConnection(this.#administratorUrl, async (client) => {
      const { rows } = await client.query<{ is_replica: boolean }>('select pg_is_in_recovery() as is_replica');
      return rows[0]?.is_replica === false;
    }).catch(() => false);
  }

  /** The node that holds the lock, as the nodes tell it that can be reached. */
  async primary(): Promise<ClusterNode> {
    const deadline = performance.now() + TIMEOUT_MS;
    while (performance.now() < deadline) {
      const leader = await this.leaderIfAny();
      if (leader) return leader;
      await sleep(100);
    }
    throw new Error('The cluster has no primary.');
  }

  async leaderIfAny(): Promise<ClusterNode | null> {
    for (const node of this.nodes) {
      const answer = await this.#ask(node, 'GET', '/primary').catch(() => null);
      if (answer?.ok) return node;
    }
    return null;
  }

  /** Hands the role of the primary to another node, as for maintenance. */
  async switchOver(): Promise<void> {
    const leader = await this.primary();
    const answer = await this.#ask(leader, 'POST', '/switchover', { leader: leader.name });
    if (!answer.ok) throw new Error(`The switchover was refused: ${await answer.text()}`);
  }

  startHaproxy(): void {
    const [DB1 = '', DB2 = '', DB3 = ''] = this.network.addresses;
    const env = { HAPROXY_BIND: this.#bind, DB1, DB2, DB3 };
    const file = pathOfDeployed('haproxy.cfg');
    requireValid(['haproxy', '-c', '-f', file], env);
    this.#haproxy = spawn('haproxy', ['-db', '-f', file], { env: { PATH: process.env.PATH, ...env }, stdio: 'ignore' });
  }

  async killHaproxy(): Promise<void> {
    if (this.#haproxy === null) return;
    this.#haproxy.kill('SIGKILL');
    await once(this.#haproxy, 'exit');
    this.#haproxy = null;
  }

  beforeClose(step: () => Promise<unknown>): void {
    this.#undo.push(step);
  }

  async close(): Promise<void> {
    for (let step = this.#undo.pop(); step; step = this.#undo.pop()) await step();
    await this.killHaproxy();
    await Promise.all(this.nodes.map((node) => node.stop()));
    this.network.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #hasEtcd(): Promise<boolean> {
    const answers = await Promise.all(
      this.network.addresses.map((address) =>
        fetch(`http://${address}:2379/health`, { signal: AbortSignal.timeout(2_000) }).then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
    );
    return answers.every(Boolean);
  }

  async #hasNamedSuccessor(): Promise<boolean> {
    const answers = await Promise.all(
      this.nodes.map((node) =>
        this.#ask(node, 'GET', '/sync').then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
    );
    return answers.includes(true);
  }

  /** How each replica streams from the primary behind HAProxy, 'sync' or 'async'; none without a primary. */
  async #streaming(): Promise<string[]> {
    return withConnection(this.#administratorUrl, async (client) => {
      const { rows } = await client.query<{ sync_state: string }>(
        "select sync_state from pg_stat_replication where state = 'streaming'",
      );
      return rows.map(({ sync_state }) => sync_state);
    }).catch(() => []);
  }

  #ask(node: ClusterNode, method: string, path: string, body?: object): Promise<Response> {
    return fetch(`http://${node.address}:8008${path}`, {
      method,
      signal: AbortSignal.timeout(body === undefined ? 2_000 : 60_000),
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { authorization: AUTHORIZED } }),
    });
  }

  async #until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
    for (const deadline = performance.now() + TIMEOUT_MS; !(await isTrue()); await sleep(200)) {
      if (performance.now() < deadline) continue;
      const logs = this.nodes.map((node) => `${node.name}\n${node.logOf('patroni')}`);
      throw new Error(`The cluster did not get to: ${what}.\n${logs.join('\n')}`);
    }
  }
}

/** Starts a cluster on this machine and waits until it is healthy. Links can be cut only in network namespaces. */
export async function startCluster(inNamespaces = true): Promise<Cluster> {
  const bin = ensureClusterPrograms();
  const network = openNetwork(NODES, inNamespaces);
  const folder = newDataDir();
  const names = network.addresses.map((_, index) => `db${index + 1}`);
  const nodes = network.addresses.map((address, index) => {
    const name = names[index] ?? '';
    const at = join(folder, name);
    mkdirSync(join(at, 'data'), { recursive: true, mode: 0o700 });
    mkdirSync(join(at, 'etcd'), { mode: 0o700 });
    mkdirSync(join(at, 'sockets'));
    const user = postgresUser();
    if (user) for (const own of ['', 'data', 'etcd', 'sockets']) chownSync(join(at, own), user.uid, user.gid);
    const as = user ? ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'] : [];
    const launch = (env: Record<string, string>, ...command: string[]) => ({
      command: network.onNode(index, [...as, ...command]),
      env,
    });
    const launches: Record<NodeProgram, ReturnType<typeof launch>> = {
      etcd: launch(etcdOf(name, address, network, names, join(at, 'etcd')), 'etcd'),
      patroni: launch(patroniOf(name, address, network, at, bin), 'patroni', patroniFileOf(at)),
    };
    return new ClusterNode(name, address, at, launches);
  });
  const cluster = new Cluster(nodes, network, folder);
  // The processes of the nodes would outlive an interrupted run.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void cluster.close().finally(() => process.exit(1)));
  }
  try {
    await cluster.start();
    return cluster;
  } catch (error) {
    await cluster.close();
    throw error;
  }
}

/** The nodes share a file system, so each needs a folder of its own for its socket. */
function patroniFileOf(folder: string): string {
  const file = join(folder, 'patroni.yml');
  const deployed = readFileSync(pathOfDeployed('patroni.yml'), 'utf8');
  writeFileSync(file, deployed.replace('/run/postgresql', join(folder, 'sockets')));
  return file;
}

function etcdOf(name: string, address: string, { addresses }: ClusterNetwork, names: readonly string[], data: string) {
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

function patroniOf(name: string, address: string, { addresses }: ClusterNetwork, folder: string, bin: string) {
  return {
    ...variablesOf('node.env', {
      PATRONI_NAME: name,
      PATRONI_RESTAPI_LISTEN: `${address}:8008`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `${address}:8008`,
      PATRONI_RESTAPI_PASSWORD: PASSWORD,
      PATRONI_ETCD_HOSTS: addresses.map((each) => `${each}:2379`).join(','),
      PATRONI_POSTGRESQL_LISTEN: `${address}:5432`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${address}:5432`,
      PATRONI_POSTGRESQL_DATA_DIR: join(folder, 'data'),
      PATRONI_POSTGRESQL_BIN_DIR: bin,
      PATRONI_POSTGRESQL_PGPASS: join(folder, 'pgpass'),
      PATRONI_SUPERUSER_PASSWORD: PASSWORD,
      PATRONI_REPLICATION_PASSWORD: PASSWORD,
      PATRONI_REWIND_PASSWORD: PASSWORD,
    }),
    LANG: 'C.UTF-8',
  };
}
