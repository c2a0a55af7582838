import { SimpleGrid, Stack } from '@mantine/core';
import type { Preferences } from '@vialkeep/contract/preferences.ts';
import { AccessCard } from '../../components/access/access-card.tsx';
import { YourData } from '../../components/privacy/your-data.tsx';
import { failureOf } from '../../kernel/api/failure.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { changePreferences, usePreferences } from '../../kernel/preferences.ts';
import { useMay } from '../../kernel/session/current-session.ts';
import { LinkButton } from '../../ui/actions/link.tsx';
import { useNotices } from '../../ui/feedback/notices.ts';
import { SwitchField } from '../../ui/form/fields/choice-fields.tsx';
import { ChoiceGroup } from '../../ui/form/fields/choice-group.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { HowYouLogIn } from './factors/how-you-log-in.tsx';
import { OpenSessions } from './open-sessions.tsx';
import { profileTexts } from './profile.texts.ts';

const texts = profileTexts.settings;

/** The user's preferences, the ways in which they log in, and their open sessions (U-03). */
export function SettingsScreen() {
  const preferences = usePreferences();
  const notices = useNotices();
  const hasKeys = useMay('api_keys.manage');
  const change = (changes: Partial<Preferences>) =>
    changePreferences(changes).catch((thrown: unknown) => notices.error(failureOf(thrown).message));

  return (
    <Screen
      title={texts.title}
      actions={hasKeys && <LinkButton to={linkTo(addresses.connections)}>{texts.connections}</LinkButton>}
    >
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Card title={texts.look}>
          <Stack>
            <ChoiceGroup
              label={texts.scheme}
              value={preferences.colour_scheme}
              choices={texts.schemes}
              onChoose={(colour_scheme) => void change({ colour_scheme })}
            />
            <ChoiceGroup
              label={texts.density}
              value={preferences.density}
              choices={texts.densities}
              onChoose={(density) => void change({ density })}
            />
          </Stack>
        </Card>
        <Card title={texts.messages}>
          <Stack>
            <SwitchField
              label={texts.keep}
              help={texts.keepHelp}
              checked={preferences.keep_messages}
              onSave={(keep_messages) => change({ keep_messages })}
            />
            <SwitchField
              label={texts.shortcuts}
              help={texts.shortcutsHelp}
              checked={preferences.shortcuts}
              onSave={(shortcuts) => change({ shortcuts })}
            />
          </Stack>
        </Card>
      </SimpleGrid>
      <HowYouLogIn />
      <OpenSessions />
      <AccessCard />
      <YourData />
    </Screen>
  );
}
