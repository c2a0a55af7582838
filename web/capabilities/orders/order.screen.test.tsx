import { PlaceDetails, readPlace } from '@vialkeep/contract/places.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import {
  cancelOpenOrder,
  deliverVialOrder,
  makeOrderLabel,
  packOrderVial,
  pickOrderVial,
  readVialOrder,
  reportLostVial,
  shipVialOrder,
  VialOrderDetails,
} from '@vialkeep/contract/vial-orders.ts';
import { VialEntry } from '@vialkeep/contract/vials.ts';
import { expect, test } from 'vitest';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server } from '../../testing/open-screen.tsx';
import { fillFields, hasControl, pressControl } from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { scanText } from '../../testing/scan.ts';
import { orderTexts as texts } from './orders.texts.ts';

const VIAL = '0123-4567-Y';
const CODE = '0123-4567-Y';
const box = { id: 9, code: CODE, name: 'Box 1', path: ['Main building', 'Freezer 1', 'Box 1'] };
const inBox = { code: VIAL, picked: false, packed: false, box, position: 2, label: 'A2' };
const picked = { ...inBox, picked: true, box: null, position: null, label: null };
const packed = { ...picked, packed: true };
const place = buildSample(PlaceDetails, {
  id: 9,
  kind: 'box',
  name: 'Box 1',
  rows: 1,
  columns: 3,
  retired_at: null,
  path: [],
  cells: ['A1', 'A2', 'A3'].map((label, at) => ({
    position: at + 1,
    label,
    code: at === 1 ? VIAL : null,
    held: false,
    reserved: at === 1,
  })),
} as never);
const details = (changes: object = {}) =>
  buildSample(VialOrderDetails, {
    id: 1042,
    code: CODE,
    state: 'ready',
    quantity: 1,
    patient: { id: 1030, name: 'Ana Whitfield' },
    vials: [inBox],
    ship_on: '2026-03-05',
    ship_to: ['Boulder Clinic', '845 Flatiron Parkway'],
    tracking_number: '',
    has_label: false,
    carrier_doubt: null,
    shipment: null,
    delivered_at: null,
    reason: '',
    to_put_back: [],
    may: ['pick', 'cancel', 'print_slip'],
    ...changes,
  } as never);
const isPacked = { state: 'packed', vials: [packed], may: ['ship', 'cancel', 'print_slip'] };
const visit = {
  page: '/bench/orders/$id',
  address: '/bench/orders/1042',
  as: memberOf(Plan.lab),
  may: ['bench.use'],
};
const open = async (changes: object = {}) => {
  server.answer(readVialOrder, details(changes));
  server.answer(readPlace, place);
  await openScreen(visit);
};

