import { IconMail, IconPencil } from '@tabler/icons-react';
import type { ListedLabel } from '@vialkeep/contract/labels.ts';
import { Button } from '../../ui/actions/button.tsx';
import { OutsideLink } from '../../ui/actions/link.tsx';
import { type CellLine, CellLines, TallCell } from '../../ui/display/cell-lines.tsx';
import { StatusPill } from '../../ui/display/status-pill.tsx';
import { customColumn, dayColumn } from '../../ui/layout/columns.tsx';
import { labelAddress, trackingAddress } from './label-address.ts';
import classes from './labels.module.css';
import { labelsTexts } from './labels.texts.ts';

const texts = labelsTexts.administered;

type Pressed = (label: ListedLabel) => void;

export function labelColumns({ onEdit, onSend }: { onEdit: Pressed; onSend: Pressed }) {
  return [
    customColumn<ListedLabel>(texts.center, (label) => <Center label={label} />, {
      value: (label) =>
        centerLines(label)
          .map(([name, value]) => `${name} ${value}`)
          .join(', '),
      sort: ({ hc_desc: [center] }) => center?.company,
      width: '20%',
    }),
    customColumn<ListedLabel>(texts.domain, ({ domain }) => <span className={classes.small}>{domain.name}</span>, {
      value: ({ domain }) => domain.name,
      sort: ({ domain }) => domain.name,
      priority: 3,
    }),
    customColumn<ListedLabel>(texts.location, (label) => <Place label={label} />, {
      value: placeOf,
      priority: 2,
    }),
    customColumn<ListedLabel>(texts.patients, (label) => <Patients label={label} />, {
      value: (label) => patientNames(label).join(', '),
    }),
    dayColumn<ListedLabel>(texts.date, ({ label_date }) => label_date, { priority: 2 }),
    customColumn<ListedLabel>(texts.trackingLink, ({ tracking_link }) => <TrackingLink link={tracking_link} />, {
      value: ({ tracking_link }) => tracking_link,
      priority: 3,
    }),
    customColumn<ListedLabel>(texts.trackingNumber, (label) => <Tracking label={label} />, {
      value: ({ tracking_number }) => tracking_number,
      priority: 2,
    }),
    customColumn<ListedLabel>(texts.label, (label) => <LabelCell label={label} onEdit={() => onEdit(label)} />, {
      value: ({ pdf_file }) => pdf_file,
    }),
    customColumn<ListedLabel>(texts.sent, (label) => <Notification label={label} onSend={() => onSend(label)} />, {
      value: ({ notification_sent }) => (notification_sent ? texts.yes : texts.no),
      sort: ({ notification_sent }) => (notification_sent ? 1 : 0),
    }),
  ];
}

function Center({ label }: { label: ListedLabel }) {
  return (
    <div className={classes.center}>
      <CellLines lines={centerLines(label)} />
    </div>
  );
}

function centerLines(label: ListedLabel): CellLine[] {
  const [center] = label.hc_desc;
  const { id, name, email, doctor, doctorEmail, by } = texts.lines;
  const lines: CellLine[] = [
    [id, `#${center?.id ?? ''}`],
    [name, center?.company ?? ''],
    [email, label.harvest_center_email],
    [doctor, label.doctor_name],
    [doctorEmail, label.doctor_email],
    [by, label.requester.id === center?.id ? '' : `#${label.requester.id} ${label.requester.company}`],
  ];
  return lines.filter(([, value]) => value !== '');
}

function placeLines({ address1, city, state_desc, zip_code, country_desc }: ListedLabel): string[] {
  return [address1, `${city}, ${state_desc} ${zip_code}`, country_desc];
}

function placeOf(label: ListedLabel): string {
  return placeLines(label).join(', ');
}

function Place({ label }: { label: ListedLabel }) {
  return (
    <span className={classes.small}>
      {placeLines(label).map((line) => (
        <span key={line}>{line}</span>
      ))}
    </span>
  );
}

export function patientNames({ patients, other_patient_name }: ListedLabel): string[] {
  if (patients.length === 0) return [other_patient_name];
  return patients.map(({ id, first_name, last_name }) => `#${id} ${first_name} ${last_name}`);
}

function Patients({ label }: { label: ListedLabel }) {
  return (
    <span className={classes.names}>
      {patientNames(label).map((name) => (
        <span key={name}>{name}</span>
      ))}
    </span>
  );
}

function TrackingLink({ link }: { link: string }) {
  const address = trackingAddress(link);
  if (address === null) return link;
  return <OutsideLink href={address}>{new URL(address).host.replace(/^www\./, '')}</OutsideLink>;
}

function Tracking({ label: { tracking_number, shipment } }: { label: ListedLabel }) {
  return (
    <TallCell>
      <span className={classes.number}>{tracking_number}</span>
      {shipment?.words && <span className={classes.aside}>{shipment.words}</span>}
    </TallCell>
  );
}

function LabelCell({ label, onEdit }: { label: ListedLabel; onEdit: () => void }) {
  const { id, pdf_file, carrier_doubt, may } = label;
  return (
    <TallCell>
      {pdf_file && <OutsideLink href={labelAddress(pdf_file)}>{texts.seeFile}</OutsideLink>}
      {/* A label that may exist at the carrier needs an administrator's check (0026). */}
      {carrier_doubt && <span className={classes.doubt}>{carrier_doubt}</span>}
      {may.includes('edit') && (
        <span>
          <Button size="xs" icon={<IconPencil size={14} aria-hidden />} onClick={onEdit}>
            {texts.edit}
            <span className="visually-hidden"> {texts.name(id)}</span>
          </Button>
        </span>
      )}
    </TallCell>
  );
}

function Notification({ label, onSend }: { label: ListedLabel; onSend: () => void }) {
  const { id, notification_sent, notification, may } = label;
  const remark = texts.states[notification];
  return (
    <TallCell>
      <span>
        <StatusPill tone={notification_sent ? 'done' : notification === 'refused' ? 'failed' : 'waiting'}>
          {notification_sent ? texts.yes : texts.no}
        </StatusPill>
      </span>
      {remark && <span className={classes.aside}>{remark}</span>}
      {may.includes('send') && (
        <span>
          <Button size="xs" icon={<IconMail size={14} aria-hidden />} onClick={onSend}>
            {labelsTexts.sending.send}
            <span className="visually-hidden"> {texts.sendOf(texts.name(id))}</span>
          </Button>
        </span>
      )}
    </TallCell>
  );
}
