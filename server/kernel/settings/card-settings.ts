import { setting } from './setting.ts';
import { oneOf, url, word } from './setting-shapes.ts';

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
    'https://api2.authorize.net/xml/v1/request.api',
    'Address at which pages do so; the test system has the same one as AUTHORIZENET_URL.',
    url('https:', 'http:'),
  ),
  cardNumbers: setting(
    'CARD_NUMBERS',
    { text: 'accept, refuse in production', from: ({ NODE_ENV }) => (NODE_ENV === 'production' ? 'refuse' : 'accept') },
    'Whether calls accept card numbers, as documented clients send them, or only tokens of the payment gateway, as the screens do: accept or refuse.',
    oneOf('accept', 'refuse'),
  ),
};
