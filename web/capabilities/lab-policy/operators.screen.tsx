import { useBenchLab } from '../../components/bench/use-bench-lab.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { useMay } from '../../kernel/session/current-session.ts';
import { LinkButton } from '../../ui/actions/link.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { operatorsTexts as texts } from './lab-policy.texts.ts';
import { OperatorsCard } from './operators-card.tsx';

/** The people who work at a lab's bench. */
export function OperatorsScreen() {
  const lab = useBenchLab();
  const isBenchOn = useMay('bench.use');
  return (
    <Screen
      title={texts.title}
      actions={isBenchOn && <LinkButton to={linkTo(addresses.bench, {}, lab.inLink)}>{texts.toBench}</LinkButton>}
    >
      <OperatorsCard isBenchOn={isBenchOn} />
    </Screen>
  );
}
