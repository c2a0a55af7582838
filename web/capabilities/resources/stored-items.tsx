import { IconArrowBackUp, IconTrash } from '@tabler/icons-react';
import { type AdministeredAsset, type AssetItem, FILE, LINK } from '@vialkeep/contract/resources.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { StatusPill } from '../../ui/display/status-pill.tsx';
import type { FormOf } from '../../ui/form/state/use-route-form.ts';
import classes from './asset-form.module.css';
import { ItemLink } from './asset-items.tsx';
import { itemLabel } from './asset-labels.ts';
import type { AssetValues } from './asset-values.ts';
import { resourcesTexts } from './resources.texts.ts';

const texts = resourcesTexts.form;
const types = { link: LINK, file: FILE };

type Props = { form: FormOf<AssetValues>; asset: AdministeredAsset | null; type: keyof typeof types };

/** Existing items. The delete icon only marks an item; saving removes it. */
export function KeptItems({ form, asset, type }: Props) {
  const items = asset?.assets.filter((item) => item.type === types[type]) ?? [];
  if (items.length === 0) return null;
  const { removed } = form.getValues();
  const mark = ({ id }: AssetItem) =>
    form.setFieldValue('removed', removed.includes(id) ? removed.filter((other) => other !== id) : [...removed, id]);
  return (
    <ul className={classes.kept}>
      {items.map((item) => {
        const isMarked = removed.includes(item.id);
        return (
          <li key={item.id} className={classes.keptItem} data-marked={isMarked || undefined}>
            <ItemLink item={item} />
            {isMarked && <StatusPill tone="failed">{texts.marked}</StatusPill>}
            <IconButton
              name={isMarked ? texts.unmark(itemLabel(item)) : texts.mark(itemLabel(item))}
              icon={isMarked ? <IconArrowBackUp size={18} /> : <IconTrash size={18} />}
              onClick={() => mark(item)}
            />
          </li>
        );
      })}
    </ul>
  );
}
