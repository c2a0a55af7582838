import type { NamedRoute } from '@vialkeep/contract/catalogue.ts';

/** A bad request and the fields that the contract refuses. */
export type FuzzRequest = {
  readonly call: NamedRoute;
  /** Example: 'body.first_name: NUL inside'. */
  readonly what: string;
  /**
   * The sender: a plan, '7n' for an administrator of the second site, a caller without a session, or a forged token.
   */
  readonly caller: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | string | null;
  /** The fields that the contract's schemas refuse; null if the server may refuse the request before it reads them. */
  readonly wrong: ReadonlySet<string> | null;
  /** Raw bytes that no client library sends; they replace everything above except the caller. */
  readonly wire?: string;
};

export type Answered = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
};

/** 'hangs': no answer within the timeout. 'cut': the connection ended without an answer. */
export type Unanswered = 'hangs' | 'cut';

/** Whether to make the next request; a short run makes only some of each kind. */
export type Wants = () => boolean;
