import { makeOrderLabel, readOrderLabel } from '@vialkeep/contract/vial-orders.ts';
import { deleteVialEntry } from '@vialkeep/contract/vials.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actorlessContext } from '../../kernel/session/actor.ts';
import { openOrders, saidBy } from '../../testing/bench/orders-world.ts';
import { type FedexStandIn, fakeFedex, LABEL } from '../../testing/fakes/carrier/fake-fedex.ts';
import { newWorld, type World } from '../../testing/world.ts';
import { trackOrders } from './track-orders.ts';
import { verifyOrders } from './verify-orders.ts';

let fedex: FedexStandIn;
let world: World;
let bench: Awaited<ReturnType<typeof openOrders>>;
beforeAll(async () => {
  fedex = await fakeFedex();
  const { clientId, clientSecret, account, url } = fedex.account;
  world = await newWorld({
    CHECKOUTS_PER_HOUR: '10000',
    CARRIER: 'fedex',
    FEDEX_CLIENT_ID: clientId,
    FEDEX_CLIENT_SECRET: clientSecret,
    FEDEX_ACCOUNT: account,
    FEDEX_URL: url,
  });
  bench = await openOrders(world);
});
afterAll(async () => {
  await world.close();
  await fedex.close();
});

const shippingInfo = {
  address1: '845 Flatiron Parkway',
  city: 'Boulder',
  state: 'Colorado',
  country_desc: 'United States',
  zip_code: '80301',
};
const newOrder = async (quantity = 1) => {
  const patient = await bench.addPatient(quantity);
  await bench.buy(patient.id, quantity, { shippingInfo });
  const order = await bench.findOrder(patient.id);
  if (!order) throw new Error('There is no order.');
  return { ...order, codes: patient.codes };
};
const make = (id: number, body: object = {}) => world.send(bench.lab, makeOrderLabel, { params: { id }, body });

describe('The parcel of an order', () => {
  test('the carrier makes its label from the lab to the address of the purchase, and it ships with that number', async () => {
    const { id, codes } = await newOrder();
    expect((await bench.read(id)).may).toContain('make_label');
    const made = await make(id);
    expect([made.statusCode, made.json().alerts]).toEqual([200, []]);
    const shipment = fedex.shipments.at(-1);
    expect(made.json().tracking_number).toBe(shipment?.trackingNumber);
    expect(shipment?.asked).toMatchObject({
      requestedShipment: {
        shipper: { contact: { personName: 'Shipping' } },
        recipients: [{ address: { city: 'Boulder', stateOrProvinceCode: 'CO', postalCode: '80301' } }],
      },
    });
    const file = await world.send(bench.lab, readOrderLabel, { params: { id } });
    expect(file.rawPayload.equals(LABEL)).toBe(true);
    expect(saidBy(await make(id))).toEqual([409, 'has_label', 'This order has a label already.']);
    await bench.packAll(id, codes);
    const shipped = await bench.ship(id, { tracking_number: undefined });
    expect(shipped.json().entry).toMatchObject({ tracking_id: shipment?.trackingNumber, codes });
  });

  test('an address that a label cannot carry is refused, and nothing is asked of the carrier', async () => {
    const asked = fedex.shipments.length;
    const { id } = await bench.newOrder(1);
    expect((await make(id)).json()).toMatchObject({ reason: 'no_address' });
    expect(fedex.shipments).toHaveLength(asked);
    expect(await bench.read(id)).toMatchObject({ has_label: false, carrier_doubt: null });
  });

  test('a request whose answer was lost is made again only after the caller has looked', async () => {
    const { id } = await newOrder();
    await world.sql("update vial_orders set asked_carrier_at = now() - interval '6 minutes' where id = $1", [id]);
    expect((await bench.read(id)).carrier_doubt).toContain('never arrived');
    expect((await make(id)).json()).toMatchObject({ reason: 'label_uncertain' });
    expect((await make(id, { has_looked: true })).statusCode).toBe(200);
    expect(await bench.read(id)).toMatchObject({ has_label: true, carrier_doubt: null });
  });

  test('one of several requests at once is sent to the carrier', async () => {
    const { id } = await newOrder();
    const before = fedex.shipments.length;
    const answers = await Promise.all([make(id), make(id), make(id)]);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(fedex.shipments).toHaveLength(before + 1);
  });

  test('the carrier’s word makes a shipped order delivered, once', async () => {
    const { id, codes } = await newOrder();
    const { tracking_number } = (await make(id)).json();
    await bench.packAll(id, codes);
    await bench.ship(id, { tracking_number });
    const track = () => trackOrders(world.app.services, actorlessContext('test'));
    fedex.states.set(tracking_number, { latestStatusDetail: { code: 'IT', description: 'In transit' } });
    await track();
    expect(await bench.read(id)).toMatchObject({ state: 'shipped', shipment: { state: 'on_its_way' } });
    fedex.states.set(tracking_number, {
      latestStatusDetail: { code: 'DL', description: 'Delivered' },
      dateAndTimes: [{ type: 'ACTUAL_DELIVERY', dateTime: '2026-03-03T10:00:00Z' }],
    });
    await Promise.all([track(), track()]);
    const shown = await bench.read(id);
    expect(shown).toMatchObject({
      state: 'delivered',
      shipment: { state: 'delivered' },
      delivered_at: '2026-03-03T10:00:00.000Z',
    });
    const events = await world.sql(
      "select 1 from custody_events where kind = 'order.delivered' and (facts ->> 'order')::int = $1",
      [id],
    );
    expect(events).toHaveLength(1);
    expect(await verifyOrders(world.app.services.store.read('platform'))).toEqual([]);
  });
});

describe('The verification of orders', () => {
  test('the verification names an order whose state, payment or shipment is not that of its vials', async () => {
    const db = world.app.services.store.read('platform');
    const faultOf = async (id: number) =>
      (await verifyOrders(db)).filter(({ about }) => about === `Order of vials #${id}`).map(({ fault }) => fault);
    const [ready, cancelled, unpaid, shipped] = [
      await newOrder(),
      await newOrder(),
      await newOrder(),
      await newOrder(),
    ];
    await world.sql("update vial_orders set state = 'packed' where id = $1", [ready.id]);
    expect(await faultOf(ready.id)).toEqual(['is packed with 1 of 1 vials, 0 picked and 0 packed']);
    await world.sql("update vial_orders set state = 'cancelled', reason = 'x' where id = $1", [cancelled.id]);
    expect(await faultOf(cancelled.id)).toEqual(['is cancelled and has reserved 1 vials']);
    await world.sql("update vial_orders set state = 'unpaid', transaction_id = null where id = $1", [unpaid.id]);
    expect(await faultOf(unpaid.id)).toEqual(['is unpaid and its checkout is charged']);
    await bench.packAll(shipped.id, shipped.codes);
    const { entry } = (await bench.ship(shipped.id)).json();
    await world.sql('alter table vial_entries disable trigger deleted_entries_reopen_orders');
    await world.call(bench.admin, deleteVialEntry, { params: { id: entry.id } });
    expect(await faultOf(shipped.id)).toEqual(['is shipped by a shipment that was taken back']);
  });
});
