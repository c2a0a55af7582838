import type pg from 'pg';
import { z } from 'zod';
import { Connection, requestText } from './connection.ts';

export const DEMO_PASSWORD = 'Vialkeep-demo-1';

/** A logged-in user with the patients and locations that they work with. */
export type Worker = {
  readonly email: string;
  readonly id: number;
  readonly plan: number;
  readonly token: string;
  readonly patients: readonly number[];
  readonly locations: readonly number[];
};

/** Every plan at least once; plans that are common in a network several times. */
const STAFF =
  'admin super lab lab hc hc hc2 rhc staff patient patient rep manager distributor viewer affiliate donor buyer'
    .split(' ')
    .map((key) => `${key}@vialkeep.test`);

export async function logInAll(port: number, owner: pg.Client): Promise<readonly Worker[]> {
  const connection = new Connection(port);
  const workers: Worker[] = [];
  for (const email of STAFF) {
    const { status, body } = await connection.ask(
      requestText('POST', '/api/admin/login/', undefined, { email, password: DEMO_PASSWORD }),
    );
    if (status !== 200) throw new Error(`${email} cannot log in: ${body()}`);
    const { token, user } = LoggedIn.parse(JSON.parse(body()));
    const plan = user.subscription.id;
    workers.push({ email, token, id: user.id, plan, ...(await surroundings(owner, user.id, plan)) });
  }
  connection.close();
  return workers;
}

const LoggedIn = z.object({
  token: z.string(),
  user: z.object({ id: z.number(), subscription: z.object({ id: z.number() }) }),
});

const Surroundings = z.object({ patients: z.array(z.number()), locations: z.array(z.number()) });

/** Reads up to a thousand patients that the user sees, and the user's own locations. */
async function surroundings(owner: pg.Client, id: number, plan: number) {
  const { rows } = await owner.query(
    `select array(select id from (
         select p.id from users p where p.plan_id = 2 and p.is_active and p.removed_at is null and p.domain_id = 1
           and ($2 in (7, 10, 15) or p.id = $1
             or exists (select from relations r where r.subject_id = p.id and r.object_id = $1))
         order by p.id limit 1000) seen) as patients,
       array(select id from locations where user_id = $1) as locations`,
    [id, plan],
  );
  return Surroundings.parse(rows[0]);
}
