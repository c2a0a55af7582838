import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { z } from 'zod';
import { visitEmbedded } from '../../../server/integrations/database/embedded-database.ts';
import { withConnection } from '../../../server/kernel/db/roles.ts';
import { launchProduct, type Product, type Settings } from '../../harness/product.ts';
import { Client } from '../client.ts';
import { Visitor } from './visitor.ts';

export type Letter = z.infer<typeof Letters>[number];

const Letters = z.array(
  z.object({ id: z.number(), to: z.string(), subject: z.string(), text: z.string(), html: z.string() }),
);
const Due = z.array(z.object({ due: z.number() }));

const TIMEOUT_MS = 120_000;
/** Far longer than the jobs take on any machine; a timeout means that something is broken. */
const JOBS_PATIENCE_MS = 900_000;
export const MAIN_HOST = 'localhost';
export const OTHER_HOST = 'north.localhost';

/** A product with the demo network that attackers reach from any number of IP networks. */
export class Target {
  /** The folder of the checkout whose product runs. */
  readonly checkout: string;
  readonly product: Product;
  readonly client: Client;
  #networks = 0;
  #names = 0;

  private constructor(checkout: string, product: Product) {
    this.checkout = checkout;
    this.product = product;
    this.client = new Client(`http://127.0.0.1:${product.port}`, TIMEOUT_MS);
  }

  /**
   * Starts the product behind a proxy that states the network of each call; the rate limits are the defaults or those
   * given.
   */
  static async start(checkout: string, limits: Settings = {}): Promise<Target> {
    const product = await launchProduct({
      checkout,
      settings: {
        DEMO: 'on',
        LOG_LEVEL: 'warn',
        TRUST_PROXY: '127.0.0.1',
        ...limits,
      },
    });
    if (!(await product.becomesReady())) throw new Error(`The product did not start.\n${product.text}`);
    return new Target(checkout, product);
  }

  /** Returns a new browser, by default in a network of its own. */
  visitor(about: { network?: string; host?: string; token?: string } = {}): Visitor {
    return new Visitor(this.client, about.network ?? this.newNetwork(), about.host ?? MAIN_HOST, about.token);
  }

  /** Returns an IP address in a network that no other visitor has. */
  newNetwork(): string {
    this.#networks += 1;
    return `10.${this.#networks >> 8}.${this.#networks & 255}.7`;
  }

  /** Returns a word that no other attack uses. */
  newWord(): string {
    this.#names += 1;
    return `q${this.#names.toString(36)}${process.pid.toString(36)}`;
  }

  newMailbox(): string {
    return `${this.newWord()}@mailbox.test`;
  }

  /** Returns the emails to an address, the newest first, after all due jobs are done. */
  async lettersTo(email: string): Promise<readonly Letter[]> {
    return (await this.letters()).filter(({ to }) => to.toLowerCase() === email.toLowerCase());
  }

  async letters(): Promise<readonly Letter[]> {
    await this.finishJobs();
    const { json } = await this.visitor().get('/dev/outbox.json');
    return Letters.parse(json);
  }

  /** Waits until no job is pending and resets the rate limits. */
  async settle(): Promise<void> {
    await this.finishJobs();
    await this.tables((owner) => owner.query('delete from rate_limits'));
  }

  /** Runs a task on the database as the owner of the tables. */
  async tables<T>(task: (owner: pg.Client) => Promise<T>): Promise<T> {
    const database = await visitEmbedded(this.product.dataDir);
    if (database === null) throw new Error('The database does not run.');
    return withConnection(database.ownerUrl, task);
  }

  async close(): Promise<void> {
    this.client.close();
    await this.product.removeData();
  }

  /** A job may send an email, so mailboxes are read only when no job is pending. */
  async finishJobs(): Promise<void> {
    const deadline = Date.now() + JOBS_PATIENCE_MS;
    await this.tables(async (owner) => {
      while ((await dueJobs(owner)) > 0) {
        if (Date.now() > deadline) throw new Error('The jobs of the product do not come to an end.');
        await sleep(50);
      }
    });
  }
}

/** A failed job waits for a later retry and is not due. Sending a document to the provider writes no email. */
async function dueJobs(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query(
    `select count(*)::int as due from graphile_worker.jobs
     where run_at <= now() and attempts < max_attempts and task_identifier <> 'send-document'`,
  );
  return Due.parse(rows)[0]?.due ?? 0;
}
