import { IconHelpCircle } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { listSuggestedResources, type SuggestedResource } from '@vialkeep/contract/resources.ts';
import { useState } from 'react';
import { useApi } from '../../kernel/api/query.ts';
import { useUser } from '../../kernel/session/session.ts';
import { site } from '../../kernel/site.ts';
import { HelpButton } from '../../ui/feedback/help-button.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { SidePanel } from '../../ui/overlays/side-panel.tsx';
import { ItemLink } from './asset-items.tsx';
import classes from './resources.module.css';
import { resourcesTexts } from './resources.texts.ts';

const texts = resourcesTexts.suggested;

/** Shows the assets for the current page, on every screen (F040). */
export function SuggestedResources() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <HelpButton icon={<IconHelpCircle size={20} stroke={1.8} aria-hidden />} onClick={() => setOpened(true)}>
        {texts.button}
      </HelpButton>
      <SidePanel opened={opened} title={texts.title} onClose={() => setOpened(false)}>
        <ForThisPage />
      </SidePanel>
    </>
  );
}

function ForThisPage() {
  const { subscription } = useUser();
  const url = useLocation({ select: (location) => location.pathname });
  const resources = useApi(listSuggestedResources, { params: { id: subscription.id }, body: { url } });
  return (
    <Loaded query={resources} loading={texts.loading} failed={texts.failed} skeleton={<Spinner />}>
      {(groups) => (groups.length === 0 ? <Nothing /> : groups.map((group) => <Group key={group.id} group={group} />))}
    </Loaded>
  );
}

function Group({ group }: { group: SuggestedResource }) {
  return (
    <details open className={classes.group}>
      <summary className={classes.groupName}>{group.asset_name}</summary>
      <p className={classes.description}>{group.description}</p>
      <ul className={classes.list}>
        {group.assets.map((item) => (
          <li key={item.id}>
            <ItemLink item={item} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function Nothing() {
  return (
    <p className={classes.nothing}>
      {texts.noneBefore}
      <a href={`mailto:${site.support_email}`}>{site.support_email}</a>
      {texts.noneAfter}
    </p>
  );
}
