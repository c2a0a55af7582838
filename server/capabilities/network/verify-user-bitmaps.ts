import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';

export type BlockFault = { readonly about: string; readonly fault: string };

/** Compares every bit of the filter bitmaps with the users themselves. */
export async function verifyUserBlocks(db: Db): Promise<BlockFault[]> {
  const { rows } = await sql<BlockFault>`
    with expected as (
      select bits.active, bits.site, bits.plan, bits.tag, bits.block, bit_or(bits.seat) as members
      from users person,
        user_bitmap_rows(person.id, person.is_active, person.domain_id, person.plan_id, person.tags) bits
      where person.removed_at is null
      group by 1, 2, 3, 4, 5
    )
    select 'Block ' || coalesce(kept.block, expected.block) || ' of the users' as about,
      'it does not hold whom it should for ' || concat_ws(', ',
        case when coalesce(kept.is_active, active) then 'active' else 'inactive' end,
        'site ' || coalesce(kept.domain_id, site), 'plan ' || coalesce(kept.plan_id, plan),
        'tag ' || coalesce(kept.tag, expected.tag)) as fault
    from expected full join (select * from user_blocks where n > 0) kept
      on kept.is_active = active and kept.domain_id is not distinct from site and kept.block = expected.block
        and kept.plan_id is not distinct from plan and kept.tag is not distinct from expected.tag
    where kept.members is distinct from expected.members
    order by 1, 2`.execute(db);
  return [...rows];
}
