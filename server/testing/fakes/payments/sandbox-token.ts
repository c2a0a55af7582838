import type { World } from '../../world.ts';

export const TOKENS_PATH = '/sandbox-gateway/tokens';

const someCard = { expires: `${new Date().getUTCFullYear() + 3}-04`, code: '123', holder: 'Felix Andersen' };

/** Asks the sandbox for a token, as its frame does. */
export function askForToken(world: World, card: object, headers: Record<string, string> = {}) {
  return world.raw({
    method: 'POST',
    url: TOKENS_PATH,
    headers: { host: 'localhost', origin: 'null', ...headers },
    payload: { ...someCard, ...card },
  });
}

/** Returns a token of the sandbox for this card number. */
export async function cardTokenOf(world: World, number = '4111111111111111', about: object = {}): Promise<string> {
  const answer = await askForToken(world, { number, ...about });
  if (answer.statusCode !== 200) throw new Error(`No token was made: ${answer.statusCode} ${answer.body}`);
  return answer.json().token;
}
