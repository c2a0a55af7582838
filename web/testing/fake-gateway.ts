import { readTokeniser } from '@vialkeep/contract/card-token.ts';
import { route } from '@vialkeep/contract/kernel/route.ts';
import { z } from 'zod';
import type { FakeServer } from './fake-server.ts';

/** The request by which a page makes a token at Authorize.Net, announced like a call of the product. */
export const makeToken = route({
  method: 'POST',
  path: '/gateway/request.api',
  summary: 'Exchange a card for a token',
  access: 'public',
  answer: z.object({
    opaqueData: z.object({ dataDescriptor: z.string(), dataValue: z.string() }).optional(),
    messages: z.object({ resultCode: z.string(), message: z.array(z.object({ code: z.string(), text: z.string() })) }),
  }),
});

const tokeniser = {
  gateway: 'authorizenet' as const,
  url: 'https://gateway.test/gateway/request.api',
  login: 'login',
  client_key: 'public',
};

/** The gateway answers with this token. */
export function answerWithToken(server: FakeServer, dataValue: string): void {
  server.answer(readTokeniser, tokeniser);
  server.answer(makeToken, {
    opaqueData: { dataDescriptor: 'COMMON.ACCEPT.INAPP.PAYMENT', dataValue },
    messages: { resultCode: 'Ok', message: [{ code: 'I_WC_01', text: 'Successful.' }] },
  });
}

/** The gateway refuses the card with this code. */
export function refuseToken(server: FakeServer, code: string): void {
  server.answer(readTokeniser, tokeniser);
  server.answer(makeToken, { messages: { resultCode: 'Error', message: [{ code, text: 'No.' }] } });
}

/** The gateway cannot be reached. */
export function failTokens(server: FakeServer): void {
  server.answer(readTokeniser, tokeniser);
  server.refuse(makeToken, 'unavailable');
}
