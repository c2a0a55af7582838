import { lookUpScan, ScannedThing } from '@vialkeep/contract/bench.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { ListedVialOrder, listVialOrders } from '@vialkeep/contract/vial-orders.ts';
import { expect, test } from 'vitest';
import { buildSample } from '../../testing/build-sample.ts';
import { answerWith, describeScreen } from '../../testing/describe-screen.ts';
import { expectAnnounced } from '../../testing/expectations.ts';
import { openScreen, server, shownAddress } from '../../testing/open-screen.tsx';
import { memberOf } from '../../testing/people.ts';
import { scanText } from '../../testing/scan.ts';
import { ordersTexts as texts } from './orders.texts.ts';

const CODE = '0123-4567-Y';
const order = buildSample(ListedVialOrder, {
  id: 1042,
  code: CODE,
  state: 'ready',
  quantity: 3,
  reserved: 3,
  patient: { id: 1030, name: 'Ana Whitfield' },
} as never);
const visit = { page: '/bench/orders', as: memberOf(Plan.lab), may: ['bench.use'] };
const thing = buildSample(ScannedThing, { kind: 'order', id: 1042, next: ['pick_order', 'open_order'] });

describeScreen(
  'OrdersScreen',
  {
    ...visit,
    answers: [answerWith(listVialOrders, { results: [order], count: 1 })],
    empty: { answers: [answerWith(listVialOrders, { results: [], count: 0 })], shows: [texts.noneYet] },
    filled: [`R-${CODE}`, 'Ana Whitfield', texts.states.ready, texts.counted(3, 3)],
  },
  () => {
    test('a scan of an order opens it', async () => {
      server.answer(listVialOrders, { results: [order], count: 1 });
      server.answer(lookUpScan, thing);
      await openScreen(visit);
      await scanText('R01234567Y');
      expect(shownAddress()).toBe('/bench/orders/1042');
    });

    test('a scan of a reserved vial opens its order, and one of anything else says so', async () => {
      server.answer(listVialOrders, { results: [order], count: 1 });
      server.answer(lookUpScan, { ...thing, kind: 'place', id: 7, next: ['open_place'] });
      await openScreen(visit);
      await scanText('B01234567Y');
      expectAnnounced('alert', texts.noOrder);
      server.answer(lookUpScan, { ...thing, kind: 'vial', id: 5, order_id: 1042, next: ['pick_vial', 'open_order'] });
      await scanText('V01234567Y');
      expect(shownAddress()).toBe('/bench/orders/1042');
    });
  },
);
