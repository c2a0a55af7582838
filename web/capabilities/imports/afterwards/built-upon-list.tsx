import type { BuiltUpon } from '@vialkeep/contract/import-afterwards.ts';
import { formatCount } from '../../../ui/display/formats.ts';
import classes from '../imports.module.css';
import { importsTexts } from '../imports.texts.ts';

const texts = importsTexts.undo;

/** What was built upon an import, with a few examples of each kind. */
export function BuiltUponList({ items }: { items: readonly BuiltUpon[] }) {
  return (
    <ul className={classes.built}>
      {items.map(({ what, message, count, examples }) => {
        const others = count - examples.length;
        return (
          <li key={what}>
            {message} ({formatCount(count)})
            {examples.length > 0 && (
              <p>
                {examples.map(({ label }) => label).join(', ')}
                {others > 0 && ` ${texts.more(others)}`}
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}
