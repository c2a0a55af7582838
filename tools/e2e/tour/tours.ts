import { administratorTours } from './administrators.ts';
import { clinicTours } from './clinics.ts';
import { memberTours } from './members.ts';
import { sellerTours } from './sellers.ts';
import type { Tour } from './stops.ts';
import { visitorTours } from './visitors.ts';

/** The tours of all kinds of users. */
export const tours: readonly Tour[] = [
  ...visitorTours,
  ...memberTours,
  ...clinicTours,
  ...sellerTours,
  ...administratorTours,
];
