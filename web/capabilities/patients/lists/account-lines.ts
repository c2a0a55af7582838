import type { TabledPatient } from '@vialkeep/contract/patients.ts';
import type { CellLine } from '../../../ui/display/cell-lines.tsx';
import { formatDay } from '../../../ui/display/formats.ts';
import { listTexts } from './lists.texts.ts';

const texts = listTexts.all;

/** The lines of a patient's 'Account Details' (3-administration 2.3). */
export function accountLines(patient: TabledPatient): CellLine[] {
  const [center, referralCenter] = [patient.hc_desc[0], patient.rhc_desc[0]];
  return [
    [texts.vialsAvailable, String(patient.vials_available)],
    [texts.received, dayOrNone(patient.date_adipose_received_by_lab)],
    [texts.estimated, dayOrNone(patient.estimated_date_vials_ready_to_ship)],
    [texts.inSterility, String(patient.vials_preparation)],
    [texts.sterilityStart, dayOrNone(patient.sterility_start_date)],
    [texts.sterilityEnd, dayOrNone(patient.sterility_end_date)],
    [texts.sterilityComplete, yesNoOrNone(patient.sterility_complete)],
    ...(center ? [[listTexts.center, center.company] as const] : []),
    ...(referralCenter ? [[listTexts.referralCenter, referralCenter.company] as const] : []),
    [listTexts.rep, patient.sales_rep?.name ?? listTexts.none],
    [texts.domain, patient.domain.name],
  ];
}

function dayOrNone(day: string | null): string {
  return formatDay(day) || listTexts.none;
}

function yesNoOrNone(value: boolean | null): string {
  if (value === null) return listTexts.none;
  return value ? texts.yes : texts.no;
}
