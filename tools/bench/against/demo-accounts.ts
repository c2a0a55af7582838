import type pg from 'pg';
import { z } from 'zod';
import { DEMO_PASSWORD } from '../../harness/workers.ts';

/** An account of the demo network, and the session with which it asks. */
export type DemoAccount = {
  readonly id: number;
  readonly email: string;
  readonly host: string;
  readonly token: string;
};
export type Answered = { readonly status: number; readonly body: unknown };

const Accounts = z.array(z.object({ id: z.number(), email: z.string(), host: z.string() }));
const LoggedIn = z.object({ token: z.string() });

/** Logs every account in that has a password; those that cannot are told and left out. */
export async function logInAccounts(owner: pg.Client, port: number): Promise<DemoAccount[]> {
  const { rows } = await owner.query(
    `select users.id, email, host from users join domains on domains.id = domain_id
     where is_active and removed_at is null and password_hash is not null order by users.id`,
  );
  const opened: DemoAccount[] = [];
  for (const account of Accounts.parse(rows)) {
    const body = JSON.stringify({ email: account.email, password: DEMO_PASSWORD });
    const headers = { 'content-type': 'application/json', host: account.host };
    const answer = await fetchAnswer(port, '/api/admin/login/', { method: 'POST', headers, body });
    const token = LoggedIn.safeParse(answer.body).data?.token;
    if (token === undefined) console.log(`${account.email} cannot log in: ${JSON.stringify(answer).slice(0, 160)}`);
    else opened.push({ ...account, token });
  }
  return opened;
}

/** Asks as an account, or as a visitor without one. */
export function ask(port: number, account: DemoAccount | null, path: string): Promise<Answered> {
  const { host, token } = account ?? { host: 'localhost', token: null };
  return fetchAnswer(port, path, { headers: { host, ...(token === null ? {} : { authorization: `token ${token}` }) } });
}

async function fetchAnswer(port: number, path: string, init: RequestInit): Promise<Answered> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, init);
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json') === true;
  return { status: answer.status, body: isJson ? JSON.parse(text) : text };
}
