import { commonRefusals, type RefusalAnswer } from '@vialkeep/contract/kernel/refusal.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { StorageFull, StorageUnavailable } from '../../ports/files.ts';
import { describeError, type Logger } from '../log.ts';
import type { Handler } from './handle.ts';
import { securityHeaders } from './headers.ts';
import { clientDisconnected, Refusal, refuse, refuseBy } from './refuse.ts';

/** The one place that turns an error into an answer. Input, SQL, paths and stacks are never part of it. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Logger): void {
  const refusal = asRefusal(error);
  if (refusal.status >= 500) log.error({ request: request.id, error: describeError(error) }, refusal.reason);
  // A malformed address gets here without passing the hook that sets these headers.
  reply.headers({ ...securityHeaders, 'x-request-id': request.id, 'cache-control': 'no-store' });
  if (refusal.retryAfterSeconds) reply.header('retry-after', String(refusal.retryAfterSeconds));
  const answer: RefusalAnswer = {
    success: false,
    code: 'error',
    reason: refusal.reason,
    message: refusal.message,
    ...(refusal.errorMessage === undefined ? {} : { error_message: refusal.errorMessage }),
    ...(refusal.fields && Object.keys(refusal.fields).length > 0 ? { fields: refusal.fields } : {}),
    ...(refusal.methods === undefined ? {} : { methods: [...refusal.methods] }),
    // Only internal errors carry the request id; a 404 must have the same bytes for every caller.
    ...(refusal.status >= 500 ? { request_id: request.id } : {}),
  };
  void reply.code(refusal.status).header('content-type', 'application/json; charset=utf-8').send(answer);
}

/** Turns a constraint violation into the refusal that the route declares for it. */
export function refusalForConstraint(error: unknown, handler: Handler): unknown {
  if (!(error instanceof Error) || !('constraint' in error) || typeof error.constraint !== 'string') return error;
  const broken = handler.broken[error.constraint];
  if (!broken) return error;
  return refuseBy(handler.route, broken.reason, { fields: broken.field ? [broken.field] : undefined });
}

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (!(error instanceof Error)) return refuse('unexpected');
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // The undo of an import has removed a person whom the caller had still read.
  if ('constraint' in error && error.constraint === 'undone_people_are_not_named') return refuse('not_found');
  if (error instanceof StorageFull) return refuse('storage_full');
  if (isGivenUp(code, error)) return clientDisconnected();
  if (error instanceof StorageUnavailable || isUnavailable(code, error))
    return refuse('unavailable', { retryAfterSeconds: 2 });
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return refuse('too_large');
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new Refusal('wrong_content_type', commonRefusals.wrong_file_type, { message: 'Send JSON.' });
  }
  if (isBadRequest(code, error)) return refuse('invalid_input', { message: 'The request could not be read.' });
  return refuse('unexpected');
}

// ENOENT: the socket of a local database.
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

// Messages of the driver about a lost or failed connection, which have no code.
const WITHOUT_CODE =
  /timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|encountered a connection error/;

/** The client disconnected during its request; Node reports this like a lost database connection. */
function isGivenUp(code: string, error: Error): boolean {
  return code === 'ECONNRESET' && error.message === 'aborted';
}

/** The database is unavailable, busy or shutting down: a retry may succeed. */
function isUnavailable(code: string, error: Error): boolean {
  // PostgreSQL ends the connection with such an error, whatever its code: a full disk stops new ones with XX000.
  if ('severity' in error && (error.severity === 'FATAL' || error.severity === 'PANIC')) return true;
  // 25006: the connection leads to a node that has become a replica.
  return /^(08|57P|53|57014|25006)/.test(code) || NETWORK_ERRORS.has(code) || WITHOUT_CODE.test(error.message);
}

/** Errors of Fastify and the JSON parser about a malformed address or body. */
function isBadRequest(code: string, error: Error): boolean {
  const status = 'statusCode' in error ? error.statusCode : undefined;
  return (typeof status === 'number' && status >= 400 && status < 500) || code.startsWith('FST_');
}
