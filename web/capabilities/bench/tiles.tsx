import { Link } from '@tanstack/react-router';
import { type BenchHome, BenchTile, MOST_COUNTED } from '@vialkeep/contract/bench.ts';
import { useBenchLab } from '../../components/bench/use-bench-lab.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { formatCount } from '../../ui/display/formats.ts';
import classes from './bench.module.css';
import { benchHomeTexts as texts } from './bench.texts.ts';

/** The page on which the work of a tile is done. */
const PAGES = {
  to_receive: addresses.benchNewArrival,
  in_process: addresses.benchBatches,
  awaiting_release: addresses.benchRelease,
  to_place: addresses.storage,
  to_pick: addresses.benchOrders,
  deviations_open: addresses.deviations,
} as const satisfies Record<BenchTile, string>;

/** How much waits at each step, each with the way to it. */
export function Tiles({ tiles }: { tiles: BenchHome['tiles'] }) {
  const lab = useBenchLab();
  return (
    <ul className={classes.tiles}>
      {BenchTile.options.map((tile) => (
        <li key={tile}>
          <Link {...linkTo(PAGES[tile], {}, lab.inLink)} className={classes.tile}>
            <span className={classes.count}>{countWords(tiles[tile])}</span>
            <span>{texts.tiles[tile]}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function countWords(count: number): string {
  return count < MOST_COUNTED ? formatCount(count) : texts.more(formatCount(MOST_COUNTED - 1));
}
