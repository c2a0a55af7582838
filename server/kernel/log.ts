import type { FastifyBaseLogger } from 'fastify';

/** Lines hold ids, plain words and numbers. Never a password, token, card number, name or email address. */
export type Logger = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;

/**
 * The loggable part of an error. PostgreSQL's `detail` and `where` quote the values of a row, and a validation message
 * can quote input, so only the fields that locate the error are logged.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { kind: typeof error };
  const code = 'code' in error ? error.code : undefined;
  const constraint = 'constraint' in error ? error.constraint : undefined;
  const fromDatabase = 'severity' in error;
  return {
    kind: error.name,
    code,
    constraint,
    message: fromDatabase ? undefined : error.message,
    stack: error.stack
      ?.split('\n')
      .filter((line) => line.trimStart().startsWith('at '))
      .slice(0, 12),
  };
}
