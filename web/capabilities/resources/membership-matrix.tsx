import { IconCheck } from '@tabler/icons-react';
import { planNames } from '@vialkeep/contract/plans.ts';
import type { AdministeredAsset } from '@vialkeep/contract/resources.ts';
import { Card } from '../../ui/layout/card.tsx';
import { membershipsAround, membershipsOf } from './membership-labels.ts';
import classes from './membership-matrix.module.css';
import { resourcesTexts } from './resources.texts.ts';

const texts = resourcesTexts.matrix;

/** Asset × membership: an empty row is visible to no membership, an empty column has no help. */
export function MembershipMatrix({ assets }: { assets: readonly AdministeredAsset[] }) {
  const memberships = membershipsAround(assets);
  return (
    <Card title={texts.title} note={texts.note}>
      <div className={classes.scroll} role="region" aria-label={texts.title} tabIndex={0}>
        <table className={classes.matrix}>
          <thead>
            <tr>
              <th scope="col">{texts.asset}</th>
              {memberships.map((plan) => (
                <th key={plan} scope="col" className={classes.plan}>
                  {planNames[plan]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {assets.map((asset) => (
              <tr key={asset.id}>
                <th scope="row">{asset.asset_name}</th>
                {memberships.map((plan) => (
                  <td key={plan}>
                    {membershipsOf(asset).includes(plan) && (
                      <span className={classes.mark}>
                        <IconCheck size={14} stroke={2.4} aria-hidden />
                        <span className="visually-hidden">{texts.yes}</span>
                      </span>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
