import type { Tokeniser } from '@vialkeep/contract/card-token.ts';
import { z } from 'zod';
import { postOutside } from '../../../kernel/api/post-outside.ts';
import { newUuid } from '../../../kernel/new-uuid.ts';
import { TOKEN_PATIENCE_MS } from '../../../kernel/timings.ts';
import { type CardField, cardNotAccepted, type TypedCard, tokeniserUnavailable } from './typed-card.ts';

type Account = Extract<Tokeniser, { gateway: 'authorizenet' }>;

const Answer = z.object({
  opaqueData: z.object({ dataValue: z.string() }).optional(),
  messages: z.object({ message: z.array(z.object({ code: z.string() })) }),
});

/** The gateway's codes about one field of the card, in words for its owner. */
const problems: Readonly<Record<string, readonly [field: CardField, message: string]>> = {
  E_WC_05: ['number', 'The card number is not right.'],
  E_WC_06: ['expires', 'The expiration date of the card is not right.'],
  E_WC_07: ['expires', 'The expiration date of the card is not right.'],
  E_WC_08: ['expires', 'This card has expired.'],
  E_WC_15: ['code', 'The security code is not right.'],
  E_WC_17: ['holder', 'Enter the name on the card here.'],
};

/** Makes the request that the gateway's own script makes; that script does not enter a page that holds a session. */
export async function askAuthorizenet({ url, login, client_key }: Account, card: TypedCard): Promise<string> {
  const [year, month] = card.expires.split('-');
  const request = {
    securePaymentContainerRequest: {
      merchantAuthentication: { name: login, clientKey: client_key },
      data: {
        type: 'TOKEN',
        id: newUuid(),
        token: {
          cardNumber: card.number,
          expirationDate: `${month}${year}`,
          cardCode: card.code,
          fullName: card.holder.slice(0, LONGEST_NAME),
        },
      },
    },
  };
  const answer = Answer.safeParse(await postOutside(url, request, TOKEN_PATIENCE_MS)).data;
  if (answer?.opaqueData) return answer.opaqueData.dataValue;
  const [problem] = (answer?.messages.message ?? []).flatMap(({ code }) => {
    const known = problems[code];
    return known ? [known] : [];
  });
  throw problem ? cardNotAccepted({ [problem[0]]: problem[1] }) : tokeniserUnavailable();
}

const LONGEST_NAME = 64;
