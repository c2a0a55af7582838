import { referralSignUpLink } from '../../kernel/signing/sign-up-links.ts';
import { CopyField } from '../../ui/actions/copy-field.tsx';

/** The link by which a referral center joins a center (F081). The field is read-only, not disabled. */
export function RhcSignUpLink({ centerId }: { centerId: number }) {
  return <CopyField label="Copy RHC Sign Up Link" value={referralSignUpLink(centerId)} qr />;
}
