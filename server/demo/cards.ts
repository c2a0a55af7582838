import { Redacted } from '@vialkeep/contract/kernel/redacted.ts';
import type { Work } from '../kernel/db/db.ts';
import { CardDetails } from '../ports/card-details.ts';
import type { CardAtGateway, Payments } from '../ports/payments.ts';

type DemoCard = { number: string; code: string; holder: string; monthsLeft: number };

/** Saved cards by the owner's email; the first is the default. A user who is not listed has no card. */
const kept: Readonly<Record<string, readonly DemoCard[]>> = {
  'hc@vialkeep.test': [
    { number: '4111111111111111', code: '123', holder: 'Maria Stein', monthsLeft: 26 },
    { number: '5424000000000015', code: '123', holder: 'Stein Regenerative Clinic', monthsLeft: 14 },
  ],
  'hc2@vialkeep.test': [
    { number: '370000000000002', code: '1234', holder: 'Owen Takahashi', monthsLeft: 1 },
    { number: '6011000000000012', code: '123', holder: 'Owen Takahashi', monthsLeft: 31 },
  ],
  'rhc@vialkeep.test': [{ number: '4012888818888', code: '123', holder: 'Amara Nwosu', monthsLeft: 20 }],
  'patient@vialkeep.test': [{ number: '4007000000027', code: '123', holder: 'Ana Whitfield', monthsLeft: 8 }],
  'patient@north.test': [{ number: '4111111111111111', code: '123', holder: 'Liv Sandberg', monthsLeft: 22 }],
  // Is saved, and declined when it is charged later.
  'patient2@north.test': [{ number: '4000000000000721', code: '123', holder: 'Signe Bergstrom', monthsLeft: 19 }],
  'hc@north.test': [{ number: '5424000000000015', code: '123', holder: 'Freya Holm', monthsLeft: 17 }],
};

export type Saved = { email: string; reference: string; cards: readonly { at: CardAtGateway; details: CardDetails }[] };

/** Saves the cards at the sandbox. A real gateway gets no invented customers. */
export async function saveDemoCards(payments: Payments): Promise<readonly Saved[]> {
  if (payments.name !== 'sandbox') return [];
  const saved: Saved[] = [];
  for (const [email, cards] of Object.entries(kept)) {
    const reference = `demo-${saved.length + 1}`;
    const atGateway: { at: CardAtGateway; details: CardDetails }[] = [];
    for (const card of cards) {
      const details = detailsOf(card);
      atGateway.push({ at: await payments.createCustomer({ reference, email }, details), details });
    }
    saved.push({ email, reference, cards: atGateway });
  }
  return saved;
}

export async function addCards(work: Work, saved: readonly Saved[]): Promise<void> {
  for (const { email, reference, cards } of saved) {
    const { id: user_id, domain_id } = await work.db
      .selectFrom('users')
      .select(['id', 'domain_id'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    const customer_id = cards[0]?.at.customerId ?? '';
    const gateway = 'sandbox';
    await work.db
      .insertInto('payment_customers')
      .values({ user_id, domain_id, gateway, reference, customer_id })
      .execute();
    const rows = cards.map(({ at, details: { brand, last4, holder, expires } }, index) => ({
      user_id,
      domain_id,
      gateway,
      customer_id,
      brand,
      last4,
      holder,
      expires,
      card_id: at.cardId,
      is_default: index === 0,
    }));
    await work.db.insertInto('saved_cards').values(rows).execute();
  }
}

function detailsOf({ number, code, holder, monthsLeft }: DemoCard): CardDetails {
  const now = new Date();
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + monthsLeft, 1));
  return new CardDetails({
    number: new Redacted(number),
    code: new Redacted(code),
    holder,
    expires: month.toISOString().slice(0, 7),
  });
}
