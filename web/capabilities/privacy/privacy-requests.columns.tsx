import type { AdministeredPrivacyRequest } from '@vialkeep/contract/privacy.ts';
import { privacyTexts } from '../../components/privacy/privacy.texts.ts';
import { stateLabels } from '../../components/privacy/your-data.columns.tsx';
import { formatDay } from '../../ui/display/formats.ts';
import { StatusPill } from '../../ui/display/status-pill.tsx';
import { customColumn, dayColumn, statusColumn, textColumn } from '../../ui/layout/columns.tsx';

const texts = privacyTexts.administered;
const fixed = { sort: false } as const;

export const privacyRequestColumns = [
  textColumn<AdministeredPrivacyRequest>(privacyTexts.kind, ({ kind }) => privacyTexts.kinds[kind], fixed),
  textColumn<AdministeredPrivacyRequest>(texts.person, ({ person }) => texts.personName(person.name, person.id), fixed),
  statusColumn<AdministeredPrivacyRequest>(privacyTexts.state, ({ state }) => stateLabels[state], fixed),
  customColumn<AdministeredPrivacyRequest>(privacyTexts.due, (request) => <DueDay request={request} />, {
    ...fixed,
    value: ({ due_on }) => due_on,
  }),
  dayColumn<AdministeredPrivacyRequest>(privacyTexts.received, ({ received_at }) => received_at, {
    ...fixed,
    priority: 2,
  }),
  textColumn<AdministeredPrivacyRequest>(texts.hold, ({ hold }) => hold?.reason, { ...fixed, priority: 2 }),
  textColumn<AdministeredPrivacyRequest>(texts.site, ({ site }) => site, { ...fixed, priority: 3 }),
];

function DueDay({ request: { due_on, is_overdue, ended_at } }: { request: AdministeredPrivacyRequest }) {
  if (ended_at !== null) return null;
  return (
    <>
      <time dateTime={due_on}>{formatDay(due_on)}</time>{' '}
      {is_overdue && <StatusPill tone="failed">{texts.overdue}</StatusPill>}
    </>
  );
}
