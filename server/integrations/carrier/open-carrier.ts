import type { Settings } from '../../kernel/settings/settings.ts';
import type { Carrier } from '../../ports/carrier.ts';
import { fedexCarrier } from './fedex/fedex-carrier.ts';

type CarrierSettings = Pick<
  Settings,
  'carrier' | 'fedexClientId' | 'fedexClientSecret' | 'fedexAccount' | 'fedexUrl' | 'fedexService'
>;

/**
 * Opens the carrier of the settings; null when labels are only uploaded by hand, which is always possible. Throws with
 * the setting's name.
 */
export function openCarrier(settings: CarrierSettings): Carrier | null {
  if (settings.carrier === 'manual') return null;
  return fedexCarrier({
    clientId: settings.fedexClientId,
    clientSecret: settings.fedexClientSecret,
    account: settings.fedexAccount,
    url: settings.fedexUrl,
    service: settings.fedexService,
  });
}
