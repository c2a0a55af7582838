import { StatusPill } from '../../ui/display/status-pill.tsx';
import { type VialCounts, vialsTexts } from './vials.texts.ts';

const texts = vialsTexts.otherCounts;

/** Why fewer vials are available than were added and not shipped; and how many of the available are reserved. */
export function OtherCounts({ of, isOwn = false }: { of: VialCounts | undefined; isOwn?: boolean }) {
  if (!of) return null;
  const { vials_quarantined: held, vials_discarded: discarded, vials_reserved: reserved } = of;
  return (
    <>
      {reserved > 0 && <StatusPill tone="moving">{texts.reserved(reserved)}</StatusPill>}
      {held > 0 && <StatusPill tone="waiting">{isOwn ? texts.heldForPatient(held) : texts.held(held)}</StatusPill>}
      {discarded > 0 && <StatusPill tone="none">{texts.discarded(discarded)}</StatusPill>}
    </>
  );
}
