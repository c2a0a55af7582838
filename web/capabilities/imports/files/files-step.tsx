import type { Import, ImportFile } from '@vialkeep/contract/imports.ts';
import { useState } from 'react';
import { useNotices } from '../../../ui/feedback/notices.ts';
import { FileDrop } from '../../../ui/form/fields/file-drop.tsx';
import { StepCard, type StepState } from '../../../ui/layout/step-card.tsx';
import { importsTexts } from '../imports.texts.ts';
import { FileList } from './file-list.tsx';
import classes from './files.module.css';
import { Templates } from './templates.tsx';
import { UploadList } from './upload-list.tsx';
import { useUploads } from './use-uploads.ts';

const texts = importsTexts.files;
const ACCEPTED = '.csv,.txt,.tsv,.xlsx,.pdf,.zip';

/** The files of an import, and those on their way to it. */
export function FilesStep({ of, state }: { of: Import; state: StepState }) {
  const notices = useNotices();
  const { uploads, choose, start, setKind, cancel } = useUploads(of.id, (name) =>
    notices.success(texts.uploaded(name)),
  );
  const mayEdit = of.may.includes('edit');
  const [isKindMissing, setKindMissing] = useState(false);
  const chosen = uploads.filter(({ step }) => step === 'chosen');

  async function replace(file: ImportFile, corrected: File): Promise<void> {
    start(await choose([corrected], file));
  }

  function startAll(): void {
    const isComplete = chosen.every(({ kind }) => kind !== null);
    setKindMissing(!isComplete);
    if (isComplete) start(chosen);
  }

  return (
    <StepCard
      number={1}
      title={texts.title}
      state={uploads.length > 0 ? 'current' : state}
      summary={of.files.length > 0 ? texts.summary(of.files.length) : texts.none}
    >
      <div className={mayEdit ? classes.begin : undefined}>
        <div className={classes.own}>
          {mayEdit && (
            <FileDrop
              label={texts.drop}
              help={of.state === 'draft' ? texts.dropHelp : `${texts.dropHelp} ${texts.dropAgain}`}
              choose={texts.choose}
              accept={ACCEPTED}
              onFiles={(files) => void choose(files)}
            />
          )}
          <UploadList
            uploads={uploads}
            isKindMissing={isKindMissing}
            onKind={setKind}
            onStart={startAll}
            onGoOn={(upload) => start([upload])}
            onCancel={cancel}
          />
          <FileList
            of={of}
            mayEdit={mayEdit}
            uploading={uploads.flatMap(({ fileId }) => (fileId === null ? [] : [fileId]))}
            onReplace={(file, corrected) => void replace(file, corrected)}
          />
        </div>
        {mayEdit && <Templates />}
      </div>
    </StepCard>
  );
}
