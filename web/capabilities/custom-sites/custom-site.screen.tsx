import { useLocation, useNavigate } from '@tanstack/react-router';
import { listCustomSites } from '@vialkeep/contract/custom-sites.ts';
import { DomainIdInPath } from '@vialkeep/contract/kernel/ids.ts';
import { useState } from 'react';
import { useApi } from '../../kernel/api/query.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { Button } from '../../ui/actions/button.tsx';
import { LinkButton } from '../../ui/actions/link.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import classes from './custom-sites.module.css';
import { customSitesTexts as texts } from './custom-sites.texts.ts';
import { NewSiteForm } from './new-site.form.tsx';
import type { Typed } from './next-step.ts';
import { Registration } from './registration.tsx';
import { Registrations } from './registrations.tsx';

/** Registers a new site or resumes a registration; the address says which (F157). */
export function CustomSiteScreen() {
  const { searchStr } = useLocation();
  const navigate = useNavigate();
  const sites = useApi(listCustomSites, {});
  const [typed, setTyped] = useState<{ id: number; typed: Typed } | null>(null);
  const wanted = DomainIdInPath.safeParse(new URLSearchParams(searchStr).get('site') ?? '').data;

  return (
    <Screen
      title={texts.title}
      actions={
        wanted !== undefined && <LinkButton to={linkTo(addresses.customSites)}>{texts.begun.another}</LinkButton>
      }
    >
      {sites.data && sites.isError && (
        <Card>
          <div className={classes.stuck} role="alert">
            <span>{texts.failed}</span>
            <Button size="xs" busy={sites.isFetching} onClick={() => void sites.refetch()}>
              {texts.tryAgain}
            </Button>
          </div>
        </Card>
      )}
      <Loaded query={sites} loading={texts.loading} failed={texts.failed}>
        {(known) => {
          const site = known.find(({ id }) => id === wanted);
          if (site) {
            return <Registration key={site.id} site={site} typed={typed?.id === site.id ? typed.typed : null} />;
          }
          return (
            <>
              <NewSiteForm
                onBegun={(id, values) => {
                  setTyped({ id, typed: values });
                  void navigate(linkTo(addresses.customSites, {}, { site: id }));
                }}
              />
              <Registrations sites={known} />
            </>
          );
        }}
      </Loaded>
    </Screen>
  );
}
