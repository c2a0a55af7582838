import { type PlaceDetails, readPlace } from '@vialkeep/contract/places.ts';
import type { OrderedVial } from '@vialkeep/contract/vial-orders.ts';
import { useApi } from '../../kernel/api/query.ts';
import classes from './orders.module.css';
import { orderTexts as texts } from './orders.texts.ts';

/** The box of the next vial, with its position marked. */
export function OrderBox({ vial }: { vial: OrderedVial }) {
  const { box, position, label } = vial;
  const place = useApi(readPlace, { params: { id: box?.id ?? 0 } }, { enabled: box !== null });
  if (box === null || position === null || !place.data?.cells) return null;
  return <BoxPicture box={place.data} position={position} name={texts.box(box.name, label ?? '')} />;
}

function BoxPicture({ box, position, name }: { box: PlaceDetails; position: number; name: string }) {
  return (
    <div
      role="img"
      aria-label={name}
      className={classes.box}
      style={{ gridTemplateColumns: `repeat(${box.columns ?? 1}, 1fr)` }}
    >
      {box.cells?.map((cell) => (
        <span
          key={cell.position}
          className={classes.cell}
          data-filled={cell.code !== null || undefined}
          data-next={cell.position === position || undefined}
        >
          {cell.position === position ? cell.label : ''}
        </span>
      ))}
    </div>
  );
}
