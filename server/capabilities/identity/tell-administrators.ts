import { Plan } from '@vialkeep/contract/plans.ts';
import { sql } from 'kysely';
import type { Work } from '../../kernel/db/db.ts';
import type { Domain } from '../../kernel/domains.ts';
import { letterName } from '../../kernel/mail/email-name.ts';
import { queueEmail } from '../../kernel/mail/outbox.ts';

/** The most recipients; administrators of the user's own site come first. */
const MOST = 20;

type ObjectingUser = {
  readonly id: number;
  readonly domain_id: number;
  readonly plan_id: number;
  readonly username: string;
};

/** Emails the administrators who can set this user's password that the user objects to it. */
export async function tellAdministrators(work: Work, person: ObjectingUser, home: Domain): Promise<void> {
  const name = letterName(person.username, home.brand);
  const by = await whoSetIt(work, person.id);
  const setBy = by === null ? 'an administrator' : `${letterName(by.username, home.brand)} (#${by.id})`;
  for (const administrator of await administratorsOf(work, person)) {
    await queueEmail(work, {
      from: home,
      to: { userId: administrator.id, email: administrator.email },
      kind: 'not-me',
      subject: `${home.product}: a new password was not wanted`,
      heading: 'A new password was not wanted',
      paragraphs: [
        `${name} (#${person.id}) told us that the password which ${setBy} set for their account was not set on their wish.`,
        'The password no longer works, and all who were logged in to that account have been logged out. Please find out who asked for the new password.',
      ],
    });
  }
}

async function whoSetIt({ db }: Work, personId: number) {
  const hold = await db
    .selectFrom('credential_holds')
    .innerJoin('users', 'users.id', 'credential_holds.by_id')
    .select(['users.id', 'users.username'])
    .where('credential_holds.user_id', '=', personId)
    .where('credential_holds.why', '=', 'password_set_by_other')
    .orderBy('credential_holds.id', 'desc')
    .executeTakeFirst();
  return hold ?? null;
}

/** The rule of impersonation: admins of the user's or the main site, and for an admin only super admins. */
export async function administratorsOf({ db }: Work, person: Pick<ObjectingUser, 'id' | 'domain_id' | 'plan_id'>) {
  const isAdministrator = person.plan_id === Plan.admin || person.plan_id === Plan.superAdmin;
  return db
    .selectFrom('users')
    .innerJoin('domains', 'domains.id', 'users.domain_id')
    .select(['users.id', 'users.email'])
    .where('users.id', '!=', person.id)
    .where('users.is_active', '=', true)
    .where('users.removed_at', 'is', null)
    .where((eb) => {
      const ofTheSite = eb.or([eb('domains.is_main', '=', true), eb('users.domain_id', '=', person.domain_id)]);
      const admin = eb.and([eb('users.plan_id', '=', Plan.admin), ofTheSite]);
      return eb.or([eb('users.plan_id', '=', Plan.superAdmin), ...(isAdministrator ? [] : [admin])]);
    })
    .orderBy(sql`users.domain_id <> ${person.domain_id}`)
    .orderBy('users.plan_id', 'desc')
    .orderBy('users.id')
    .limit(MOST)
    .execute();
}
