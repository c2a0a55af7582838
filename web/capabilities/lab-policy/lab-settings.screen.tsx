import { readLabSettings } from '@vialkeep/contract/lab-policy.ts';
import { useBenchLab } from '../../components/bench/use-bench-lab.ts';
import { useApi } from '../../kernel/api/query.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { LinkButton } from '../../ui/actions/link.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { labSettingsTexts as texts } from './lab-policy.texts.ts';
import { LabSettingsForm } from './lab-settings.form.tsx';
import { OperatorsCard } from './operators-card.tsx';

/** The bench of one lab, for administrators: what it does, and its operators. */
export function LabSettingsScreen() {
  const lab = useBenchLab();
  const settings = useApi(readLabSettings, { query: lab.inQuery });
  const isOn = settings.data?.bench_on === true;
  return (
    <Screen
      title={texts.title}
      actions={isOn && <LinkButton to={linkTo(addresses.bench, {}, lab.inLink)}>{texts.toBench}</LinkButton>}
    >
      <Loaded query={settings} loading={texts.loading} failed={texts.failed}>
        {(answer) => (
          <>
            <Card title={texts.card(answer.lab_id)} note={texts.note}>
              <LabSettingsForm key={`${answer.lab_id}/${answer.version}`} settings={answer} />
            </Card>
            <OperatorsCard isBenchOn={answer.bench_on} />
          </>
        )}
      </Loaded>
    </Screen>
  );
}
