import type { CustomSite } from '@vialkeep/contract/custom-sites.ts';
import { Button } from '../../ui/actions/button.tsx';
import { StatusPill } from '../../ui/display/status-pill.tsx';
import { Card } from '../../ui/layout/card.tsx';
import classes from './custom-sites.module.css';
import { customSitesTexts } from './custom-sites.texts.ts';

const texts = customSitesTexts.dns;

type Props = { site: CustomSite; checking: boolean; onCheck: () => void };

/** Shows the DNS record that the owner of the name must create, and the record that was found instead. */
export function DnsRecord({ site, checking, onCheck }: Props) {
  return (
    <Card title={texts.ask}>
      <table className={classes.record}>
        <thead>
          <tr>
            <th scope="col">{texts.domain}</th>
            <th scope="col">{texts.record}</th>
            <th scope="col">{texts.status}</th>
            <th scope="col">{texts.action}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td data-label={texts.domain}>{site.host}</td>
            <td data-label={texts.record}>
              <code>{site.server_ip || '—'}</code>
            </td>
            <td data-label={texts.status} aria-live="polite">
              {checking ? texts.looking : <Status up={site.up} />}
            </td>
            <td data-label={texts.action}>
              <Button busy={checking} busyText={texts.checking} onClick={onCheck}>
                {texts.check}
              </Button>
            </td>
          </tr>
        </tbody>
      </table>
      {site.found && !site.up && (
        <p className={classes.found} role="status">
          <span>{texts.found(site.found)}</span>
          <span>{texts.expected(site.server_ip)}</span>
        </p>
      )}
    </Card>
  );
}

function Status({ up }: { up: boolean }) {
  return <StatusPill tone={up ? 'done' : 'waiting'}>{up ? texts.up : texts.waiting}</StatusPill>;
}
