import { useParams } from '@tanstack/react-router';
import { Screen } from '../../ui/layout/screen.tsx';
import { centersTexts } from './centers.texts.ts';
import { CentersOfLab } from './centers-of-lab.tsx';

export function LabScreen() {
  // @NOTE the page requires an id; without it the dashboard opens.
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  return (
    <Screen title={centersTexts.lab.title}>
      <CentersOfLab labId={id} />
    </Screen>
  );
}
