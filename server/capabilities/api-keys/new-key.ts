import { randomInt } from 'node:crypto';
import type { KeyScope } from '@vialkeep/contract/api-keys.ts';
import { ApiKeyId } from '@vialkeep/contract/kernel/ids.ts';
import type { Work } from '../../kernel/db/db.ts';
import { newSecret, secretHash } from '../../kernel/secrets/secrets.ts';

const LETTERS = '0123456789abcdefghijklmnopqrstuvwxyz';
const PREFIX_LENGTH = 8;

export type NewKey = {
  readonly domainId: number;
  readonly ownerId: number;
  readonly siteId: number;
  readonly name: string;
  readonly scopes: readonly KeyScope[];
  readonly expiresOn: string;
};

/** Stores a new key and returns it as text, which is shown once and kept nowhere. */
export async function insertKey(work: Work, key: NewKey): Promise<{ id: ApiKeyId; secret: string }> {
  const prefix = Array.from({ length: PREFIX_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  const secret = `vk_${prefix}_${newSecret()}`;
  const { id } = await work.db
    .insertInto('api_keys')
    .values({
      domain_id: key.domainId,
      owner_id: key.ownerId,
      site_id: key.siteId,
      name: key.name,
      prefix,
      hash: secretHash(secret),
      scopes: [...key.scopes],
      expires_on: key.expiresOn,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id: ApiKeyId.parse(id), secret };
}
