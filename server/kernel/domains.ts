import { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import type { Store } from './db/db.ts';

/** A site, with what its host, emails and pages show. */
export type Domain = {
  readonly id: DomainId;
  readonly name: string;
  readonly host: string;
  readonly url: string;
  readonly product: string;
  readonly brand: string;
  readonly supportEmail: string;
  readonly emailSender: string;
  readonly colour: string;
  readonly logo: string | null;
  readonly isMain: boolean;
};

export type Domains = {
  findByHost(host: string): Promise<Domain | null>;
  /** The same from the cache, for the first step of every request; undefined when the list must be loaded again. */
  cachedByHost(host: string): Domain | null | undefined;
  ofId(id: number): Promise<Domain>;
  all(): Promise<readonly Domain[]>;
  main(): Promise<Domain>;
  /** Clears the cache after a site was created or changed; other servers reload within seconds. */
  readAnew(): void;
};

/** Sites change rarely and every request needs one, so the list is cached for some seconds. */
const FRESH_MS = 5_000;

export function openDomains(store: Store, baseUrl: string): Domains {
  const base = new URL(baseUrl);
  let known: Promise<readonly Domain[]> | null = null;
  let atHand: readonly Domain[] | null = null;
  let last: readonly Domain[] | null = null;
  let isAway = false;
  let loadedAt = 0;

  const isFresh = () => Date.now() - loadedAt <= FRESH_MS;
  /** While the database is away, the list that was loaded last serves the pages, and no request waits for the next try. */
  const keepLast = (error: unknown): readonly Domain[] => {
    if (last === null) throw error;
    isAway = true;
    known = Promise.resolve(last);
    atHand = last;
    return last;
  };
  const all = (): Promise<readonly Domain[]> => {
    if (known !== null && isFresh()) return known;
    loadedAt = Date.now();
    const loading = load(store, base).then((domains) => {
      isAway = false;
      last = domains;
      return domains;
    });
    if (isAway && known !== null) {
      loading.then((domains) => {
        known = loading;
        atHand = domains;
      }, keepLast);
      return known;
    }
    const loaded = loading.catch(keepLast);
    known = loaded;
    atHand = null;
    loaded.then(
      (domains) => {
        if (known === loaded) atHand = domains;
      },
      () => {
        if (known === loaded) known = null;
      },
    );
    return loaded;
  };
  const anew = () => {
    loadedAt = 0;
    isAway = false;
    return all();
  };
  const one = (matches: (domain: Domain) => boolean) => all().then((domains) => domains.find(matches) ?? null);
  const answersTo = (host: string) => {
    const name = hostName(host);
    const isOurs = isLoopbackSite(name) || name === base.hostname;
    return (domain: Domain) => (isOurs ? domain.isMain : domain.host === name);
  };

  return {
    all,
    findByHost: (host) => one(answersTo(host)),
    cachedByHost: (host) => (atHand !== null && isFresh() ? (atHand.find(answersTo(host)) ?? null) : undefined),
    ofId: async (id) => {
      const hasId = (candidate: Domain) => candidate.id === id;
      // Ids come from a table, so an unknown one is newer than the cached list.
      const domain = (await one(hasId)) ?? (await anew().then((domains) => domains.find(hasId)));
      if (!domain) throw new Error(`There is no domain ${id}.`);
      return domain;
    },
    readAnew: () => {
      loadedAt = 0;
    },
    main: async () => {
      const domain = await one((candidate) => candidate.isMain);
      if (!domain) throw new Error('There is no main domain.');
      return domain;
    },
  };
}

async function load(store: Store, base: URL): Promise<readonly Domain[]> {
  const rows = await store.read('platform').selectFrom('domains').selectAll().orderBy('id').execute();
  return rows.map((row) => ({
    id: DomainId.parse(row.id),
    name: row.name,
    host: row.host,
    url: row.is_main ? base.origin : (row.url ?? `${base.protocol}//${row.host}${base.port ? `:${base.port}` : ''}`),
    product: row.product,
    brand: row.brand,
    supportEmail: row.support_email,
    emailSender: row.email_sender,
    colour: row.colour,
    logo: row.logo,
    isMain: row.is_main,
  }));
}

function hostName(host: string): string {
  return host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
}

/** Loopback addresses reach the main site without its host name. */
function isLoopbackSite(name: string): boolean {
  return name === '127.0.0.1' || name === '[::1]';
}
