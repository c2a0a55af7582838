import type { NamedRoute } from '@vialkeep/contract/catalogue.ts';

/** One bad request, and what the contract itself thinks of it. */
export type FuzzRequest = {
  readonly call: NamedRoute;
  /** 'body.first_name: NUL inside' */
  readonly what: string;
  /** Who sends it: a plan, '7n', 'nobody' or 'forged'. */
  readonly caller: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | string | null;
  /** Which fields the contract's own schemas refuse; nothing where the request may not be read that far. */
  readonly wrong: ReadonlySet<string> | null;
  /** The bytes of a request that no honest client would make, instead of all of the above but the caller. */
  readonly wire?: string;
};

export type Answered = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
};

/** Nothing within the time there is; or the connection ended without an answer. */
export type Unanswered = 'hangs' | 'cut';

/** Whether the next of many is made at all: a short run takes a few of each. */
export type Wants = () => boolean;
