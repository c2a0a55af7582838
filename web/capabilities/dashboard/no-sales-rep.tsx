import { useUser } from '../../kernel/session.ts';
import { StandingNote } from '../../ui/standing-note.tsx';
import { dashboardTexts } from './dashboard.texts.ts';

/** F047: without a sales rep nothing can be ordered, and only an administrator can change that. */
export function NoSalesRep() {
  const user = useUser();
  return user.saless_rep_id === null ? <StandingNote>{dashboardTexts.noSalesRep}</StandingNote> : null;
}
