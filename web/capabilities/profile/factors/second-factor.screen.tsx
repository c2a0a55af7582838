import { readIdentity } from '@vialkeep/contract/factors.ts';
import { useApi } from '../../../kernel/api/query.ts';
import * as addresses from '../../../kernel/navigation/addresses.ts';
import { linkTo } from '../../../kernel/navigation/link-to.ts';
import { useCurrentSession } from '../../../kernel/session/current-session.ts';
import { requiredPage } from '../../../kernel/session/required-page.ts';
import { LinkButton } from '../../../ui/actions/link.tsx';
import { Screen } from '../../../ui/layout/screen.tsx';
import { factorsTexts } from './factors.texts.ts';
import { HowYouLogIn } from './how-you-log-in.tsx';

const texts = factorsTexts.required;

/** The page to which all others lead while a second factor that the site asks for is missing and due. */
export function SecondFactorScreen() {
  const session = useCurrentSession();
  const isDone = (useApi(readIdentity, {}).data?.factors.length ?? 0) > 0;
  const isDue = session !== null && requiredPage(session) === addresses.secondFactor;
  return (
    <Screen
      title={texts.title}
      status={isDone ? texts.done : isDue ? texts.status : texts.before}
      actions={
        isDone && (
          <LinkButton kind="primary" to={linkTo(addresses.dashboard)}>
            {texts.goOn}
          </LinkButton>
        )
      }
    >
      <HowYouLogIn />
    </Screen>
  );
}