describeScreen(
  'OrderScreen',
  {
    ...visit,
    answers: [answerWith(readVialOrder, details()), answerWith(readPlace, place)],
    reads: { route: readVialOrder, waiting: texts.loading, failed: texts.failed },
    filled: [
      texts.titleOf(`R-${CODE}`),
      VIAL,
      texts.at('A2', 'Main building · Freezer 1 · Box 1'),
      texts.of(0, 1),
      '845 Flatiron Parkway',
    ],
  },
  () => {
    test('the vials of an order that has left are shipped, not packed', async () => {
      await open({ ...isPacked, state: 'delivered', may: ['print_slip'] });
      expect(document.querySelector('tbody')?.textContent).toBe(`${VIAL}${texts.steps.sent}`);
    });

    test('a scan without focus picks the vial, and the page asks for its second scan', async () => {
      await open();
      server.answer(pickOrderVial, details({ state: 'picking', vials: [picked] }));
      server.answer(readVialOrder, details({ state: 'picking', vials: [picked], may: ['pack', 'cancel'] }));
      await scanText('V01234567Y');
      expectAnnounced('status', texts.picked(VIAL));
      expect(server.receivedCalls(pickOrderVial).at(-1)?.body).toMatchObject({ vial_code: VIAL, input: 'scanner' });
      expectTexts(texts.next.pack);
    });

    test('a picked vial is packed by its second scan', async () => {
      await open({ state: 'picking', vials: [picked], may: ['pack', 'cancel'] });
      server.answer(packOrderVial, details(isPacked));
      await scanText('V01234567Y');
      expectAnnounced('status', texts.packed(VIAL));
    });

    test('a vial that is not reserved for the order is refused in the words of the server', async () => {
      await open();
      server.refuse(pickOrderVial, 'wrong_vial', { message: 'Reserved for order 7' });
      await scanText('V01234567Y');
      expectAnnounced('alert', 'Reserved for order 7');
      await scanText('K01234567Y');
      expectAnnounced('alert', texts.notVial);
    });

    test('a code that another system printed is sent as it was scanned', async () => {
      await open();
      server.refuse(pickOrderVial, 'wrong_vial', { message: 'Reserved for order 7' });
      await scanText('N-04/17');
      expectAnnounced('alert', 'Reserved for order 7');
      expect(server.receivedCalls(pickOrderVial)).toMatchObject([{ body: { vial_code: 'N-04/17' } }]);
    });

    test('a vial that cannot be found is told, and the next one is shown', async () => {
      await open();
      server.answer(reportLostVial, details({ state: 'waiting', vials: [] }));
      server.answer(readVialOrder, details({ state: 'waiting', vials: [], may: ['cancel'] }));
      await pressControl(texts.cannotFind);
      expectAnnounced('status', texts.lost(VIAL));
      expectTexts(texts.short(0, 1), texts.none);
    });

    test('a packed order is shipped with the number that was scanned from the label', async () => {
      await open(isPacked);
      server.answer(shipVialOrder, {
        entry: buildSample(VialEntry, { type: 'shipped', quantity: 1 }),
        order: details({ state: 'shipped' }),
      });
      await scanText('1001921334250001000300794612345678');
      expectAnnounced('status', texts.numberRead('794612345678'));
      await pressControl(texts.ship);
      expectAnnounced('status', texts.shipped(1));
      expect(server.receivedCalls(shipVialOrder).at(-1)?.body).toMatchObject({ tracking_number: '794612345678' });
    });

    test('fewer vials are shipped after a second press, and a missing number is told at its field', async () => {
      await open({ ...isPacked, quantity: 3, state: 'waiting' });
      server.refuse(shipVialOrder, 'short', { message: 'Packed 1 of 3. Ship 1?' });
      await fillFields({ [texts.tracking]: '7946' });
      await pressControl(texts.ship);
      expectAnnounced('alert', 'Packed 1 of 3. Ship 1?');
      await pressControl(texts.shipFewer(1));
      expect(server.receivedCalls(shipVialOrder).at(-1)?.body).toMatchObject({ quantity_agreed: 1 });
    });

    test('a label is made by the carrier, and again only by one who has looked', async () => {
      await open({ ...isPacked, may: ['ship', 'make_label', 'cancel'] });
      server.refuse(makeOrderLabel, 'label_uncertain');
      await pressControl(texts.makeLabel);
      server.answer(makeOrderLabel, { id: 1042, version: 2, tracking_number: '7946', alerts: [] });
      await pressControl(texts.askAgain);
      expect(server.receivedCalls(makeOrderLabel).at(-1)?.body).toMatchObject({ has_looked: true });
      expectAnnounced('status', texts.labelMade('7946'));
    });

    test('a cancellation asks for the reason', async () => {
      await open();
      await pressControl(texts.cancel);
      await expectAccessible();
      server.answer(cancelOpenOrder, { ...details({ state: 'cancelled' }), to_put_back: [] });
      await fillFields({ [texts.reason]: 'The clinic has called' });
      await pressControl(texts.cancelNow);
      expect(server.receivedCalls(cancelOpenOrder).at(-1)?.body).toMatchObject({ reason: 'The clinic has called' });
      expectAnnounced('status', texts.cancelled);
    });

    test('a shipped order can be delivered and nothing else', async () => {
      await open({ state: 'shipped', vials: [packed], may: ['deliver', 'print_slip'] });
      expect(hasControl(texts.cancel)).toBe(false);
      server.answer(deliverVialOrder, details({ state: 'delivered' }));
      await pressControl(texts.deliver);
      expectAnnounced('status', texts.delivered);
    });

    test('a cancelled order shows what is to be put back', async () => {
      await open({ state: 'cancelled', vials: [], reason: 'The clinic has called', to_put_back: [VIAL], may: [] });
      expectTexts(texts.putBack, VIAL, 'The clinic has called');
    });
  },
);
