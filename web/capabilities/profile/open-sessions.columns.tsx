import type { OpenSession } from '@vialkeep/contract/session.ts';
import { CellLines, TallCell } from '../../ui/display/cell-lines.tsx';
import type { Fact } from '../../ui/display/facts.tsx';
import { formatDateTime } from '../../ui/display/formats.ts';
import { StatusPill } from '../../ui/display/status-pill.tsx';
import { customColumn, dateTimeColumn, textColumn } from '../../ui/layout/columns.tsx';
import { profileTexts } from './profile.texts.ts';

const texts = profileTexts.settings;

/** The name of the acting user, or the owner's device. */
export function sessionName({ by, device }: OpenSession): string {
  return by ? texts.actingPerson(by.name, by.plan) : device;
}

export function sessionFacts(session: OpenSession): Fact[] {
  const { kind, by, reason, until, device } = session;
  if (!by || kind === 'login') {
    return [
      [texts.device, deviceOf(session)],
      [texts.provedBy, session.proved_by],
    ];
  }
  return [
    [texts.kinds[kind], texts.actingPerson(by.name, by.plan)],
    ...(reason === null ? [] : ([[texts.why, reason]] as const)),
    [texts.ends, formatDateTime(until)],
    [texts.provedBy, session.proved_by],
    [texts.device, device],
  ];
}

export const sessionColumns = [
  customColumn<OpenSession>(texts.device, deviceCell, { value: sessionName }),
  textColumn<OpenSession>(texts.provedBy, (session) => session.proved_by, { priority: 2 }),
  textColumn<OpenSession>(texts.site, (session) => session.site, { priority: 2 }),
  dateTimeColumn<OpenSession>(texts.started, (session) => session.started_at),
  dateTimeColumn<OpenSession>(texts.seen, (session) => session.last_seen_at, { priority: 2 }),
];

function deviceCell(session: OpenSession) {
  const { kind, by, reason, until, current } = session;
  const device = (
    <div>
      {deviceOf(session)} {current && <StatusPill tone="done">{texts.here}</StatusPill>}
    </div>
  );
  if (!by || kind === 'login') return device;
  return (
    <TallCell>
      <div>
        <StatusPill tone="waiting">{texts.kinds[kind]}</StatusPill>
      </div>
      <strong>{texts.actingPerson(by.name, by.plan)}</strong>
      {device}
      <CellLines
        lines={[...(reason === null ? [] : ([[texts.why, reason]] as const)), [texts.ends, formatDateTime(until)]]}
      />
    </TallCell>
  );
}

function deviceOf({ device, address }: OpenSession): string {
  return address === null ? device : `${device} ${texts.from(address)}`;
}
