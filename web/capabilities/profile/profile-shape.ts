import { requiredText } from '@vialkeep/contract/kernel/text.ts';
import { Profile, type ShownUser } from '@vialkeep/contract/profile.ts';

/** The contract's profile; where the company is shown it is also required. */
export function profileShape(user: ShownUser): typeof Profile {
  return user.may.includes('show_company') ? Profile.extend({ company: requiredText('Company') }) : Profile;
}
