import type { CenterName } from '@vialkeep/contract/centers.ts';
import { listUsersByMembership, MOST_OPTIONS } from '@vialkeep/contract/network.ts';
import { call } from '../../kernel/api/api.ts';
import { EntitySelect } from '../../ui/form/fields/entity-select.tsx';
import type { EntitySource } from '../../ui/form/state/use-entity-list.ts';
import { couponsTexts } from './coupons.texts.ts';

const texts = couponsTexts.form;
const HARVEST_CENTER = 4;

type Props = {
  /** Offers only centers of the coupon's site; null offers those of all sites. */
  domainId: number | null;
  chosen: CenterName | undefined;
};

export function CenterField({ domainId, chosen }: Props) {
  return (
    <EntitySelect
      name="harvest_center"
      label={texts.center}
      help={texts.optional}
      chosen={chosen && { id: chosen.id, company: chosen.company }}
      source={centersOf(domainId)}
    />
  );
}

function centersOf(domainId: number | null): EntitySource {
  return {
    search: {
      name: `centers of site ${domainId ?? 'any'}`,
      ask: async (search, signal) => {
        const query = { membership: HARVEST_CENTER, search, ...(domainId === null ? {} : { domain_id: domainId }) };
        const found = await call(listUsersByMembership, { query, signal });
        const options = found.map(({ id, company, label }) => ({ id, company: company || label }));
        return { options, more: found.length >= MOST_OPTIONS };
      },
    },
  };
}
