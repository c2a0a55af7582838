import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Store } from '../../../kernel/db/db.ts';
import type { Purge } from '../../../kernel/jobs/purge-expired.ts';
import type { CardDetails } from '../../../ports/card-details.ts';
import { type CardToken, CardTokenExpired } from '../../../ports/card-token.ts';
import { type Behaviour, behaviourOf, knownBehaviour } from './test-cards.ts';

/** A card as the sandbox keeps it: without its number. */
export type SandboxCard = {
  readonly brand: string;
  readonly last4: string;
  readonly holder: string;
  readonly expires: string;
  readonly behaviour: Behaviour;
};

const PREFIX = 'sandbox-';

/** Exchanges cards for tokens and tokens for cards. A token works once and for 15 minutes. */
export function sandboxTokens(store: Pick<Store, 'unaudited'>) {
  const run = <T>(task: (db: Db) => Promise<T>) => store.unaudited('the sandbox is an outside system', task);

  return {
    async make(card: CardDetails): Promise<string> {
      const token = `${PREFIX}${randomBytes(32).toString('base64url')}`;
      const { brand, last4, holder, expires } = card;
      const behaviour = behaviourOf(card.revealNumber());
      await run((db) =>
        db
          .insertInto('sandbox_tokens')
          .values({ hash: hashOf(token), brand, last4, holder, expires, behaviour })
          .execute(),
      );
      return token;
    },

    /** One statement decides, so that of two requests with the same token one gets the card. */
    async redeem(token: CardToken): Promise<SandboxCard> {
      const row = await run((db) =>
        db
          .updateTable('sandbox_tokens')
          .set({ used_at: sql`now()` })
          .where('hash', '=', hashOf(token.revealToken()))
          .where('used_at', 'is', null)
          .where('expires_at', '>', sql<Date>`now()`)
          .returning(['brand', 'last4', 'expires', 'behaviour'])
          .executeTakeFirst(),
      );
      if (!row) throw new CardTokenExpired();
      return { ...row, holder: token.holder, behaviour: knownBehaviour(row.behaviour) };
    },
  };
}

export const deleteExpiredTokens: Purge = async (db) => {
  const { numDeletedRows } = await db
    .deleteFrom('sandbox_tokens')
    .where('expires_at', '<', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirst();
  return Number(numDeletedRows);
};

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
