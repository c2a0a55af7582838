import { SavedCard } from '@vialkeep/contract/cards.ts';
import type { z } from 'zod';
import type { CardRow } from './cards.queries.ts';

export function presentCard(row: CardRow): z.input<typeof SavedCard> {
  return {
    id: row.id,
    profile_id: row.customer_id,
    payment_profile_id: row.card_id,
    card_type: SavedCard.shape.card_type.parse(row.brand),
    card_number: row.last4,
    card_holder: row.holder,
    expiration_date: row.expires,
    default: row.is_default,
  };
}
