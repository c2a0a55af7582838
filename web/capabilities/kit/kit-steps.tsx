import { useState } from 'react';
import { ChoiceCell } from '../../ui/display/choice-cell.tsx';
import { ProgressLine } from '../../ui/display/progress-line.tsx';
import { useNotices } from '../../ui/feedback/notices.ts';
import { FileDrop } from '../../ui/form/fields/file-drop.tsx';
import { StepCard } from '../../ui/layout/step-card.tsx';

/** Steps in a column: one done, one at work and one ahead. */
export function KitSteps() {
  const notices = useNotices();
  const [holds, setHolds] = useState('people');
  return (
    <>
      <StepCard number={1} title="Files" state="done" summary="1 file">
        <FileDrop
          label="Your files"
          help="CSV or XLSX."
          choose="Choose files"
          accept=".csv,.xlsx"
          onFiles={(files) => notices.success(files.map(({ name }) => name).join(', '))}
        />
        <ChoiceCell
          label="What people.csv holds"
          value={holds}
          options={[
            { value: 'people', label: 'People' },
            { value: 'vials', label: 'Vials' },
          ]}
          onChoose={setHolds}
        />
      </StepCard>
      <StepCard number={2} title="Check" state="current">
        <ProgressLine label="Checking" percent={36} text="4,000 of 11,247 rows" />
      </StepCard>
      <StepCard number={3} title="Import" state="ahead" summary="This step follows the check.">
        Nothing yet.
      </StepCard>
    </>
  );
}
