import type { Import } from '@vialkeep/contract/imports.ts';
import { importsTexts } from '../imports.texts.ts';
import classes from './check.module.css';

const texts = importsTexts.check;

/** The PDFs of the files that no row of a document or label names, the first by name. */
export function UnnamedPdfs({ of }: { of: Import }) {
  const pdfs = of.files.flatMap((file) => file.pdfs ?? []);
  const count = pdfs.reduce((sum, { unnamed }) => sum + unnamed, 0);
  if (count === 0) return null;
  const names = pdfs.flatMap((file) => file.names);
  return (
    <div className={classes.unnamed}>
      <p>{texts.unnamed(count)}</p>
      <ul>
        {names.map((name, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- two files may have the same name
          <li key={`${at} ${name}`}>{name}</li>
        ))}
        {count > names.length && <li>{texts.moreUnnamed(count - names.length)}</li>}
      </ul>
    </div>
  );
}
