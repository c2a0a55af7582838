import {
  addCustomSiteAdmin,
  type CustomSite,
  checkUp,
  configureCustomSite,
  createDomainFile,
  createFolder,
  createSslFile,
  listCustomSites,
} from '@vialkeep/contract/custom-sites.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '../../kernel/api/api.ts';
import { type Failure, failureOf } from '../../kernel/api/failure.ts';
import { refresh } from '../../kernel/api/query.ts';
import { useSession } from '../../kernel/session/session.ts';
import { useNotices } from '../../ui/feedback/notices.ts';
import { customSitesTexts as texts } from './custom-sites.texts.ts';
import { nextStep, type SiteStep, type Typed } from './next-step.ts';

export type Stuck = { readonly at: SiteStep['does'] | 'check'; readonly why: Failure };

/**
 * Runs the steps that need no input, one after the other. The next step is derived from the server's state, so a reload
 * or another administrator continues at the right one.
 */
export function useSteps(site: CustomSite, typed: Typed) {
  const notices = useNotices();
  const user = useSession()?.user.id ?? null;
  const [under, setUnder] = useState<SiteStep['does'] | 'check' | null>(null);
  const [stuck, setStuck] = useState<Stuck | null>(null);
  // Does not repeat a successful step if only the list could not be reloaded.
  const [succeeded, setSucceeded] = useState<ReadonlySet<string>>(new Set());
  const wanted = stuck === null ? nextStep(site, typed) : null;
  const next = wanted && !succeeded.has(wanted.does) ? wanted : null;

  async function attempt(at: Stuck['at'], task: () => Promise<string | null>) {
    setUnder(at);
    setStuck(null);
    try {
      const said = await task();
      if (said !== null) notices.success(said, { inTurn: true });
    } catch (thrown) {
      setStuck({ at, why: failureOf(thrown) });
      notices.error(texts.failed);
    } finally {
      await refresh([listCustomSites]);
      setUnder(null);
    }
  }

  const begin = useEffectEvent(() => {
    if (next === null) return;
    void attempt(next.does, async () => {
      const said = await doStep(site, user, next);
      setSucceeded((known) => new Set([...known, next.does]));
      return said;
    });
  });
  const does = under === null ? (next?.does ?? null) : null;
  useEffect(() => {
    if (does !== null) begin();
  }, [does]);

  const [wasListed] = useState(site.domain_file_created);
  const isListed = site.domain_file_created && !wasListed;
  const sayListed = useEffectEvent(() => notices.success(texts.listed, { inTurn: true }));
  useEffect(() => {
    if (isListed) sayListed();
  }, [isListed]);

  return {
    under,
    stuck,
    tryAgain: () => setStuck(null),
    check: () =>
      attempt('check', async () => {
        const { success, message } = await call(checkUp, { params: { id: site.id }, body: { user } });
        return success ? message : null;
      }),
  };
}

async function doStep({ id, name }: CustomSite, user: number | null, step: SiteStep): Promise<string> {
  const about = { params: { id }, body: { user } };
  switch (step.does) {
    case 'configure': {
      const { logo, email_sender, support_email, colour } = step.with;
      const body = { domain: String(id), description: `Site for ${name}`, email_sender, support_email, colour };
      return (await call(configureCustomSite, { body, file: logo })).message;
    }
    case 'admin': {
      const { first_name, last_name, email, phone, password } = step.with;
      const body = { first_name, last_name, email, phone, password, subscription: 7, domain: id, related_users: [] };
      return (await call(addCustomSiteAdmin, { body })).message;
    }
    case 'folder':
      return (await call(createFolder, about)).message;
    case 'file':
      return (await call(createDomainFile, about)).message;
    case 'certificate':
      return (await call(createSslFile, about)).message;
  }
}
