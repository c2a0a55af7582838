import { checkOut, readNextInvoice } from '@vialkeep/contract/checkout.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { switchCommissions } from '../../testing/commissions/commission-world.ts';
import { kitOrder } from '../../testing/kit-order.ts';
import { sentStatements } from '../../testing/sent-statements.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await newWorld({ CHECKOUTS_PER_HOUR: '1000' });
  await switchCommissions(world, false);
});
afterAll(() => world.close());

const MOST_STATEMENTS = 12;

/** The statements of one checkout on connections that are already open. */
async function statementsOf(who: Caller, order: object): Promise<string[]> {
  const prepareOrder = async () => {
    const { transaction_id: invoice_id } = await world.call(who, readNextInvoice);
    return () => world.call(who, checkOut, { body: { ...kitOrder, ...order, invoice_id } });
  };
  await (await prepareOrder())();
  return sentStatements(await prepareOrder());
}

describe('Statements of a checkout', () => {
  test('F107 a checkout with a typed card sends at most 12 statements, from the session to the answer', async () => {
    const statements = await statementsOf(await world.as('hc'), {});
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(MOST_STATEMENTS);
    expect(statements.filter((text) => text === 'begin')).toHaveLength(1);
    expect(statements.at(-1)).toBe('commit');
  });

  test('F107 a checkout for a patient sends at most 12 statements', async () => {
    const hc = await world.as('hc');
    const [patient] = await world.sql<{ id: number }>(
      `select subject_id as id from active_relations join users on users.id = subject_id
       where object_id = $1 and kind = 'center' and plan_id = 2 order by subject_id limit 1`,
      [hc.user.id],
    );
    const statements = await statementsOf(hc, { patient_id: patient?.id });
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(MOST_STATEMENTS);
  });

  test('F107 a checkout with a coupon sends at most 12 statements', async () => {
    await world.sql("insert into coupons (name, code, discount_cents) values ('Counted', 'COUNTED', 2000)");
    const statements = await statementsOf(await world.as('hc'), { coupon_code: 'counted', total_amount: 300 });
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(MOST_STATEMENTS);
  });

  test('F107 a checkout with a saved card sends at most 12 statements', async () => {
    const hc = await world.as('hc');
    const [card] = await world.sql<{ card_id: string }>('select card_id from saved_cards where user_id = $1', [
      hc.user.id,
    ]);
    const statements = await statementsOf(hc, {
      credit_card: null,
      auth_customer_payment_profile_validation: card?.card_id,
    });
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(MOST_STATEMENTS);
  });

  test('F107 a checkout on a site with commissions sends exactly one statement more, which writes the lines', async () => {
    const hc = await world.as('hc');
    const without = await statementsOf(hc, {});
    await switchCommissions(world, true);
    const statements = await statementsOf(hc, {});
    await switchCommissions(world, false);
    const isEarning = (text: string) => text.includes('earn_commission');
    expect(without.filter(isEarning)).toEqual([]);
    expect(statements.filter(isEarning)).toHaveLength(1);
    expect(statements.filter((text) => !isEarning(text))).toEqual(without);
  });
});
