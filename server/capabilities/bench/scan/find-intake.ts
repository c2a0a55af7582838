import { formatBenchCode } from '@vialkeep/contract/bench-codes.ts';
import { dayInWords } from '@vialkeep/contract/kernel/day-labels.ts';
import type { Db } from '../../../kernel/db/db.ts';
import { isExpired } from '../../intake/index.ts';
import type { Bench } from '../../lab-policy/index.ts';
import { legalSteps, linesOf, type NamedThing, type ThingFinder, unknownThing } from './scanned.ts';

const KIT_WORDS: Readonly<Record<string, string>> = {
  in_stock: 'In stock',
  sent: 'Sent to a clinic',
  used: 'Used at a harvest',
  received: 'Received with its tissue',
  void: 'Void',
};

function kitsOf(db: Db, { lab }: Bench) {
  return db
    .selectFrom('kits')
    .innerJoin('lots', 'lots.id', 'kits.lot_id')
    .leftJoin('harvests', 'harvests.kit_id', 'kits.id')
    .select(['kits.id', 'kits.code', 'kits.state', 'lots.name', 'lots.lot', 'lots.held_by', 'lots.expires_on'])
    .select(['harvests.patient_id', isExpired.as('is_expired')])
    .where('kits.lab_id', '=', lab.id);
}

type KitRow = Awaited<ReturnType<ReturnType<typeof kitsOf>['executeTakeFirstOrThrow']>>;

export const findKit: ThingFinder = async (db, bench, code) => {
  const kit = await kitsOf(db, bench).where('kits.code', '=', code).executeTakeFirst();
  return kit ? presentKit(kit) : null;
};

function presentKit(kit: KitRow): NamedThing {
  const isGood = !kit.is_expired && kit.held_by === null;
  return {
    patientId: kit.patient_id,
    shown: {
      kind: 'kit',
      id: kit.id,
      code: formatBenchCode({ kind: 'kit', code: kit.code }),
      title: `Kit ${formatBenchCode({ kind: 'kit', code: kit.code })}`,
      lines: linesOf(
        `${kit.name}, lot ${kit.lot}`,
        KIT_WORDS[kit.state] ?? kit.state,
        kit.patient_id !== null && `Patient ${kit.patient_id}`,
        ...lotWarnings(kit),
      ),
      next: legalSteps([
        ['send_kit', kit.state === 'in_stock' && isGood],
        ['receive_tissue', kit.state === 'used' || kit.state === 'sent'],
        ['void_kit', kit.state === 'in_stock' || kit.state === 'sent'],
        ['print_label', kit.state === 'in_stock'],
      ]),
    },
  };
}

type LotState = { readonly expires_on: string | null; readonly is_expired: boolean; readonly held_by: number | null };

function lotWarnings({ expires_on, is_expired, held_by }: LotState): string[] {
  return linesOf(
    expires_on !== null && `${is_expired ? 'Expired on' : 'Expires on'} ${dayInWords(expires_on)}`,
    held_by !== null && 'Held by a deviation',
  );
}

export const findBatch: ThingFinder = async (db, { lab }, code) => {
  const batch = await db
    .selectFrom('batches')
    .select(['id', 'code', 'patient_id', 'passage', 'state', 'opened_on'])
    .where('lab_id', '=', lab.id)
    .where('code', '=', code)
    .executeTakeFirst();
  if (!batch) return null;
  const isOpen = batch.state === 'open';
  const shownCode = formatBenchCode({ kind: 'batch', code: batch.code });
  return {
    patientId: batch.patient_id,
    shown: {
      kind: 'batch',
      id: batch.id,
      code: shownCode,
      title: `Batch ${shownCode}`,
      lines: [
        `Patient ${batch.patient_id}`,
        `Passage ${batch.passage}, opened on ${dayInWords(batch.opened_on)}`,
        { open: 'Open', closed: 'Closed', failed: 'Failed' }[batch.state] ?? batch.state,
      ],
      next: legalSteps([
        ['open_batch', true],
        ['use_lot', isOpen],
        ['record_qc', true],
        ['add_vials', isOpen],
        ['close_batch', isOpen],
        ['print_label', true],
      ]),
    },
  };
};

type MakersCode = {
  readonly gtin: string | null;
  readonly lot: string | null;
  readonly serial: string | null;
  readonly expires_on: string | null;
};

/** What a maker's code names: a kit by its serial number, a lot of this lab, or a lot that can be registered. */
export async function findByMakersCode(db: Db, bench: Bench, code: MakersCode): Promise<NamedThing> {
  if (code.lot === null) return unknownThing('This code has no lot number.');
  const rows = await db
    .selectFrom('lots')
    .select(['id', 'kind', 'name', 'lot', 'gtin', 'expires_on', 'held_by', isExpired.as('is_expired')])
    .where('lab_id', '=', bench.lab.id)
    .where('lot', '=', code.lot)
    .where((eb) => (code.gtin === null ? eb.lit(true) : eb.or([eb('gtin', '=', code.gtin), eb('gtin', 'is', null)])))
    .orderBy((eb) => eb('gtin', 'is', null))
    .orderBy('id', 'desc')
    .limit(1)
    .execute();
  const [lot] = rows;
  if (!lot) return newLot(code, code.lot);
  const kit = code.serial === null ? null : await findKitBySerial(db, bench, lot.id, code.serial);
  if (kit) return presentKit(kit);
  const isGood = !lot.is_expired && lot.held_by === null;
  return {
    patientId: null,
    shown: {
      kind: 'lot',
      id: lot.id,
      code: '',
      title: `${lot.name}, lot ${lot.lot}`,
      lines: linesOf(lot.kind === 'kit' ? 'Kits' : 'Reagent', ...lotWarnings(lot)),
      next: legalSteps([
        ['add_kits', lot.kind === 'kit' && isGood],
        ['use_lot', lot.kind === 'reagent' && isGood],
      ]),
    },
  };
}

async function findKitBySerial(db: Db, bench: Bench, lotId: number, serial: string): Promise<KitRow | null> {
  const kit = await kitsOf(db, bench)
    .where('kits.lot_id', '=', lotId)
    .where('kits.serial', '=', serial)
    .executeTakeFirst();
  return kit ?? null;
}

function newLot({ gtin, expires_on }: MakersCode, lot: string): NamedThing {
  return {
    patientId: null,
    shown: {
      kind: 'lot',
      id: null,
      code: '',
      title: `Lot ${lot}`,
      lines: linesOf(
        'Not registered yet',
        gtin !== null && `Product number ${gtin}`,
        expires_on !== null && `Expires on ${dayInWords(expires_on)}`,
      ),
      next: ['register_lot'],
    },
  };
}
