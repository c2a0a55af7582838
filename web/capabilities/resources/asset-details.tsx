import { TallCell } from '../../ui/display/cell-lines.tsx';
import classes from './resources.module.css';

export function AssetDetails({ name, description }: { name: string; description: string }) {
  return (
    <TallCell>
      <strong className={classes.name}>{name}</strong>
      <span className={classes.description}>{description}</span>
    </TallCell>
  );
}
