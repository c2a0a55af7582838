import type { PatientRecord } from '@vialkeep/contract/patients.ts';
import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { PatientFacts } from '../form/patient-facts.tsx';
import { PatientForm } from '../form/patient-form.tsx';
import { recordTexts } from './record.texts.ts';

type Props = {
  record: PatientRecord;
  isEditing: boolean;
  onCancel: () => void;
  onDone: () => void;
};

/** Shows the processing data and, in the same place, the form that changes it. */
export function ProcessingTab({ record, isEditing, onCancel, onDone }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const wasEditing = useRef(false);
  // The clicked button disappears in both directions, so the opened or closed part takes the focus.
  useEffect(() => {
    if (isEditing) place.current?.querySelector('input')?.focus();
    else if (wasEditing.current) place.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  return (
    <div ref={place} tabIndex={-1}>
      <Card>
        {isEditing ? (
          <PatientForm
            record={record}
            onDone={onDone}
            beside={<Button onClick={onCancel}>{recordTexts.form.cancel}</Button>}
          />
        ) : (
          <PatientFacts record={record} />
        )}
      </Card>
    </div>
  );
}
