import type pg from 'pg';

/**
 * A timeout ends the wait for a synchronous replica with a warning, and PostgreSQL reports the commit as successful. The
 * transaction is lost if that replica becomes the primary, so its outcome is unknown (08007).
 */
export class CommitNotReplicated extends Error {
  readonly code = '08007';

  constructor() {
    super('The commit was not confirmed by a synchronous replica.');
  }
}

/** Runs what ends with a commit. */
export async function requireReplicated<T>(client: pg.ClientBase, commit: () => Promise<T>): Promise<T> {
  let hasWarning = false;
  const note = ({ code }: { code: string | undefined }) => {
    if (code === WARNING) hasWarning = true;
  };
  client.on('notice', note);
  try {
    const result = await commit();
    if (hasWarning) throw new CommitNotReplicated();
    return result;
  } finally {
    client.off('notice', note);
  }
}

/** The code of every warning; the product's own functions raise none. */
const WARNING = '01000';
