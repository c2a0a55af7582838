import { setting } from './setting.ts';
import { oneOf, url, word } from './setting-shapes.ts';

const BROWSER_URL = 'https://api2.authorize.net/xml/v1/request.api';
/** A page must not send a card to the system of production while the server charges at the test system. */
const TEST_SYSTEM = /^https:\/\/apitest\./i;

/** How the card that a person types reaches the payment gateway. */
export const cardSettings = {
  authorizenetClientKey: setting(
    'AUTHORIZENET_CLIENT_KEY',
    '',
    'Public client key at Authorize.Net, with which pages exchange a card for a token.',
    word().optional(),
  ),
  authorizenetBrowserUrl: setting(
    'AUTHORIZENET_BROWSER_URL',
    {
      text: 'https://api2.authorize.net/xml/v1/request.api, or AUTHORIZENET_URL where that is the test system',
      from: ({ AUTHORIZENET_URL = '' }) => (TEST_SYSTEM.test(AUTHORIZENET_URL) ? AUTHORIZENET_URL : BROWSER_URL),
    },
    'Address at which pages do so.',
    url('https:', 'http:'),
  ),
  cardNumbers: setting(
    'CARD_NUMBERS',
    { text: 'accept, refuse in production', from: ({ NODE_ENV }) => (NODE_ENV === 'production' ? 'refuse' : 'accept') },
    'Whether calls accept card numbers, as documented clients send them, or only tokens of the payment gateway, as the screens do: accept or refuse.',
    oneOf('accept', 'refuse'),
  ),
};
