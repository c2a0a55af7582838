import type { AdministeredInspection, InspectionState } from '@vialkeep/contract/inspections.ts';
import {
  customColumn,
  dateTimeColumn,
  numberColumn,
  type StatusLabel,
  statusColumn,
  textColumn,
} from '../../ui/layout/columns.tsx';
import classes from './inspections.module.css';
import { inspectionsTexts } from './inspections.texts.ts';

const texts = inspectionsTexts.administered;
const fixed = { sort: false } as const;

const stateLabels: Record<InspectionState, StatusLabel> = {
  open: { text: inspectionsTexts.states.open, tone: 'moving' },
  ended: { text: inspectionsTexts.states.ended, tone: 'failed' },
  expired: { text: inspectionsTexts.states.expired, tone: 'done' },
};

export const inspectionColumns = [
  customColumn<AdministeredInspection>(
    texts.agency,
    ({ agency, reason }) => <TwoLines first={agency} second={reason} />,
    { ...fixed, value: ({ agency }) => agency, width: '26%' },
  ),
  customColumn<AdministeredInspection>(texts.inspector, ({ name, email }) => <TwoLines first={name} second={email} />, {
    ...fixed,
    value: ({ name }) => name,
    width: '22%',
  }),
  statusColumn<AdministeredInspection>(texts.state, ({ state }) => stateLabels[state], fixed),
  customColumn<AdministeredInspection>(texts.scope, (row) => <TwoLines first={formatScope(row)} second={row.site} />, {
    ...fixed,
    value: formatScope,
    width: '18%',
  }),
  dateTimeColumn<AdministeredInspection>(texts.until, ({ ends_at, ended_at }) => ended_at ?? ends_at, fixed),
  numberColumn<AdministeredInspection>(texts.sessions, ({ sessions }) => sessions, { ...fixed, priority: 2 }),
  textColumn<AdministeredInspection>(texts.by, ({ made_by }) => made_by.name, { ...fixed, priority: 3 }),
];

/** A value, and below it what is read less often. */
function TwoLines({ first, second }: { first: string; second: string }) {
  return (
    <span className={classes.lines}>
      <span>{first}</span>
      <span className={classes.second}>{second}</span>
    </span>
  );
}

function formatScope({ patient_ids, with_names }: AdministeredInspection): string {
  const scope = patient_ids === null ? texts.wholeSite : texts.somePatients(patient_ids.length);
  return with_names ? texts.named(scope) : scope;
}
