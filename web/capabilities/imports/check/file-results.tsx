import { exportImportProblems, type Import } from '@vialkeep/contract/imports.ts';
import { DownloadButton } from '../../../ui/actions/download-button.tsx';
import { formatCount } from '../../../ui/display/formats.ts';
import { importsTexts } from '../imports.texts.ts';
import classes from './check.module.css';

const texts = importsTexts.check;

/** What the check found in each file, with its rows with problems as a file to correct. */
export function FileResults({ of }: { of: Import }) {
  const files = of.files.filter(({ complete, pdfs }) => complete && pdfs === null);
  return (
    <table className={classes.results} aria-label={texts.byFile}>
      <thead>
        <tr>
          <th scope="col">{texts.file}</th>
          <th scope="col">{texts.toCreate}</th>
          <th scope="col">{texts.existing}</th>
          <th scope="col">{texts.problems}</th>
          <th scope="col">
            <span className="visually-hidden">{texts.download}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {files.map(({ id, name, counts }) => (
          <tr key={id}>
            <th scope="row">{name}</th>
            <td data-label={texts.toCreate}>{formatCount(counts.create)}</td>
            <td data-label={texts.existing}>{formatCount(counts.existing)}</td>
            <td data-label={texts.problems}>{formatCount(counts.problems)}</td>
            <td className={classes.download}>
              {counts.problems > 0 && (
                <DownloadButton
                  size="xs"
                  route={exportImportProblems}
                  input={{ params: { id: of.id }, query: { file: String(id) } }}
                >
                  {texts.download}
                  <span className="visually-hidden">{texts.downloadOf(name)}</span>
                </DownloadButton>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
