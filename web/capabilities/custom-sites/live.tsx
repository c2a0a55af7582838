import { IconCheck } from '@tabler/icons-react';
import type { CustomSite } from '@vialkeep/contract/custom-sites.ts';
import { useState } from 'react';
import { SITE_LIVE_MS } from '../../kernel/timings.ts';
import { Button } from '../../ui/actions/button.tsx';
import { OutsideLink } from '../../ui/actions/link.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { ModalFrame } from '../../ui/overlays/modal-frame.tsx';
import classes from './custom-sites.module.css';
import { customSitesTexts } from './custom-sites.texts.ts';
import { useSettled } from './use-settled.ts';
import type { Stuck } from './use-steps.ts';

const texts = customSitesTexts.live;

type Props = { site: CustomSite; certified: boolean; stuck: Stuck | null };

/** The modal from a correct DNS record to the live site; afterwards the page shows the same. */
export function Live({ site, certified, stuck }: Props) {
  const [wasLive] = useState(site.certified);
  const [isClosed, setClosed] = useState(false);
  const isLive = useSettled(certified, SITE_LIVE_MS);
  const isStuck = stuck?.at === 'certificate';
  return (
    <>
      {isLive && (
        <Card title={texts.done}>
          <LiveAt site={site} />
        </Card>
      )}
      <ModalFrame
        opened={site.up && !wasLive && !isClosed && !isStuck}
        title={isLive ? texts.done : texts.up}
        onCancel={isLive ? () => setClosed(true) : undefined}
        footer={
          isLive && (
            <Button kind="primary" onClick={() => setClosed(true)} takesFocus>
              {texts.close}
            </Button>
          )
        }
      >
        {isLive ? (
          <LiveAt site={site} />
        ) : (
          <p className={classes.updating} role="status">
            {certified ? (
              <IconCheck size={18} stroke={2.2} aria-hidden />
            ) : (
              <span className={classes.turning} aria-hidden />
            )}
            {texts.updating}
          </p>
        )}
      </ModalFrame>
    </>
  );
}

function LiveAt({ site }: { site: CustomSite }) {
  return (
    <p className={classes.live}>
      {texts.at} <OutsideLink href={site.address}>{site.address}</OutsideLink>
    </p>
  );
}
