import { listAwaitedCenters } from '@vialkeep/contract/centers.ts';
import { useApi } from '../../kernel/api/query.ts';
import { useUser } from '../../kernel/session/session.ts';
import { WarningNote } from '../../ui/feedback/warning-note.tsx';
import { centersTexts } from './centers.texts.ts';

/** Shows a referral center the harvest centers that have not approved it yet (W-06). */
export function AwaitedCenters() {
  const { id } = useUser();
  const { data = [] } = useApi(listAwaitedCenters, { params: { id } });
  if (data.length === 0) return null;
  return <WarningNote>{centersTexts.awaited(data.map(({ company }) => company).join(', '))}</WarningNote>;
}
