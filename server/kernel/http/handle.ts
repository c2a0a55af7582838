import type { Readable } from 'node:stream';
import type { FileType, ReasonOf, Received, Route } from '@vialkeep/contract/kernel/route.ts';
import type { z } from 'zod';
import type { Db, Work } from '../db/db.ts';
import type { Domain } from '../domains.ts';
import { newPlaces } from '../jobs/at-once.ts';
import type { Limit } from '../rate-limits.ts';
import type { Services } from '../services.ts';
import type { Actor } from '../session/actor.ts';
import type { Settings } from '../settings/settings.ts';
import type { DeviceCookie } from './device-cookie.ts';
import type { FileCookies } from './files/file-session.ts';
import type { RawMessage } from './raw-message.ts';
import type { ReturnCookies } from './return-cookies.ts';

/** What is known of the request besides its input. */
export type RequestFacts = {
  readonly id: string;
  readonly address: string;
  readonly device: string;
  /** The site whose host was asked. */
  readonly site: Domain;
  /** The token as sent, if any. */
  readonly token: string | null;
};

export type ReceivedFile = {
  readonly bytes: Buffer;
  readonly type: FileType;
  /** A hint for people; never a path. */
  readonly givenName: string;
};

export type FileAnswer = StreamedFile | BufferedFile;

export type StreamedFile = {
  readonly stream: Readable;
  /** Left out where the file is still being made. */
  readonly bytes?: number;
  readonly mediaType: string;
  /** Left out where the file is shown and not kept. */
  readonly fileName?: string;
};

/** A confidential file, whole and checked, that is shown and not kept; a viewer may ask for parts of it. */
export type BufferedFile = {
  readonly content: Buffer;
  readonly mediaType: string;
  readonly shownAs: string;
};

type Shared<R extends Route> = Received<R> & {
  readonly request: RequestFacts;
  readonly services: Services;
  /** The file of a route with `upload`. */
  readonly file: ReceivedFile;
  /** The message of a route with `rawBody`. */
  readonly raw: RawMessage;
  /** For whoever opens or ends a session: what the browser keeps to read files. */
  readonly fileCookies: FileCookies;
  /** By which a browser is known that has logged in before. */
  readonly device: DeviceCookie;
  /** For whoever opens or ends a session in another's account: what the browser keeps to return from it. */
  readonly returnCookies: ReturnCookies;
};

export type Call<R extends Route> = Shared<R> & {
  readonly actor: Actor;
  /** Reads, within what the actor's site may see. */
  readonly db: Db;
  /** One transaction, in the actor's name. */
  readonly write: <T>(task: (work: Work) => Promise<T>) => Promise<T>;
};

export type PublicCall<R extends Route> = Shared<R> & {
  /** The caller, where a valid token was sent. */
  readonly actorIfAny: () => Promise<Actor | null>;
};

type AnswerOf<R extends Route> = R['answer'] extends z.ZodNever ? FileAnswer : z.input<R['answer']>;

/** A broken database promise that the route declares a refusal for: constraint → reason and the field it is about. */
export type ConstraintRefusals<R extends Route> = Readonly<Record<string, { reason: ReasonOf<R>; field?: string }>>;

export type Handler<R extends Route = Route> = {
  readonly route: R;
  readonly isPublic: boolean;
  readonly broken: ConstraintRefusals<R>;
  /** How often one network may ask; counted before anything is read. */
  readonly limit?: (settings: Settings) => Limit;
  /** Runs one call of a network, or refuses it because too many of the same network are under way. */
  readonly oneOfNetwork?: <T>(network: string, task: () => Promise<T>) => Promise<T>;
  // @NOTE handlers of different routes meet in one list; `handle` has checked each against its own route.
  readonly run: (call: any) => Promise<unknown>;
};

/** Binds a route to the use case that answers it. */
export function handle<R extends Route>(
  route: R,
  run: (call: Call<R>) => Promise<AnswerOf<R>>,
  broken: ConstraintRefusals<R> = {},
): Handler<R> {
  if (route.access === 'public') throw new Error(`${route.path} is public: bind it with handlePublic.`);
  return { route, isPublic: false, broken, run };
}

/** Binds a route that needs no session. It has no site of its own: it says why it looks across them. */
export function handlePublic<R extends Route>(
  route: R,
  run: (call: PublicCall<R>) => Promise<AnswerOf<R>>,
  broken: ConstraintRefusals<R> = {},
): Handler<R> {
  if (route.access !== 'public') throw new Error(`${route.path} needs a session: bind it with handle.`);
  return { route, isPublic: true, broken, run };
}

/** The same, but not more often from one network than this. */
export function limited<R extends Route>(handler: Handler<R>, limit: (settings: Settings) => Limit): Handler<R> {
  return { ...handler, limit };
}

/** The same, but not more at once from one network than this. */
export function atOnce<R extends Route>(handler: Handler<R>, most: number): Handler<R> {
  return { ...handler, oneOfNetwork: newPlaces(most) };
}
