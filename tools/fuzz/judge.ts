import { catalogue } from '@vialkeep/contract/catalogue.ts';
import { commonRefusals, type DeclaredRefusal, RefusalAnswer } from '@vialkeep/contract/kernel/refusal.ts';
import type { Answered, FuzzRequest, Unanswered } from './requests/fuzz-request.ts';
import { MARK } from './requests/hostile-values.ts';

/** The faults that an answer can have. */
export const faults = {
  failure: 'answers 5xx',
  hang: 'does not answer',
  detail: 'tells a stack, a statement or a path',
  repeats: 'repeats what was sent in a refusal',
  shape: 'refuses in another shape than documented',
  field: 'refuses an input without the field',
  accepted: 'accepts what the contract refuses',
  header: 'lets input into headers, or leaves security headers out',
} as const;
export type Fault = keyof typeof faults;

/** Returns all faults of an answer. */
export function faultsOf(shot: FuzzRequest, answer: Answered | Unanswered): readonly Fault[] {
  // The server may close the connection on a malformed or oversized request.
  if (answer === 'cut') return shot.wire !== undefined || isLarge(shot) ? [] : ['hang'];
  if (answer === 'hangs') return ['hang'];
  if (answer.status < 400)
    return answer.status === 0 || wasAccepted(shot, answer) ? ['accepted'] : headerFaults(answer);
  const found: Fault[] = [...headerFaults(answer)];
  if (answer.status >= 500) found.push('failure');
  const refusal = RefusalAnswer.strict().safeParse(jsonOf(answer.body)).data;
  const told = withoutScannedCode(answer.body);
  if (!quotesStoredName(refusal)) {
    if (DETAILS.test(told)) found.push('detail');
    if (told.includes(MARK)) found.push('repeats');
  }
  if (shot.method === 'HEAD') return found;
  if (!refusal || !isDeclared(shot, answer.status, refusal)) found.push('shape');
  else if (answer.status === 400 && !namesTheField(shot, refusal)) found.push('field');
  return found;
}

const LARGE_BYTES = 200_000;

function isLarge({ body, path }: FuzzRequest): boolean {
  return Buffer.byteLength(body ?? '') > LARGE_BYTES || path.length > 10_000;
}

const DETAILS =
  /\bat \S+ \(|\.(?:ts|js|mjs):\d+|node_modules|node:internal|\/(?:home|root|usr|var|tmp|work|etc)\/|\b(?:select|insert into|update|delete from) .+ (?:from|values|set|where)\b|violates|syntax error|invalid input syntax|relation "|column "|\bpg_|kysely|zod|fastify|FST_|ECONN|ENOENT|Error:/i;

function wasAccepted({ wrong, wire, method, call }: FuzzRequest, { status }: Answered): boolean {
  return wire === undefined && method === call.route.method && status < 300 && wrong !== null && wrong.size > 0;
}

function headerFaults({ headers, status }: Answered): readonly Fault[] {
  const isInjected = headers['x-injected'] !== undefined || JSON.stringify(headers).includes(MARK);
  return isInjected || (headers['x-content-type-options'] !== 'nosniff' && status !== 100) ? ['header'] : [];
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * These refusals must quote the name on the document and the codes that a count has found, and an earlier request may
 * have stored hostile ones.
 */
function quotesStoredName(refusal: Refused | undefined): boolean {
  return refusal?.reason === 'name_differs' || refusal?.reason === 'unresolved';
}

/** At the bench a person reads which code is not known: that of another system, as the scanner read it. */
function withoutScannedCode(body: string): string {
  return body.replaceAll(/No vial here has .*? printed on it\./g, '');
}

type Refused = { reason: string; message: string; fields?: Record<string, string> | undefined };

/** Refusals of the kernel that precede the route. */
const ofKernel: Readonly<Record<string, readonly number[]>> = {
  invalid_input: [400, 408, 417, 431],
  wrong_content_type: [415],
  no_such_part: [416],
};

/** A changed path or method may match another call, which then answers. */
function isDeclared({ call, what }: FuzzRequest, status: number, { reason }: Refused): boolean {
  if (ofKernel[reason]?.includes(status)) return true;
  const isElsewhere = /^(?:params|path|method|wire)/.test(what);
  const routes = isElsewhere ? catalogue.map(({ route }) => route) : [call.route];
  const declared: (DeclaredRefusal | undefined)[] = routes.map(({ refusals }) => refusals[reason]);
  const common: Readonly<Record<string, DeclaredRefusal>> = commonRefusals;
  return [...declared, common[reason]].some((one) => one?.status === status);
}

/** If the contract knows which fields are wrong, the refusal must name one of them and no correct field. */
function namesTheField({ wrong }: FuzzRequest, { reason, fields }: Refused): boolean {
  if (reason !== 'invalid_input' || wrong === null || wrong.size === 0) return true;
  const named = Object.keys(fields ?? {}).map((name) => name.split('.', 1)[0] ?? '');
  return named.length > 0 && named.every((name) => wrong.has(name));
}
