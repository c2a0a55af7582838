import { commonRefusals, type RefusalAnswer } from '@vialkeep/contract/kernel/refusal.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { StorageFull, StorageUnavailable } from '../../ports/files.ts';
import { describeError, type Logger } from '../log.ts';
import type { Handler } from './handle.ts';
import { securityHeaders } from './headers.ts';
import { Refusal, refuse, refuseBy } from './refuse.ts';

/** The one place where something thrown becomes an answer. Input, SQL, paths and stacks never do. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Logger): void {
  const refusal = asRefusal(error);
  if (refusal.status >= 500) log.error({ request: request.id, error: describeError(error) }, refusal.reason);
  // An address that cannot be read comes here without having met the hook that sets them on everything else.
  reply.headers({ ...securityHeaders, 'x-request-id': request.id, 'cache-control': 'no-store' });
  if (refusal.retryAfterSeconds) reply.header('retry-after', String(refusal.retryAfterSeconds));
  const answer: RefusalAnswer = {
    success: false,
    code: 'error',
    reason: refusal.reason,
    message: refusal.message,
    ...(refusal.errorMessage === undefined ? {} : { error_message: refusal.errorMessage }),
    ...(refusal.fields && Object.keys(refusal.fields).length > 0 ? { fields: refusal.fields } : {}),
    // Only a failure of ours is worth quoting; a 404 must be the same bytes for everybody.
    ...(refusal.status >= 500 ? { request_id: request.id } : {}),
  };
  void reply.code(refusal.status).header('content-type', 'application/json; charset=utf-8').send(answer);
}

/** A promise of the database that was broken, in the words the route declares for it. */
export function refusalForConstraint(error: unknown, handler: Handler): unknown {
  if (!(error instanceof Error) || !('constraint' in error) || typeof error.constraint !== 'string') return error;
  const broken = handler.broken[error.constraint];
  if (!broken) return error;
  const declared = handler.route.refusals[broken.reason];
  const fields = broken.field && declared ? { [broken.field]: declared.message } : undefined;
  return refuseBy(handler.route, broken.reason, { fields });
}

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (!(error instanceof Error)) return refuse('unexpected');
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (error instanceof StorageFull) return refuse('storage_full');
  if (isGivenUp(code, error)) return refuse('invalid_input', { message: 'The request could not be read.' });
  if (error instanceof StorageUnavailable || isUnavailable(code, error))
    return refuse('unavailable', { retryAfterSeconds: 2 });
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return refuse('too_large');
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new Refusal('wrong_content_type', commonRefusals.wrong_file_type, { message: 'Send JSON.' });
  }
  if (isBadRequest(code, error)) return refuse('invalid_input', { message: 'The request could not be read.' });
  return refuse('unexpected');
}

// ENOENT: the socket of a database on this machine.
const NETWORK_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
]);

// What the driver says of a connection that is lost or does not come about, without a code.
const WITHOUT_CODE =
  /timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|encountered a connection error/;

/** Whoever sent it went away in the middle; Node tells it with the words of a connection of ours that is lost. */
function isGivenUp(code: string, error: Error): boolean {
  return code === 'ECONNRESET' && error.message === 'aborted';
}

/** The database is away, busy or shutting down: worth trying again. */
function isUnavailable(code: string, error: Error): boolean {
  return /^(08|57P|53)/.test(code) || code === '57014' || NETWORK_ERRORS.has(code) || WITHOUT_CODE.test(error.message);
}

/** What Fastify and the JSON parser throw when an address or a body is broken. */
function isBadRequest(code: string, error: Error): boolean {
  const status = 'statusCode' in error ? error.statusCode : undefined;
  return (typeof status === 'number' && status >= 400 && status < 500) || code.startsWith('FST_');
}
