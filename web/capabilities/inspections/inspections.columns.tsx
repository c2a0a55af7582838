import type { AdministeredInspection, InspectionState } from '@vialkeep/contract/inspections.ts';
import { dateTimeColumn, numberColumn, type StatusLabel, statusColumn, textColumn } from '../../ui/layout/columns.tsx';
import { inspectionsTexts } from './inspections.texts.ts';

const texts = inspectionsTexts.administered;
const fixed = { sort: false } as const;

const stateLabels: Record<InspectionState, StatusLabel> = {
  open: { text: inspectionsTexts.states.open, tone: 'moving' },
  ended: { text: inspectionsTexts.states.ended, tone: 'failed' },
  expired: { text: inspectionsTexts.states.expired, tone: 'done' },
};

export const inspectionColumns = [
  textColumn<AdministeredInspection>(texts.agency, ({ agency }) => agency, fixed),
  textColumn<AdministeredInspection>(texts.inspector, ({ name, email }) => `${name}, ${email}`, fixed),
  statusColumn<AdministeredInspection>(texts.state, ({ state }) => stateLabels[state], fixed),
  textColumn<AdministeredInspection>(texts.scope, formatScope, fixed),
  dateTimeColumn<AdministeredInspection>(texts.until, ({ ends_at, ended_at }) => ended_at ?? ends_at, fixed),
  numberColumn<AdministeredInspection>(texts.entries, ({ entries }) => entries, { ...fixed, priority: 2 }),
  textColumn<AdministeredInspection>(texts.reason, ({ reason }) => reason, { ...fixed, priority: 2 }),
  textColumn<AdministeredInspection>(texts.by, ({ made_by }) => made_by.name, { ...fixed, priority: 3 }),
  textColumn<AdministeredInspection>(texts.site, ({ site }) => site, { ...fixed, priority: 3 }),
];

function formatScope({ patient_ids, with_names }: AdministeredInspection): string {
  const scope = patient_ids === null ? texts.wholeSite : texts.somePatients(patient_ids.length);
  return with_names ? texts.named(scope) : scope;
}
