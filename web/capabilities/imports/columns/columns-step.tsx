import type { Import } from '@vialkeep/contract/imports.ts';
import { StepCard, type StepState } from '../../../ui/layout/step-card.tsx';
import { labelField, missingFields } from '../import-labels.ts';
import { importsTexts } from '../imports.texts.ts';
import { FileColumns } from './file-columns.tsx';

const texts = importsTexts.columns;

/** Which column of each file holds which field. */
export function ColumnsStep({ of, state }: { of: Import; state: StepState }) {
  const files = of.files.filter(({ complete, columns }) => complete && columns.length > 0);
  return (
    <StepCard number={2} title={texts.title} state={state} summary={columnsSummary(of, state)}>
      {files.map((file) => (
        <FileColumns key={file.id} of={of} file={file} mayEdit={of.may.includes('edit')} />
      ))}
    </StepCard>
  );
}

function columnsSummary({ files }: Import, state: StepState): string {
  if (state === 'ahead') return texts.none;
  const missing = files.filter(({ complete }) => complete).flatMap(missingFields);
  return missing.length === 0 ? texts.allMatched : texts.missing([...new Set(missing)].map(labelField));
}
