import { readTokeniser } from '@vialkeep/contract/card-token.ts';
import { call } from '../../../kernel/api/api.ts';
import { Refused } from '../../../kernel/api/failure.ts';
import { digitsIn } from '../card-digits.ts';
import { askAuthorizenet } from './ask-authorizenet.ts';
import { askSandbox } from './ask-sandbox.ts';
import type { CardField, TypedCard } from './typed-card.ts';

/**
 * Exchanges a typed card for a token of the payment gateway, which works once and for 15 minutes. Each attempt to pay
 * makes its own. Throws a refusal whose fields have the form's names; then nothing was sent to the product.
 */
export async function makeCardToken(card: TypedCard, names: Readonly<Record<CardField, string>>): Promise<string> {
  const tokeniser = await call(readTokeniser, {});
  const typed = { ...card, number: digitsIn(card.number), holder: card.holder.trim() };
  try {
    return tokeniser.gateway === 'sandbox'
      ? await askSandbox(tokeniser.frame, typed)
      : await askAuthorizenet(tokeniser, typed);
  } catch (thrown) {
    throw thrown instanceof Refused ? withNames(thrown, names) : thrown;
  }
}

function withNames({ status, reason, message, fields }: Refused, names: Readonly<Record<string, string>>): Refused {
  const named = Object.entries(fields).map(([field, text]) => [names[field] ?? field, text] as const);
  return new Refused({ status, reason, message, fields: Object.fromEntries(named) });
}
