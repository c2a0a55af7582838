import { labOfTheDemo } from './places.ts';
import { modalBehind, pressing } from './presses.ts';
import { type Tour, withMenu } from './stops.ts';

/** The tours of the sales hierarchy. */
export const sellerTours: readonly Tour[] = [
  {
    who: 'sales-rep',
    account: 'rep',
    stops: withMenu(
      3,
      [],
      [
        { route: '/dashboard' },
        { route: '/my-commissions' },
        { route: '/patients', openings: [modalBehind('patient', /^View #/)] },
      ],
    ),
  },
  {
    who: 'sales-manager',
    account: 'manager',
    stops: withMenu(
      6,
      [],
      [
        { route: '/dashboard', openings: [modalBehind('remove', /^Remove /)] },
        { route: '/add-sales-rep', openings: [pressing('missing', 'Submit')] },
        { route: '/all-patients-team', openings: [modalBehind('patient', /^View #/)] },
      ],
    ),
  },
  {
    who: 'sales-distributor',
    account: 'distributor',
    stops: withMenu(
      8,
      [],
      [{ route: '/dashboard' }, { route: '/all-manager-sr-team', openings: [modalBehind('rep', /^View /)] }],
    ),
  },
  {
    who: 'sales-affiliate',
    account: 'affiliate',
    stops: withMenu(11, [], [{ route: '/dashboard' }, { route: '/lab/{-$id}', at: labOfTheDemo }]),
  },
];
