import { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { z } from 'zod';
import { DEMO_PASSWORD } from '../harness/workers.ts';

const LoggedIn = z.object({ token: z.string(), user: z.object({ id: UserId }) });

/** Logs in a user of the demo network. */
export async function logIn(port: number, email: string): Promise<{ token: string; userId: number }> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/admin/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  });
  const { token, user } = LoggedIn.parse(await answer.json());
  return { token, userId: user.id };
}
