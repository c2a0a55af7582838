import { Stack, Text } from '@mantine/core';
import type { CenterName } from '@vialkeep/contract/centers.ts';
import { StatusPill } from '../../ui/display/status-pill.tsx';
import { centerName } from './center-labels.ts';
import { centersTexts } from './centers.texts.ts';

type Props = {
  linked: readonly CenterName[];
  /** Requested links that are not approved yet (S-04). */
  pending?: readonly CenterName[];
};

/** One line for each center that the user is linked to. */
export function LinkLines({ linked, pending = [] }: Props) {
  return (
    <Stack gap={2}>
      {linked.map((center) => (
        <Text key={center.id}>{centerName(center)}</Text>
      ))}
      {pending.map((center) => (
        <Text key={center.id} component="div">
          {centerName(center)} <StatusPill tone="waiting">{centersTexts.staffLinks.pending}</StatusPill>
        </Text>
      ))}
    </Stack>
  );
}
