import * as addresses from '../../kernel/navigation/addresses.ts';
import { usePathParams } from '../../kernel/navigation/use-path-params.ts';
import { Screen } from '../../ui/layout/screen.tsx';
import { centersTexts } from './centers.texts.ts';
import { CentersOfLab } from './centers-of-lab.tsx';

export function LabScreen() {
  const { id = '' } = usePathParams(addresses.lab);
  return (
    <Screen title={centersTexts.lab.title}>
      <CentersOfLab labId={id} />
    </Screen>
  );
}
