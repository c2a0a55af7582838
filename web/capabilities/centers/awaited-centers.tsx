import { listAwaitedCenters } from '@vialkeep/contract/centers.ts';
import { useApi } from '../../kernel/api/query.ts';
import { useUser } from '../../kernel/session/session.ts';
import { WarningNote } from '../../ui/feedback/warning-note.tsx';
import { centersTexts } from './centers.texts.ts';

/** W-06: tells a referral center which harvest centers have not approved it yet. */
export function AwaitedCenters() {
  const { id } = useUser();
  const { data = [] } = useApi(listAwaitedCenters, { params: { id } });
  if (data.length === 0) return null;
  return <WarningNote>{centersTexts.awaited(data.map(({ company }) => company).join(', '))}</WarningNote>;
}
