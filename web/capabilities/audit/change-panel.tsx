import type { AuditRow } from '@vialkeep/contract/audit.ts';
import { Facts } from '../../ui/display/facts.tsx';
import { formatDateTime } from '../../ui/display/formats.ts';
import { SidePanel } from '../../ui/overlays/side-panel.tsx';
import classes from './audit.module.css';
import { auditTexts as texts } from './audit.texts.ts';
import { aboutOf, shownValue, whoOf } from './audit-labels.ts';

type Props = { row: AuditRow | null; onClose: () => void };

/** Shows one audit row: each field before and after, the client's address and the other details. */
export function ChangePanel({ row, onClose }: Props) {
  return (
    <SidePanel opened={row !== null} title={row?.action ?? ''} onClose={onClose}>
      {row && (
        <>
          <Facts
            facts={[
              [texts.when, formatDateTime(row.at)],
              [texts.who, whoOf(row)],
              [texts.about, aboutOf(row)],
              [texts.site, row.site],
              [texts.from, row.address],
              [texts.device, row.device],
              [texts.request, row.request_id],
              ...Object.entries(row.facts).map(([name, value]) => [formatFieldName(name), shownValue(value)] as const),
            ]}
          />
          <ChangedFields changes={row.changes} />
        </>
      )}
    </SidePanel>
  );
}

function ChangedFields({ changes }: Pick<AuditRow, 'changes'>) {
  const fields = Object.entries(changes);
  if (fields.length === 0) return <p className={classes.quiet}>{texts.noFields}</p>;
  return (
    <table className={classes.changes}>
      <thead>
        <tr>
          <th scope="col">{texts.fields}</th>
          <th scope="col">{texts.before}</th>
          <th scope="col">{texts.after}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(([field, { before, after }]) => (
          <tr key={field}>
            <th scope="row">{formatFieldName(field)}</th>
            <td>{shownValue(before)}</td>
            <td>{shownValue(after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function formatFieldName(field: string): string {
  return field.replaceAll('_', ' ');
}
