import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { withConnection } from '../../../server/kernel/db/roles.ts';
import type { CleanUp } from '../clean-up.ts';
import type { ClusterNetwork } from './cluster-network.ts';
import type { ClusterNode } from './cluster-node.ts';
import { pathOfDeployed } from './deploy-files.ts';
import { hasRepository, PASSWORD } from './node-settings.ts';
import { requireValid } from './programs.ts';

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
  readonly #cleanUp: CleanUp;
  #haproxy: ChildProcess | null = null;

  constructor(nodes: readonly ClusterNode[], network: ClusterNetwork, folder: string, cleanUp: CleanUp) {
    this.nodes = nodes;
    this.network = network;
    this.folder = folder;
    this.#cleanUp = cleanUp;
    const at = `${network.clientAddress}:5000`;
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
    // Until then every try to archive fails, and after three of them PostgreSQL waits for a minute.
    if (hasRepository()) await this.runPgBackRest('stanza-create');
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

  /** Runs pgBackRest on the primary, as the unit of the backups does. */
  async runPgBackRest(...args: readonly string[]): Promise<string> {
    const { code, output } = await (await this.primary()).run('pgbackrest', '--stanza=vialkeep', ...args);
    if (code !== 0) throw new Error(`pgbackrest ${args.join(' ')} ended with ${code}: ${output.trim()}`);
    return output;
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
      return streaming.length === this.nodes.length - 1 && (!this.isSynchronous || (await this.#hasNamedSuccessor()));
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
      return streaming.length === this.nodes.length - 1 && !streaming.includes('sync');
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

  /** Waits for a replica that confirms the commits of the primary, and returns it. */
  async synchronousReplica(): Promise<ClusterNode> {
    let replica: ClusterNode | null = null;
    await this.#until('a synchronous replica', async () => {
      for (const node of this.nodes) {
        const answer = await this.#ask(node, 'GET', '/sync').catch(() => null);
        if (answer?.ok) replica = node;
      }
      return replica !== null;
    });
    // @NOTE the compiler does not see that the wait above has set it.
    return replica as unknown as ClusterNode;
  }

  /** The replica to which HAProxy leads the next client; null where the connection fails. */
  async replicaBehindHaproxy(): Promise<ClusterNode | null> {
    const url = this.#administratorUrl.replace(':5000/', ':5001/');
    return withConnection(url, async (client) => {
      const { rows } = await client.query<{ address: string }>('select host(inet_server_addr()) as address');
      return this.nodes.find(({ address }) => address === rows[0]?.address) ?? null;
    }).catch(() => null);
  }

  /** Grows by one with every election. */
  async timeline(): Promise<number> {
    return withConnection(this.administratorUrlOf(await this.primary()), async (client) => {
      const { rows } = await client.query<{ timeline: number }>(
        `select ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as timeline`,
      );
      return rows[0]?.timeline ?? 0;
    });
  }

  /** Hands the role of the primary to another node, as for maintenance. */
  async switchOver(): Promise<void> {
    const leader = await this.primary();
    const answer = await this.#ask(leader, 'POST', '/switchover', { leader: leader.name });
    if (!answer.ok) throw new Error(`The switchover was refused: ${await answer.text()}`);
  }

  startHaproxy(): void {
    if (this.#cleanUp.hasBegun) return;
    const [DB1 = '', DB2 = '', DB3 = ''] = this.network.addresses;
    const env = { HAPROXY_BIND: this.network.clientAddress, DB1, DB2, DB3 };
    const file = pathOfDeployed('haproxy.cfg');
    requireValid(['haproxy', '-c', '-f', file], env);
    this.#haproxy = spawn('haproxy', ['-db', '-f', file], { env: { PATH: process.env.PATH, ...env }, stdio: 'ignore' });
  }

  async killHaproxy(): Promise<void> {
    const haproxy = this.#haproxy;
    this.#haproxy = null;
    // Ctrl+C reaches it as well.
    if (haproxy === null || haproxy.exitCode !== null || haproxy.signalCode !== null) return;
    haproxy.kill('SIGKILL');
    await once(haproxy, 'exit');
  }

  /** Adds a step that runs before the nodes stop. */
  beforeClose(step: () => Promise<unknown>): void {
    this.#cleanUp.add(step);
  }

  async close(): Promise<void> {
    await this.#cleanUp.run();
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
