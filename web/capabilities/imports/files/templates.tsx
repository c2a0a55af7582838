import { importFields, importKinds } from '@vialkeep/contract/import-fields.ts';
import { readImportTemplate } from '@vialkeep/contract/imports.ts';
import { DownloadButton } from '../../../ui/actions/download-button.tsx';
import { importsTexts } from '../imports.texts.ts';
import classes from './files.module.css';

const texts = importsTexts.files;
const formats = ['csv', 'xlsx'] as const;

/** An empty file of each kind that has columns, as CSV and as XLSX. */
export function Templates() {
  const kinds = importKinds.filter((kind) => importFields[kind].length > 0);
  return (
    <section aria-label={texts.templates}>
      <h3 className={classes.small}>{texts.templates}</h3>
      <p className={classes.note}>{texts.templatesNote}</p>
      <ul className={classes.templates}>
        {kinds.map((kind) => (
          <li key={kind} className={classes.template}>
            <span>{importsTexts.kinds[kind]}</span>
            {formats.map((format) => (
              <DownloadButton
                key={format}
                size="xs"
                route={readImportTemplate}
                input={{ params: { kind }, query: { format } }}
              >
                <span className="visually-hidden">{texts.template(importsTexts.kinds[kind])}</span>
                {format.toUpperCase()}
              </DownloadButton>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
