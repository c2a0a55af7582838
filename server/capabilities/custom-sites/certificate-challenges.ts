import type { Store } from '../../kernel/db/db.ts';
import type { Challenges } from '../../ports/certificates.ts';

const WHY = 'a proof that is wanted for seconds and says nothing about anybody';

export function certificateChallenges(store: Store): Challenges {
  return {
    async put(token, answer) {
      await store.unaudited(WHY, (db) =>
        db
          .insertInto('certificate_challenges')
          .values({ token, answer })
          .onConflict((conflict) => conflict.column('token').doUpdateSet({ answer }))
          .execute(),
      );
    },
    async remove(token) {
      await store.unaudited(WHY, (db) => db.deleteFrom('certificate_challenges').where('token', '=', token).execute());
    },
  };
}
