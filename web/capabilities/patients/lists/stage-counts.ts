import type { StageCount } from '@vialkeep/contract/patient-overview.ts';
import { type ProcessFields, Stage, stageOf } from '@vialkeep/contract/stage.ts';
import type { StageCell } from '../../../components/sample/stage-strip.tsx';
import { formatCount } from '../../../ui/display/formats.ts';
import { listTexts } from './lists.texts.ts';

const texts = listTexts.strip;

/** A sterility test that ends within this many days ends soon; equals the server's limit. */
const SOON_DAYS = 3;

/** Computes the server's counts from a list that is loaded completely. */
export function countByStage(
  patients: readonly (ProcessFields & { vials_available: number })[],
  today: string,
): StageCount[] {
  const staged = patients.map((patient) => ({ patient, now: stageOf(patient, today) }));
  return Stage.options.map((stage) => {
    const here = staged.filter(({ now }) => now.stage === stage);
    const since = here.flatMap(({ now }) => (now.since === null ? [] : [daysFrom(now.since, today)]));
    return {
      stage,
      count: here.length,
      oldest_days: since.length === 0 ? null : Math.max(0, ...since),
      late: here.filter(({ now }) => now.late > 0).length,
      failed: here.filter(({ now }) => now.failed).length,
      ending_soon: here.filter(({ patient, now }) => endsSoon(patient, now.until, today)).length,
      vials: here.reduce((sum, { patient }) => sum + patient.vials_available, 0),
    };
  });
}

/** The contents of the strip: the count, and the most important detail below it. */
export function stageCells(counts: readonly StageCount[]): Record<Stage, StageCell> {
  const cellOf = (stage: Stage): StageCell => {
    const count = counts.find((one) => one.stage === stage);
    return count ? { count: count.count, ...noteOf(count) } : { count: 0 };
  };
  return {
    awaiting: cellOf('awaiting'),
    shipped: cellOf('shipped'),
    received: cellOf('received'),
    plating: cellOf('plating'),
    sterility: cellOf('sterility'),
    ready: cellOf('ready'),
  };
}

function noteOf({ stage, failed, late, ending_soon, vials, oldest_days }: StageCount): Omit<StageCell, 'count'> {
  if (failed > 0) return { note: texts.failed(failed), tone: 'failed' };
  if (late > 0) return { note: texts.late(late), tone: 'waiting' };
  if (ending_soon > 0) return { note: texts.endSoon(ending_soon) };
  if (stage === 'ready') return vials ? { note: texts.vials(formatCount(vials)) } : {};
  return oldest_days === null || oldest_days === 0 ? {} : { note: texts.oldest(oldest_days) };
}

function endsSoon(patient: ProcessFields, until: string | null, today: string): boolean {
  if (!patient.sterility_start_date || patient.sterility_complete === true || until === null) return false;
  if (patient.date_vials_ready_to_ship) return false;
  const left = -daysFrom(until, today);
  return left >= 0 && left <= SOON_DAYS;
}

function daysFrom(day: string, today: string): number {
  return Math.round((Date.parse(`${today}T00:00:00Z`) - Date.parse(`${day}T00:00:00Z`)) / 86_400_000);
}
