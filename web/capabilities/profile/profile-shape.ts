import { requiredText } from '@vialkeep/contract/kernel/text.ts';
import { Profile, type ShownUser } from '@vialkeep/contract/profile.ts';
import { z } from 'zod';

const OwnProfile = Profile.extend({ password_current: z.string().max(256, 'At most 256 characters.') });
export type OwnProfile = z.infer<typeof OwnProfile>;

/** The contract's profile. A changed email requires the password; a company that is shown is required. */
export function profileShape(user: ShownUser): typeof OwnProfile {
  return user.may.includes('show_company') ? OwnProfile.extend({ company: requiredText('Company') }) : OwnProfile;
}
