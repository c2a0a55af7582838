import type { CustomSite } from '@vialkeep/contract/custom-sites.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { LinkButton } from '../../ui/actions/link.tsx';
import { StatusPill } from '../../ui/display/status-pill.tsx';
import { Card } from '../../ui/layout/card.tsx';
import classes from './custom-sites.module.css';
import { customSitesTexts } from './custom-sites.texts.ts';

const texts = customSitesTexts.begun;

/** Unfinished registrations that can be resumed. */
export function Registrations({ sites }: { sites: readonly CustomSite[] }) {
  if (sites.length === 0) return null;
  return (
    <Card title={texts.title} note={texts.note}>
      <ul className={classes.sites}>
        {sites.map((site) => (
          <li key={site.id} className={classes.site}>
            <span className={classes.siteName}>
              <b>{site.name}</b>
              <span>{site.url}</span>
            </span>
            <State site={site} />
            <LinkButton to={linkTo(addresses.customSites, {}, { site: site.id })}>
              {site.certified ? texts.open(site.name) : texts.goOn(site.name)}
            </LinkButton>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function State({ site }: { site: CustomSite }) {
  if (site.certified) return <StatusPill tone="done">{texts.live}</StatusPill>;
  if (site.domain_file_created) return <StatusPill tone="waiting">{texts.waits}</StatusPill>;
  return <StatusPill tone="moving">{texts.unfinished}</StatusPill>;
}
