import { formatBenchCode } from '@vialkeep/contract/bench-codes.ts';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/db/db.ts';
import type { Bench } from '../../lab-policy/index.ts';
import { findPlaceNames } from '../places-of-vials.ts';
import { legalSteps, linesOf, type NamedThing, type ThingFinder } from './scanned.ts';

const PLACE_WORDS: Readonly<Record<string, string>> = {
  facility: 'Facility',
  freezer: 'Freezer',
  rack: 'Rack',
  box: 'Box',
};

export const findPlace: ThingFinder = async (db, { lab }, code) => {
  const place = await db
    .selectFrom('places')
    .select(['id', 'code', 'kind', 'name', 'filled', 'capacity', 'retired_at'])
    .where('lab_id', '=', lab.id)
    .where('code', '=', code)
    .executeTakeFirst();
  if (!place) return null;
  const isBox = place.kind === 'box' && place.retired_at === null;
  const names = await findPlaceNames(db, place.id);
  return {
    patientId: null,
    shown: {
      kind: 'place',
      id: place.id,
      code: formatBenchCode({ kind: 'place', code: place.code }),
      title: place.name,
      lines: linesOf(
        PLACE_WORDS[place.kind] ?? place.kind,
        (names?.path ?? []).slice(0, -1).join(' · '),
        place.retired_at === null ? `${place.filled} of ${place.capacity} positions filled` : 'Retired',
      ),
      next: legalSteps([
        ['open_place', true],
        ['fill_box', isBox && place.filled < place.capacity],
        ['count_box', isBox],
        ['print_label', place.retired_at === null],
      ]),
    },
  };
};

const ORDER_WORDS: Readonly<Record<string, string>> = {
  unpaid: 'Not paid yet',
  waiting: 'Waits for vials',
  ready: 'Ready to pick',
  picking: 'Being picked',
  packed: 'Packed',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
};

function ordersOf(db: Db, { lab }: Bench) {
  return db
    .selectFrom('vial_orders')
    .select(['id', 'code', 'state', 'patient_id', 'quantity'])
    .where('lab_id', '=', lab.id);
}

type OrderRow = Awaited<ReturnType<ReturnType<typeof ordersOf>['executeTakeFirstOrThrow']>>;

export const findOrder: ThingFinder = async (db, bench, code) => {
  const order = await ordersOf(db, bench).where('code', '=', code).executeTakeFirst();
  return order ? presentOrder(order) : null;
};

function presentOrder({ id, code, state, patient_id, quantity }: OrderRow): NamedThing {
  const shownCode = formatBenchCode({ kind: 'order', code });
  return {
    patientId: patient_id,
    shown: {
      kind: 'order',
      id,
      code: shownCode,
      title: `Order ${shownCode}`,
      lines: [`Patient ${patient_id}`, quantity === 1 ? '1 vial' : `${quantity} vials`, ORDER_WORDS[state] ?? state],
      next: legalSteps([
        ['pick_order', state === 'ready' || state === 'picking'],
        ['pack_order', state === 'picking'],
        ['ship_order', state === 'packed'],
        ['deliver_order', state === 'shipped'],
        ['open_order', true],
        ['print_label', state !== 'cancelled'],
      ]),
    },
  };
}

export const findOperatorBadge: ThingFinder = async (db, { lab, operator }, code) => {
  const badge = await db
    .selectFrom('lab_operators')
    .select(['id', 'code', 'name', 'may_sign', 'ended_at'])
    .where('lab_id', '=', lab.id)
    .where('code', '=', code)
    .executeTakeFirst();
  if (!badge) return null;
  const isAtWork = badge.ended_at === null;
  const hasShift = operator?.id === badge.id;
  return {
    patientId: null,
    shown: {
      kind: 'operator',
      id: badge.id,
      code: formatBenchCode({ kind: 'operator', code: badge.code }),
      title: badge.name,
      lines: linesOf('Operator', isAtWork ? badge.may_sign && 'May sign' : 'Ended'),
      next: legalSteps([
        ['begin_shift', isAtWork && !hasShift],
        ['end_shift', isAtWork && hasShift],
        ['print_label', isAtWork],
      ]),
    },
  };
};

/** The carrier's barcode of 34 digits ends with the tracking number of 12. */
const CARRIER_BARCODE = /^\d{22}(\d{12})$/;
const TRACKING_NUMBER = /^[0-9A-Z]{8,34}$/;

/** A parcel with tissue of one of the lab's patients, or with an order of the lab. */
export async function findShipment(db: Db, bench: Bench, text: string): Promise<NamedThing | null> {
  const number = text.toUpperCase().replace(/[\s-]/g, '');
  if (!TRACKING_NUMBER.test(number)) return null;
  const numbers = [number, CARRIER_BARCODE.exec(number)?.[1] ?? number];
  const isOneOf = sql<boolean>`replace(upper(tracking_number), ' ', '') = any(${numbers}::text[])`;
  const order = await ordersOf(db, bench).where(isOneOf).orderBy('id', 'desc').executeTakeFirst();
  if (order) {
    const { shown, patientId } = presentOrder(order);
    const title = `Parcel ${number} of order ${shown.code}`;
    return { patientId, shown: { ...shown, kind: 'tracking', title } };
  }
  const label = await db
    .selectFrom('labels')
    .innerJoin('label_patients', 'label_patients.label_id', 'labels.id')
    .innerJoin('active_relations', 'active_relations.subject_id', 'label_patients.patient_id')
    .select(['labels.id', 'labels.shipment_words', 'labels.delivered_at', 'label_patients.patient_id'])
    .where('active_relations.kind', '=', 'lab')
    .where('active_relations.object_id', '=', bench.lab.id)
    .where(isOneOf)
    .orderBy('labels.id', 'desc')
    .executeTakeFirst();
  if (!label) return null;
  return {
    patientId: label.patient_id,
    shown: {
      kind: 'tracking',
      id: label.id,
      code: '',
      title: `Parcel ${number} with tissue`,
      lines: linesOf(`Patient ${label.patient_id}`, label.shipment_words),
      next: ['receive_tissue'],
    },
  };
}
