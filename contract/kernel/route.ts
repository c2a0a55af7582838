import { z } from 'zod';
import { speakToPeople } from './field-messages.ts';
import type { DeclaredRefusal } from './refusal.ts';

speakToPeople();

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What may be uploaded, told by the file's own bytes and never by its name. */
export type FileType = 'pdf' | 'png' | 'jpeg' | 'webp' | 'docx' | 'xlsx' | 'pptx' | 'text';

export type Upload = {
  readonly types: readonly FileType[];
  readonly maxBytes: number;
  /** What the documented form calls the file, where it is not `file`. */
  readonly field?: string;
};

export const UPLOAD_LIMIT_BYTES = 25 * 1024 * 1024;

type Shape = z.ZodType;
type Nothing = z.ZodObject<Record<never, never>>;
type Refusals = Readonly<Record<string, DeclaredRefusal>>;

type Description<P extends Shape, Q extends Shape, B extends Shape, A extends Shape, R extends Refusals> = {
  method: Method;
  /** Exactly as the specification writes it, trailing slash included. Both forms answer. */
  path: `/${string}`;
  /** What a person would call the act. */
  summary: string;
  /** 'public', or the action in a policy table that this call needs. */
  access: 'public' | `${string}.${string}`;
  params?: P;
  query?: Q;
  body?: B;
  /** A multipart body with one file; `body` then describes the text fields beside it. */
  upload?: Upload;
  /** The shape of the JSON answer. Left out where the answer is a file. */
  answer?: A;
  refusals?: R;
  /** What a person reads when something required was left out, where the documents give the words. */
  whenMissing?: string;
  /** S-12: documented as GET although it changes something; the same path then takes POST too. */
  alsoPost?: boolean;
  /** May be called while a one-time password is still waiting to be replaced. */
  beforePasswordChange?: boolean;
  /** Only the person does this: refused while acting, and while a hold stands on the account. */
  inPerson?: boolean;
  /** Another program's message: the use case gets its bytes as they came, because a signature covers them. */
  rawBody?: boolean;
  /** S-18: reached by a plain link, so the cookie that a login sets for files may say who asks. */
  fileSession?: boolean;
};

export type Route<
  P extends Shape = Shape,
  Q extends Shape = Shape,
  B extends Shape = Shape,
  A extends Shape = Shape,
  R extends Refusals = Refusals,
> = Required<Omit<Description<P, Q, B, A, R>, 'upload' | 'whenMissing'>> & {
  upload: Upload | null;
  whenMissing: string | null;
  answersFile: boolean;
};

/** The shape of a part that a route does not take. */
export const nothing: Nothing = z.object({});

/** One call of the product: the only place where its shape is written. */
export function route<
  P extends Shape = Nothing,
  Q extends Shape = Nothing,
  B extends Shape = Nothing,
  A extends Shape = z.ZodNever,
  const R extends Refusals = {},
>(description: Description<P, Q, B, A, R>): Route<P, Q, B, A, R> {
  // @NOTE the defaults are only reached when the type parameter took its own default, which TypeScript cannot see.
  return {
    params: nothing as Shape as P,
    query: nothing as Shape as Q,
    body: nothing as Shape as B,
    answer: z.never() as Shape as A,
    refusals: {} as R,
    alsoPost: false,
    beforePasswordChange: false,
    inPerson: false,
    rawBody: false,
    fileSession: false,
    ...description,
    upload: description.upload ?? null,
    whenMissing: description.whenMissing ?? null,
    answersFile: description.answer === undefined,
  };
}

/** What the server gets, after parsing. */
export type Received<R extends Route> = {
  params: z.output<R['params']>;
  query: z.output<R['query']>;
  body: z.output<R['body']>;
};

export type Answer<R extends Route> = z.output<R['answer']>;

/** The words of refusal this route declares. */
export type ReasonOf<R extends Route> = keyof R['refusals'] & string;
