import { passkeyLogin, passkeyLoginOptions } from '@vialkeep/contract/factors.ts';
import type { Answer } from '@vialkeep/contract/kernel/route.ts';
import { call } from '../../kernel/api/api.ts';
import { failureOf } from '../../kernel/api/failure.ts';
import { PasskeyUnused, signWithPasskey } from '../../kernel/passkeys.ts';
import { sessionTexts } from './session.texts.ts';

type Outcome = { opened: Answer<typeof passkeyLogin>; problem: null } | { opened: null; problem: string };

/** Opens a session with a passkey alone, or says what went wrong. */
export async function logInWithPasskey(): Promise<Outcome> {
  try {
    const { login, passkey } = await call(passkeyLoginOptions, {});
    const response = await signWithPasskey(passkey);
    return { opened: await call(passkeyLogin, { body: { login, response } }), problem: null };
  } catch (thrown) {
    const isUnused = thrown instanceof PasskeyUnused;
    return { opened: null, problem: isUnused ? sessionTexts.login.passkeyUnused : failureOf(thrown).message };
  }
}
