import type { Readable } from 'node:stream';
import type { FileType, ReasonOf, Received, Route } from '@vialkeep/contract/kernel/route.ts';
import type { z } from 'zod';
import type { Db, Work } from '../db/db.ts';
import type { Domain } from '../domains.ts';
import type { Access } from '../policy/access.ts';
import type { Limit } from '../rate-limits.ts';
import type { Services } from '../services.ts';
import type { Actor } from '../session/actor.ts';
import type { Proof } from '../session/proof.ts';
import type { Settings } from '../settings/settings.ts';
import type { DeviceCookie } from './device-cookie.ts';
import type { FileCookies } from './files/file-session.ts';
import type { RawMessage } from './raw-message.ts';
import type { ReturnCookies } from './return-cookies.ts';

/** Properties of the request besides its input. */
export type RequestFacts = {
  readonly id: string;
  readonly address: string;
  readonly device: string;
  /** The site of the requested host. */
  readonly site: Domain;
  /** The token as sent, if any. */
  readonly token: string | null;
  /** The API key as sent, if any; it is no session. */
  readonly apiKey: string | null;
  /** The token of an inspection as sent, if any; it is no session. */
  readonly inspectionToken: string | null;
  /** Calls the listener when the answer is complete or its reader has disconnected. */
  readonly onEnd: (listener: () => void) => void;
};

export type ReceivedFile = {
  readonly bytes: Buffer;
  readonly type: FileType;
  /** A display name; never used as a path. */
  readonly givenName: string;
};

export type FileAnswer = StreamedFile | BufferedFile;

export type StreamedFile = {
  readonly stream: Readable;
  /** Left out when the size is not known yet. */
  readonly bytes?: number;
  readonly mediaType: string;
  /** Left out when the file is displayed instead of downloaded. */
  readonly fileName?: string;
};

/** A complete, verified confidential file that is displayed and not downloaded; a viewer may request ranges. */
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
  /** The message of a route with `rawBody` or `rawLimit`. */
  readonly raw: RawMessage;
  /** Sets or deletes the browser's file cookie when a session starts or ends. */
  readonly fileCookies: FileCookies;
  /** Identifies a browser that has logged in before. */
  readonly device: DeviceCookie;
  /** Sets or deletes the browser's return cookie when an acting session starts or ends. */
  readonly returnCookies: ReturnCookies;
};

export type Call<R extends Route> = Shared<R> & {
  readonly actor: Actor;
  /** Asks for a fresh proof of identity where only some uses of a route need one. */
  readonly proof: Proof;
  /** What the caller may do; a rule about records must be applied before the answer. */
  readonly access: Access;
  /** Reads within the actor's scope. */
  readonly db: Db;
  /**
   * Says whose data a file shows, or an answer whose fields do not name them; `object` is the number of the document. A
   * route that reads data of people and does not compute them from its answer must call it.
   */
  readonly noteSubjects: (ids: readonly (number | null)[], object?: number) => void;
  /** Runs one transaction in the actor's name. */
  readonly write: <T>(task: (work: Work) => Promise<T>) => Promise<T>;
};

export type PublicCall<R extends Route> = Shared<R> & {
  /** The caller, if a valid token was sent. */
  readonly actorIfAny: () => Promise<Actor | null>;
};

export type AnswerOf<R extends Route> = R['answer'] extends z.ZodNever ? FileAnswer : z.input<R['answer']>;

/** Constraint violations that the route answers with a refusal: constraint → reason and field. */
export type ConstraintRefusals<R extends Route> = Readonly<Record<string, { reason: ReasonOf<R>; field?: string }>>;

export type Handler<R extends Route = Route> = {
  readonly route: R;
  readonly isPublic: boolean;
  readonly broken: ConstraintRefusals<R>;
  /** The rate limit per network; counted before anything is read. */
  readonly limit?: (settings: Settings) => Limit;
  /** Records a call that is refused before the use case runs; `input` is as it was sent. */
  readonly recordRefused?: (call: {
    readonly services: Services;
    readonly request: RequestFacts;
    readonly input: { readonly params: unknown; readonly query: unknown };
  }) => Promise<void>;
  /** The most calls of one network at a time. */
  readonly mostOfNetwork?: number;
  // @NOTE handlers of different routes share one list; `handle` has checked each against its own route.
  readonly run: (call: any) => Promise<unknown>;
};

/** Binds a route to the use case that answers it. */
export function handle<R extends Route>(
  route: R,
  run: (call: Call<R>) => Promise<AnswerOf<R>>,
  broken: ConstraintRefusals<R> = {},
): Handler<R> {
  if (route.access === 'public') throw new Error(`${route.path} is public: bind it with handlePublic.`);
  if (route.fileSession && (route.inPerson || route.stepUp)) throw new Error(`${route.path} needs a token.`);
  return { route, isPublic: false, broken, run };
}

/** Binds a route that needs no session. It has no site scope and states why it reads across sites. */
export function handlePublic<R extends Route>(
  route: R,
  run: (call: PublicCall<R>) => Promise<AnswerOf<R>>,
  broken: ConstraintRefusals<R> = {},
): Handler<R> {
  if (route.access !== 'public') throw new Error(`${route.path} needs a session: bind it with handle.`);
  if (route.reads && !route.inspector) throw new Error(`${route.path} is public: it has no reader to record.`);
  return { route, isPublic: true, broken, run };
}

/** The same with a rate limit per network. */
export function withRateLimit<R extends Route>(handler: Handler<R>, limit: (settings: Settings) => Limit): Handler<R> {
  return { ...handler, limit };
}

/** The same with a limit of simultaneous calls per network. */
export function atOnce<R extends Route>(handler: Handler<R>, most: number): Handler<R> {
  return { ...handler, mostOfNetwork: most };
}
