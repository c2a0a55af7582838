import { type ListedDocument, PatientDocumentKind } from '@vialkeep/contract/documents.ts';
import classes from './documents.module.css';
import { documentsTexts as texts } from './documents.texts.ts';
import { stateOfKind } from './kind-states.ts';
import { timeAgo } from './time-ago.ts';

type Props = { documents: readonly ListedDocument[]; now: number };

/**
 * Three labelled dots: which of the three documents the patient has signed, and when the others were last requested.
 */
export function KindDots({ documents, now }: Props) {
  return (
    <ul className={classes.dots}>
      {PatientDocumentKind.options.map((kind) => {
        const state = stateOfKind(documents, kind);
        const pending = documents.find((document) => document.kind === kind && document.status === 'Pending');
        return (
          <li key={kind} className={classes.dotLine}>
            <span className={classes.dot} data-state={state} aria-hidden />
            {texts.kinds[kind]}: {state === 'none' ? texts.notRequested : texts.status[state]}
            {pending?.emailed_at && (
              <span className={classes.ago}>, {texts.sentAgo(timeAgo(pending.emailed_at, now))}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
