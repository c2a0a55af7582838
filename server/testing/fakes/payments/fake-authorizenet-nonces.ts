import { randomBytes } from 'node:crypto';
import { z } from 'zod';

const NONCE_MINUTES = 15;
const DESCRIPTOR = 'COMMON.ACCEPT.INAPP.PAYMENT';

const Asked = z.object({
  data: z.object({
    type: z.literal('TOKEN'),
    id: z.string().min(1),
    token: z.object({
      cardNumber: z.string().regex(/^\d{13,16}$/),
      expirationDate: z.string().regex(/^(?:0[1-9]|1[0-2])\d{4}$/),
      cardCode: z.string().regex(/^\d{3,4}$/),
      fullName: z.string().max(64).optional(),
    }),
  }),
});
const Opaque = z.object({ dataDescriptor: z.literal(DESCRIPTOR), dataValue: z.string() });

type Nonce = {
  readonly card: { cardNumber: string; expirationDate: string; cardCode: string };
  readonly made: Date;
  isUsed: boolean;
};

/** The nonces of the fake gateway: each stands for one card, once, for 15 minutes. */
export function fakeNonces(clock: () => Date) {
  const nonces = new Map<string, Nonce>();

  function redeem(opaque: unknown): Nonce['card'] | { code: string; text: string } {
    const { dataValue } = Opaque.parse(opaque);
    const nonce = nonces.get(dataValue);
    if (!nonce || nonce.isUsed) return { code: 'E00114', text: 'Invalid OTS Token.' };
    nonce.isUsed = true;
    if (clock().getTime() - nonce.made.getTime() > NONCE_MINUTES * 60_000) {
      return { code: 'E00115', text: 'Expired OTS Token.' };
    }
    return nonce.card;
  }

  return {
    make(body: Record<string, unknown>): object {
      const { cardNumber, expirationDate, cardCode } = Asked.parse(body).data.token;
      const dataValue = randomBytes(40).toString('base64');
      const card = {
        cardNumber,
        expirationDate: `${expirationDate.slice(2)}-${expirationDate.slice(0, 2)}`,
        cardCode,
      };
      nonces.set(dataValue, { card, made: clock(), isUsed: false });
      return { opaqueData: { dataDescriptor: DESCRIPTOR, dataValue } };
    },

    /** The request with the card of its nonce in place of the nonce, or the gateway's refusal. */
    exchange(request: Record<string, unknown>): Record<string, unknown> | { code: string; text: string } {
      let refusal: { code: string; text: string } | null = null;
      const exchanged: unknown = JSON.parse(JSON.stringify(request), (name, value: unknown) => {
        if (name !== 'payment' || typeof value !== 'object' || value === null || !('opaqueData' in value)) return value;
        const card = redeem(value.opaqueData);
        if ('code' in card) refusal = card;
        return { creditCard: card };
      });
      return refusal ?? z.record(z.string(), z.unknown()).parse(exchanged);
    },
  };
}
