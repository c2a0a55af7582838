import { randomBytes } from 'node:crypto';
import { WebhookEndpointId } from '@vialkeep/contract/kernel/ids.ts';
import type { ChosenEventType } from '@vialkeep/contract/webhooks.ts';
import { sql } from 'kysely';
import type { Work } from '../../kernel/db/db.ts';
import type { DataKey } from '../../kernel/secrets/data-key.ts';
import type { SealedColumns, SealedRow } from '../../kernel/secrets/reseal.ts';

const SECRET_BYTES = 32;

export type NewEndpoint = {
  readonly domainId: number;
  readonly ownerId: number;
  readonly url: string;
  readonly description: string;
  readonly types: readonly ChosenEventType[];
  readonly isDisabled?: boolean;
};

/** Stores a new endpoint and returns its secret as text, which is shown once and kept sealed. */
export async function insertEndpoint(
  work: Work,
  endpoint: NewEndpoint,
): Promise<{ id: WebhookEndpointId; secret: string }> {
  const secret = newSigningSecret();
  const { id } = await work.db
    .insertInto('webhook_endpoints')
    .values({
      domain_id: endpoint.domainId,
      owner_id: endpoint.ownerId,
      url: endpoint.url,
      description: endpoint.description,
      types: [...endpoint.types],
      secret: sealSigningSecret(work.dataKey, endpoint.ownerId, secret),
      ...(endpoint.isDisabled ? { disabled_at: new Date(), disabled_why: 'owner' } : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id: WebhookEndpointId.parse(id), secret };
}

export function newSigningSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

export function sealSigningSecret(dataKey: DataKey, ownerId: number, secret: string): string {
  return dataKey.seal(secret, contextOf(ownerId));
}

export function unsealSigningSecret(dataKey: DataKey, ownerId: number, sealed: string): string {
  return dataKey.unseal(sealed, contextOf(ownerId));
}

function contextOf(ownerId: number): string {
  return `webhook secret of user ${ownerId}`;
}

const contextOfRow = ({ owner_id }: SealedRow) => contextOf(Number(owner_id));

export const sealedSigningSecrets: SealedColumns = {
  table: 'webhook_endpoints',
  where: sql<boolean>`true`,
  contexts: { secret: contextOfRow, former_secret: contextOfRow },
  write: (rows) => sql`update webhook_endpoints kept set secret = becomes.secret, former_secret = becomes.former_secret
    from jsonb_to_recordset(${rows}::jsonb) becomes (place text, secret text, former_secret text) where kept.ctid = becomes.place::tid`,
};
