import { type Import, type ImportFile, readImport, removeImportFile } from '@vialkeep/contract/imports.ts';
import type { ImportFileId } from '@vialkeep/contract/kernel/ids.ts';
import { useCommand } from '../../../kernel/api/query.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { FileButton } from '../../../ui/actions/file-button.tsx';
import { formatFileSize } from '../../../ui/display/formats.ts';
import { useNotices } from '../../../ui/feedback/notices.ts';
import { importsTexts } from '../imports.texts.ts';
import classes from './files.module.css';

const texts = importsTexts.files;

type Props = {
  of: Import;
  mayEdit: boolean;
  /** The files whose upload goes on in this tab. */
  uploading: readonly ImportFileId[];
  onReplace: (file: ImportFile, corrected: File) => void;
};

/** The files that the server has, whole or in part. */
export function FileList({ of, mayEdit, uploading, onReplace }: Props) {
  const notices = useNotices();
  const removal = useCommand(removeImportFile, {
    refreshes: [readImport],
    onRefused: ({ message }) => notices.error(message),
  });
  const files = of.files.filter(({ id }) => !uploading.includes(id));
  if (files.length === 0) return null;

  async function remove({ id, name }: ImportFile): Promise<void> {
    const removed = await removal.run({ params: { id: of.id, fileId: id } });
    if (removed) notices.success(texts.removed(name));
  }

  return (
    <ul className={classes.files} aria-label={texts.list}>
      {files.map((file) => (
        <li key={file.id} className={classes.file}>
          <span className={classes.name}>
            {file.name}{' '}
            <span className={classes.size}>
              {importsTexts.kinds[file.kind]} · {formatFileSize(file.bytes)}
              {file.complete && ` · ${file.pdfs ? texts.pdfs(file.pdfs.count) : texts.rows(file.counts.rows)}`}
            </span>
            {!file.complete && <span className={classes.part}>{texts.begun(arrivedPercent(file))}</span>}
          </span>
          {mayEdit && (
            <span className={classes.buttons}>
              {file.complete && (
                <FileButton onFile={(corrected) => onReplace(file, corrected)}>
                  {texts.replace}
                  <span className="visually-hidden">{texts.replaceFor(file.name)}</span>
                </FileButton>
              )}
              <Button size="xs" busy={removal.busy} onClick={() => void remove(file)}>
                {texts.remove}
                <span className="visually-hidden"> {file.name}</span>
              </Button>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function arrivedPercent({ bytes, chunk_bytes, received }: ImportFile): number {
  return Math.min(99, Math.floor((100 * received.length * chunk_bytes) / bytes));
}
