import type { Calls } from './calls.generated.ts';
import { type Refused, refusedBy } from './refused.ts';

/** A method and a path: 'GET /api/v1/users/:id/'. */
export type CallName = keyof Calls;

/** What goes with every call, beside its own parts. */
type CallOptions = {
  /** Makes a write repeatable for 24 hours: the same call with the same text is done once. At most 64 characters. */
  idempotencyKey?: string;
  signal?: AbortSignal;
};

export type CallInput<Name extends CallName> = Calls[Name]['input'] & CallOptions;

/** The calls whose answer is one page of a list: by `offset`, or by `after` as events are read. */
export type PagedCall = {
  [Name in CallName]: Calls[Name] extends
    | { input: { query?: { offset?: number } }; answer: Page }
    | { input: { query?: { after?: string } }; answer: EventPage }
    ? Name
    : never;
}[CallName];

/** The input may be left out where none of its parts is required. */
type Given<Input> = Record<never, never> extends Input ? [input?: Input] : [input: Input];

export type ClientOptions = {
  /** The address of the site: https://portal.example.com */
  readonly url: string;
  /** An API key. It belongs on a server: a page would show it to its visitors. */
  readonly key: string;
  /** How many times a call that was refused with 429 or 503 is made again; 4 where it is left out. */
  readonly retries?: number;
  /** A longer wait than this is not waited for; 60,000 where it is left out. */
  readonly longestWaitMs?: number;
};

export type Client = {
  /**
   * Makes one call. Throws `Refused` for every answer that is not a success, after the retries. Reads are made again by
   * themselves, writes only with an `idempotencyKey`.
   */
  call<Name extends CallName>(name: Name, ...input: Given<CallInput<Name>>): Promise<Calls[Name]['answer']>;
  /** Reads a list page by page, from `query.offset` (events: `query.after`) to its end. */
  pages<Name extends PagedCall>(name: Name, ...input: Given<CallInput<Name>>): AsyncGenerator<Calls[Name]['answer']>;
};

/** What any call can have; the types of `Calls` say which has what. */
type AnyInput = CallOptions & {
  params?: Readonly<Record<string, string | number>>;
  query?: Readonly<Record<string, Value | readonly Value[] | undefined>>;
  body?: Readonly<Record<string, unknown>>;
  file?: Blob;
  bytes?: Blob;
};
type Value = string | number | boolean;

type Page = { results: readonly unknown[]; count: number };
/** A part of a list that grows; it may be empty although there is more. */
type EventPage = { results: readonly unknown[]; next: number; more: boolean };

const FIRST_WAIT_MS = 500;

export function createClient({ url, key, retries = 4, longestWaitMs = 60_000 }: ClientOptions): Client {
  async function call(name: string, input: AnyInput = {}): Promise<unknown> {
    const [method = '', path = ''] = name.split(' ');
    const address = addressOf(url, path, input);
    const request = requestOf(method, key, input);
    const isRepeatable = method === 'GET' || input.idempotencyKey !== undefined;
    for (let tries = 0; ; tries += 1) {
      const response = await fetch(address, request);
      if (response.ok) return readAnswer(response);
      const refused = await refusedBy(response);
      const waitMs = waitBefore(refused, tries);
      if (!isRepeatable || waitMs === null || tries >= retries || waitMs > longestWaitMs) throw refused;
      await wait(waitMs, input.signal);
    }
  }

  async function* pages(name: string, input: AnyInput = {}): AsyncGenerator {
    let query = { ...input.query };
    for (;;) {
      // @NOTE `PagedCall` admits only calls with such an answer.
      const page = (await call(name, { ...input, query })) as (Page & { count_is_exact?: boolean }) | EventPage;
      if ('more' in page) {
        yield page;
        if (!page.more) return;
        query = { ...query, after: page.next };
        continue;
      }
      if (page.results.length === 0) return;
      yield page;
      const offset = Number(query.offset ?? 0) + page.results.length;
      if (page.count_is_exact !== false && offset >= page.count) return;
      query = { ...query, offset };
    }
  }

  // @NOTE the types of `Calls` come from the schemas by which the server reads each call and writes its answer.
  return { call, pages } as unknown as Client;
}

function addressOf(url: string, path: string, { params = {}, query = {} }: AnyInput): URL {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === '') throw new TypeError(`The call needs params.${name}.`);
    return encodeURIComponent(value);
  });
  const address = new URL(filled, url);
  for (const [name, given] of Object.entries(query)) {
    for (const value of [given].flat()) if (value !== undefined) address.searchParams.append(name, String(value));
  }
  return address;
}

function requestOf(method: string, key: string, { body, file, bytes, idempotencyKey, signal }: AnyInput): RequestInit {
  const headers: Record<string, string> = { accept: 'application/json', authorization: `Bearer ${key}` };
  if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey;
  // A redirect would carry the key to another address.
  const request: RequestInit = { method, headers, signal: signal ?? null, redirect: 'error' };
  if (file) return { ...request, body: formOf(file, body) };
  if (method === 'GET' || method === 'DELETE') return request;
  headers['content-type'] = bytes ? 'application/octet-stream' : 'application/json';
  if (bytes) return { ...request, body: bytes };
  return { ...request, body: JSON.stringify(body ?? {}) };
}

function formOf(file: Blob, fields: AnyInput['body'] = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  form.set('file', file, typeof fields.filename === 'string' ? fields.filename : 'file');
  return form;
}

function readAnswer(response: Response): Promise<unknown> {
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  return isJson ? response.json() : response.blob();
}

/** The wait before the call is made again; null where that would not help. */
function waitBefore({ status, retryAfterMs }: Refused, tries: number): number | null {
  if (status !== 429 && status !== 503) return null;
  // Waits of different lengths keep many clients from coming back at the same moment.
  return retryAfterMs ?? FIRST_WAIT_MS * 2 ** tries * (0.5 + Math.random());
}

function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((done, fail) => {
    signal?.throwIfAborted();
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      done();
    }, ms);
    const stop = () => {
      clearTimeout(timer);
      fail(signal?.reason as Error);
    };
    signal?.addEventListener('abort', stop, { once: true });
  });
}
