import type { CountFinding, CountLine } from '@vialkeep/contract/stock-counts.ts';
import { CountResolution, CountFinding as Findings } from '@vialkeep/contract/stock-counts.ts';
import type { Selectable } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';
import type { DB as Tables } from '../../kernel/db/tables.generated.ts';
import { type BenchVial, listVialsOfLab } from '../vials/index.ts';
import { labelIn, listPlacesById, type PlaceRow } from './places.queries.ts';

export type CountRow = Selectable<Tables['stock_counts']>;

/** A line of a count with the vial that its code names, as the records have it now. */
export type JudgedLine = CountLine & { readonly position: number | null; readonly vial: BenchVial | null };

/** The lines of a count, differences first. An open one is compared with the records of this moment. */
export async function listCountLines(db: Db, count: CountRow, box: PlaceRow): Promise<JudgedLine[]> {
  const lines = count.closed_at ? await listKeptLines(db, count, box) : await judgeLines(db, count, box);
  const rank = ({ finding }: CountLine) => (finding === 'right' ? 1 : 0);
  return lines.toSorted((one, other) => rank(one) - rank(other) || (one.code < other.code ? -1 : 1));
}

function selectLines(db: Db, count: CountRow) {
  return db
    .selectFrom('count_lines')
    .select(['code', 'position', 'finding', 'resolution', 'note'])
    .where('count_id', '=', count.id)
    .orderBy('id')
    .execute();
}

async function listKeptLines(db: Db, count: CountRow, box: PlaceRow): Promise<JudgedLine[]> {
  const rows = await selectLines(db, count);
  return rows.map(({ code, position, finding, resolution, note }) => ({
    code,
    position,
    label: position === null ? null : labelIn(box, position),
    finding: Findings.parse(finding),
    recorded: null,
    resolution: resolution === null ? null : CountResolution.parse(resolution),
    note,
    vial: null,
  }));
}

async function judgeLines(db: Db, count: CountRow, box: PlaceRow): Promise<JudgedLine[]> {
  const scanned = await selectLines(db, count);
  const inBox = await db.selectFrom('vials').select('code').where('box_id', '=', box.id).orderBy('position').execute();
  const positions = new Map(scanned.map(({ code, position }) => [code, position]));
  const missing = inBox.map(({ code }) => code).filter((code) => !positions.has(code));
  const codes = [...positions.keys(), ...missing];
  const vials = new Map((await listVialsOfLab(db, count.lab_id, codes)).map((vial) => [vial.code, vial]));
  const boxes = await listBoxes(db, [...vials.values()]);
  return codes.map((code) => {
    const vial = vials.get(code) ?? null;
    const isMissing = !positions.has(code);
    const position = isMissing ? (vial?.position ?? null) : (positions.get(code) ?? null);
    return {
      code,
      position,
      label: position === null ? null : labelIn(box, position),
      finding: isMissing ? 'missing' : judgeScan(vial, box, position),
      recorded: describeRecorded(vial, boxes, count.lab_id),
      resolution: null,
      note: '',
      vial,
    };
  });
}

/** What a scanned code is, compared with the records. */
function judgeScan(vial: BenchVial | null, box: PlaceRow, position: number | null): CountFinding {
  if (!vial) return 'unknown';
  if (vial.state !== 'stored' || vial.isPicked) return 'gone';
  if (vial.boxId === null) return 'unplaced';
  if (vial.boxId !== box.id) return 'elsewhere';
  return position === null || position === vial.position ? 'right' : 'wrong_position';
}

async function listBoxes(db: Db, vials: readonly BenchVial[]): Promise<Map<number, PlaceRow>> {
  const ids = [...new Set(vials.flatMap(({ boxId }) => (boxId === null ? [] : [boxId])))];
  const rows = await listPlacesById(db, ids);
  return new Map(rows.map((row) => [row.id, row]));
}

const outOfStore = { shipped: 'Shipped', discarded: 'Discarded', withdrawn: 'Withdrawn' } as const;

/** Where a vial is by the records, in words. */
function describeRecorded(vial: BenchVial | null, boxes: ReadonlyMap<number, PlaceRow>, labId: number): string {
  if (!vial) return 'Not known here';
  if (vial.state !== 'stored') return outOfStore[vial.state];
  if (vial.isPicked) return 'Picked for an order';
  const box = vial.boxId === null ? undefined : boxes.get(vial.boxId);
  if (!box || vial.position === null) return 'Without a position';
  return box.lab_id === labId ? `${box.name}, ${labelIn(box, vial.position)}` : 'In another lab';
}
