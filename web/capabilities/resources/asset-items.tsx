import { IconExternalLink, IconFile } from '@tabler/icons-react';
import { type AssetItem, FILE, LINK } from '@vialkeep/contract/resources.ts';
import { OutsideLink } from '../../ui/actions/link.tsx';
import { itemAddress, itemLabel } from './asset-labels.ts';
import classes from './resources.module.css';
import { resourcesTexts as texts } from './resources.texts.ts';

/** An asset's 'Links:' and 'Files:'. */
export function AssetItems({ items }: { items: readonly AssetItem[] }) {
  return (
    <div className={classes.items}>
      <Items title={texts.links} items={items.filter(({ type }) => type === LINK)} />
      <Items title={texts.files} items={items.filter(({ type }) => type === FILE)} />
    </div>
  );
}

export function ItemLink({ item }: { item: AssetItem }) {
  const address = itemAddress(item);
  const Icon = item.type === LINK ? IconExternalLink : IconFile;
  return (
    <span className={classes.item}>
      <Icon size={14} stroke={1.8} aria-hidden className={classes.itemIcon} />
      {address === null ? itemLabel(item) : <OutsideLink href={address}>{itemLabel(item)}</OutsideLink>}
    </span>
  );
}

function Items({ title, items }: { title: string; items: readonly AssetItem[] }) {
  if (items.length === 0) return null;
  return (
    <div>
      <span className={classes.itemsTitle}>{title}</span>
      <ul className={classes.list}>
        {items.map((item) => (
          <li key={item.id}>
            <ItemLink item={item} />
          </li>
        ))}
      </ul>
    </div>
  );
}
