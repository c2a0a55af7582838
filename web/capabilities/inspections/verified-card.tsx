import type { VerifiedSample } from '@vialkeep/contract/inspections.ts';
import { Facts } from '../../ui/display/facts.tsx';
import { formatCount } from '../../ui/display/formats.ts';
import { StatusPill } from '../../ui/display/status-pill.tsx';
import { Card } from '../../ui/layout/card.tsx';
import classes from './inspections.module.css';
import { inspectionsTexts } from './inspections.texts.ts';

const texts = inspectionsTexts.verified;

/** What Verify has checked, and each fault. */
export function VerifiedCard({ verified }: { verified: VerifiedSample }) {
  return (
    <Card title={texts.title}>
      <p role="status" className={classes.verdict}>
        <StatusPill tone={verified.intact ? 'done' : 'failed'}>
          {verified.intact ? texts.intact : texts.broken}
        </StatusPill>
      </p>
      {verified.faults.length > 0 && (
        <ul className={classes.faults}>
          {verified.faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      )}
      <div className={classes.counts}>
        <Facts
          facts={[
            [texts.events, formatCount(verified.custody_events)],
            [texts.vials, formatCount(verified.vials)],
            [texts.documents, formatCount(verified.documents)],
            [texts.seals, formatCount(verified.seals)],
            [texts.timestamps, formatCount(verified.timestamps)],
            [texts.auditRows, formatCount(verified.audit_rows)],
            [texts.batches, formatCount(verified.batches)],
          ]}
        />
      </div>
    </Card>
  );
}
