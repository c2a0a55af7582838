import { z } from 'zod';
import { speakToPeople } from './field-messages.ts';
import type { Reads } from './reads.ts';
import type { DeclaredRefusal } from './refusal.ts';

speakToPeople();

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The accepted file types, detected from the content and never from the file name. */
export type FileType = 'pdf' | 'png' | 'jpeg' | 'webp' | 'docx' | 'xlsx' | 'pptx' | 'text';

export type Upload = {
  readonly types: readonly FileType[];
  readonly maxBytes: number;
  /** The documented name of the form field, where it is not `file`. */
  readonly field?: string;
};

/** When the server is very busy, vital calls go first and bulk calls last. */
export type Urgency = 'vital' | 'people' | 'bulk';

export const UPLOAD_LIMIT_BYTES = 25 * 1024 * 1024;

type Shape = z.ZodType;
type Nothing = z.ZodObject<Record<never, never>>;
type Refusals = Readonly<Record<string, DeclaredRefusal>>;

type Description<P extends Shape, Q extends Shape, B extends Shape, A extends Shape, R extends Refusals> = {
  method: Method;
  /** Exactly as the specification writes it, including a trailing slash. Both forms are served. */
  path: `/${string}`;
  /** A description of the action for readers of the API. */
  summary: string;
  /** 'public', or the action of a policy table that the call requires. */
  access: 'public' | `${string}.${string}`;
  params?: P;
  query?: Q;
  body?: B;
  /** A multipart body with one file; `body` describes the text fields beside it. */
  upload?: Upload;
  /** The shape of the JSON answer; left out where the answer is a file. */
  answer?: A;
  refusals?: R;
  /** The message for a missing required field, where the documents define one. */
  whenMissing?: string;
  /** Documented as GET although it changes data; the same path then also accepts POST (S-12). */
  alsoPost?: boolean;
  /** May be called while the user still has to replace a one-time password. */
  beforePasswordChange?: boolean;
  /** May be called while a second factor must be set up or the e-mail address be confirmed. */
  beforeSetup?: boolean;
  /** May be called while the session is locked. */
  whileLocked?: boolean;
  /**
   * Only the account's owner can call it: refused while impersonating, while the account is under a hold, and without a
   * fresh proof of identity where the policy asks for one.
   */
  inPerson?: boolean;
  /** Needs a fresh proof of identity where the policy asks for one. */
  stepUp?: boolean;
  /** Needs the token of an inspection instead of that of a session; the use case checks it. */
  inspector?: boolean;
  /** What the answer shows of people; each call is then recorded as an opening. */
  reads?: Reads<z.output<A>, { params: z.output<P>; query: z.output<Q>; body: z.output<B> }>;
  /** A webhook: the use case gets the raw bytes, because a signature covers them. */
  rawBody?: boolean;
  /** The body is raw bytes, at most so many; they are read once the caller is known. */
  rawLimit?: number;
  /** Which calls go first when the server is very busy; see `urgencyOf` for the rest. */
  urgency?: Urgency;
  /** Reached by a plain link, so the file cookie of the login may identify the caller (S-18). */
  fileSession?: boolean;
};

export type Route<
  P extends Shape = Shape,
  Q extends Shape = Shape,
  B extends Shape = Shape,
  A extends Shape = Shape,
  R extends Refusals = Refusals,
> = Required<Omit<Description<P, Q, B, A, R>, 'upload' | 'rawLimit' | 'whenMissing' | 'reads'>> & {
  upload: Upload | null;
  rawLimit: number | null;
  reads: NonNullable<Description<P, Q, B, A, R>['reads']> | null;
  whenMissing: string | null;
  answersFile: boolean;
};

/** The shape of a part that a route does not accept. */
export const nothing: Nothing = z.object({});

/** Declares one call of the product; its shape is defined nowhere else. */
export function route<
  P extends Shape = Nothing,
  Q extends Shape = Nothing,
  B extends Shape = Nothing,
  A extends Shape = z.ZodNever,
  const R extends Refusals = {},
>(description: Description<P, Q, B, A, R>): Route<P, Q, B, A, R> {
  // @NOTE these defaults apply only where the type parameter has its default, which TypeScript cannot infer.
  return {
    params: nothing as Shape as P,
    query: nothing as Shape as Q,
    body: nothing as Shape as B,
    answer: z.never() as Shape as A,
    refusals: {} as R,
    alsoPost: false,
    beforePasswordChange: false,
    beforeSetup: false,
    whileLocked: false,
    inPerson: false,
    stepUp: false,
    inspector: false,
    rawBody: false,
    fileSession: false,
    urgency: urgencyOf(description),
    ...description,
    upload: description.upload ?? null,
    rawLimit: description.rawLimit ?? null,
    whenMissing: description.whenMissing ?? null,
    reads: description.reads ?? null,
    answersFile: description.answer === undefined,
  };
}

/** Another system repeats a webhook only so often; a file takes more work than a screen. */
function urgencyOf({ rawBody, answer }: { rawBody?: boolean; answer?: unknown }): Urgency {
  if (rawBody) return 'vital';
  return answer === undefined ? 'bulk' : 'people';
}

/** The input of the handler, after parsing. */
export type Received<R extends Route> = {
  params: z.output<R['params']>;
  query: z.output<R['query']>;
  body: z.output<R['body']>;
};

export type Answer<R extends Route> = z.output<R['answer']>;

/** The reasons that this route declares. */
export type ReasonOf<R extends Route> = keyof R['refusals'] & string;
