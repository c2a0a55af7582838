import { Stack } from '@mantine/core';
import type { RecordPartProps } from '../../kernel/navigation/record-parts.ts';
import { Card } from '../../ui/layout/card.tsx';
import { VialList } from './vial-list.tsx';
import { VialsPanel } from './vials-panel.tsx';

/** A patient's vials: the entries, and each single vial. */
export function VialsTab({ patientId }: RecordPartProps) {
  return (
    <Stack gap="md">
      <Card>
        <VialsPanel patientId={patientId} />
      </Card>
      <VialList patientId={patientId} />
    </Stack>
  );
}
