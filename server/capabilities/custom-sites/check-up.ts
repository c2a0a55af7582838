import { checkUp, customSiteMessages } from '@vialkeep/contract/custom-sites.ts';
import { handle } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { DnsUnavailable } from '../../ports/dns.ts';
import { registrationOf } from './custom-sites.queries.ts';
import { lookUpSite } from './look-up-site.ts';
import { markStep } from './mark-step.ts';

export const checkUpHandler = handle(checkUp, async ({ params, db, write, services }) => {
  const { host, up_at } = await registrationOf(db, params.id);
  const expected = services.settings.serverIps;
  if (expected.length === 0) throw refuseBy(checkUp, 'no_server_ip');
  const { isUp, found, words } = await lookUpSite(services, host).catch((error: unknown) => {
    throw error instanceof DnsUnavailable ? refuseBy(checkUp, 'dns_unavailable') : error;
  });
  const now = new Date();
  const marks = { checked_at: now, found: [...found], up_at: isUp ? (up_at ?? now) : null };
  await write((work) => markStep(work, params.id, 'check_up', marks, { up: isUp, found }));
  return {
    success: isUp,
    message: isUp ? customSiteMessages.created : words,
    found: [...found],
    expected: expected.join(', '),
  };
});
