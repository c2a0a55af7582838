import { Plan } from '@vialkeep/contract/plans.ts';
import type { ListedUser } from '@vialkeep/contract/users.ts';
import { usersTexts } from '../users.texts.ts';

const texts = usersTexts.compact;

/** The number of signed documents; for a center the name of its signed attestation. */
export function documentsInShort({
  documents,
  subscription,
  template_id,
}: Pick<ListedUser, 'documents' | 'subscription' | 'template_id'>): string {
  if (documents.length === 0) return subscription === Plan.harvestCenter && template_id ? texts.attestation : '';
  const signed = documents.filter(({ status }) => status === 'Completed').length;
  return texts.signed(signed, documents.length);
}
