import type { ListedUser } from '@vialkeep/contract/users.ts';
import { usersTexts } from './users.texts.ts';

/** Joins the present parts with commas. */
export function formatUserAddress(
  user: Pick<ListedUser, 'address1' | 'address2' | 'city' | 'state_desc' | 'zip_code'>,
): string {
  const parts = [user.address1, user.address2, user.city, user.state_desc, user.zip_code];
  return parts.filter((part) => part !== '').join(', ') || usersTexts.none;
}
