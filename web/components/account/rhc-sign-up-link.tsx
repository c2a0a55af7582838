import { referralSignUpLink } from '../../kernel/signing/sign-up-links.ts';
import { CopyField } from '../../ui/actions/copy-field.tsx';

/** F081: by this link a referral center joins a center. Q-26: read-only, not disabled. */
export function RhcSignUpLink({ centerId }: { centerId: number }) {
  return <CopyField label="Copy RHC Sign Up Link" value={referralSignUpLink(centerId)} qr />;
}
