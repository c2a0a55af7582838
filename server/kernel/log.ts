import type { FastifyBaseLogger } from 'fastify';

/** Lines hold ids, words and numbers. Never a password, token, card number, name or e-mail address. */
export type Logger = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;

/**
 * An error as it may be written down. PostgreSQL's `detail` and `where` quote the values of a row, and the message of
 * a validation error can quote input, so only what names the place is kept.
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
