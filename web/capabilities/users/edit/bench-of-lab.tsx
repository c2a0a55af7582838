import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { readLabSettings } from '@vialkeep/contract/lab-policy.ts';
import { useApi } from '../../../kernel/api/query.ts';
import * as addresses from '../../../kernel/navigation/addresses.ts';
import { linkTo } from '../../../kernel/navigation/link-to.ts';
import { useMay } from '../../../kernel/session/current-session.ts';
import { TextLink } from '../../../ui/actions/link.tsx';
import classes from '../users.module.css';
import { usersTexts } from '../users.texts.ts';

const texts = usersTexts.bench;

const pages = [
  [texts.home, addresses.bench],
  [texts.arrivals, addresses.benchArrivals],
  [texts.batches, addresses.benchBatches],
  [texts.storage, addresses.storage],
  [texts.orders, addresses.benchOrders],
  [texts.release, addresses.benchRelease],
  [texts.stockCounts, addresses.stockCounts],
  [texts.deviations, addresses.deviations],
  [texts.lots, addresses.benchLots],
] as const;

/** The ways of an administrator to the bench of a lab; where it is switched off, only the one to its settings. */
export function BenchOfLab({ labId }: { labId: UserId }) {
  const mayUse = useMay('bench.use');
  const settings = useApi(readLabSettings, { query: { lab_id: String(labId) } }, { enabled: mayUse });
  if (!mayUse) return null;
  return (
    <nav aria-label={texts.label} className={classes.bench}>
      <TextLink to={linkTo(addresses.benchSettings, {}, { lab: labId })}>{texts.settings}</TextLink>
      {settings.data?.bench_on &&
        pages.map(([text, page]) => (
          <TextLink key={page} to={linkTo(page, {}, { lab: labId })}>
            {text}
          </TextLink>
        ))}
    </nav>
  );
}
