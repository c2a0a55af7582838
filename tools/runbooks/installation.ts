import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from './machine.ts';
import { requireSuccess } from './machine-image.ts';
import { type Machines, NODES, type NodeName } from './machines.ts';
import { MarkedWrites, readMarks, type Write } from './marked-writes.ts';
import { isHealthy, leaderIn, type Operator, synchronousIn } from './operator.ts';

const CLUSTER = 'A database that survives its machine';
const HOST = 'portal.example.org';

/** The machines with the cluster and the product, and the person who writes meanwhile. */
export class Installation {
  readonly machines: Machines;
  readonly operator: Operator;
  readonly writes: MarkedWrites;
  readonly certificate: string;
  readonly key: string;

  constructor(machines: Machines, operator: Operator) {
    this.machines = machines;
    this.operator = operator;
    const [certificate, key] = ['certificate.pem', 'key.pem'].map((name) => join(machines.folder, name)) as [
      string,
      string,
    ];
    const subject = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`];
    requireSuccess('openssl', [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      ...subject,
      '-keyout',
      key,
      '-out',
      certificate,
    ]);
    this.certificate = readFileSync(certificate, 'utf8');
    this.key = readFileSync(key, 'utf8');
    this.writes = new MarkedWrites(machines.app.address, this.certificate);
  }

  get nodes(): readonly Machine[] {
    return NODES.map((name) => this.machines.nodes[name]);
  }

  nodeOf(name: string): Machine {
    const node = this.machines.nodes[name as NodeName];
    if (!node) throw new Error(`There is no node ${name}.`);
    return node;
  }

  /** A node that is up, where commands for the whole cluster can be given. */
  anyNode(): Machine {
    const node = this.nodes.find(({ isUp }) => isUp);
    if (!node) throw new Error('No node is up.');
    return node;
  }

  /** Waits until the list of Patroni shows the nodes as the document says, and says who is the primary. */
  async untilHealthy(nodes: number = NODES.length): Promise<Roles> {
    const list = await this.operator.until(this.anyNode(), CLUSTER, 'list', (output) => isHealthy(output, nodes));
    const [primary, synchronous] = [leaderIn(list), synchronousIn(list)];
    const other = NODES.find((name) => name !== primary && name !== synchronous);
    return {
      primary: this.nodeOf(primary ?? ''),
      synchronous: this.nodeOf(synchronous ?? primary ?? ''),
      other: this.nodeOf(other ?? ''),
    };
  }

  /** Throws unless the product answers, verify agrees and every acknowledged write is there. */
  async judge(primary: Machine, mayLack: (write: Write) => boolean = () => false): Promise<void> {
    const { writes, operator, machines } = this;
    await writes.untilReady();
    await writes.untilMore();
    const expected = [...writes.acknowledged];
    const marks = await readMarks(primary);
    const lost = expected.filter((write) => !marks.has(write.mark) && !mayLack(write));
    if (lost.length > 0)
      throw new Error(`${lost.length} acknowledged writes are lost: ${lost.map(({ mark }) => mark).join(' ')}`);
    await operator.do(machines.app, 'Verifying', 'verify');
  }
}

export type Roles = { readonly primary: Machine; readonly synchronous: Machine; readonly other: Machine };
