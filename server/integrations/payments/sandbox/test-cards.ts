/** The behaviour of a test card in the sandbox. */
export type Behaviour =
  | 'approve'
  | 'charge-back'
  | 'decline'
  | 'decline-later'
  | 'error'
  | 'hold'
  | 'lose-answer'
  | 'lose-refund'
  | 'refuse-refund'
  | 'slow';

const CHARGED_BACK = '4000000000000739';

/** The last digits of the test card that is charged back; a charge keeps only these. */
export const CHARGED_BACK_LAST4 = CHARGED_BACK.slice(-4);

/** Numbers with a special behaviour. Every other number with a valid check digit is approved. */
export const testCards: Readonly<Record<string, Exclude<Behaviour, 'approve'>>> = {
  '4000000000000002': 'decline',
  '4000000000000119': 'error',
  '4000000000000259': 'hold',
  '4000000000000341': 'lose-answer',
  '4000000000000606': 'slow',
  // Charges of these are approved; their refunds are not as usual.
  '4000000000000705': 'lose-refund',
  '4000000000000713': 'refuse-refund',
  // The bank of the card takes it back as soon as it has settled.
  [CHARGED_BACK]: 'charge-back',
  // Is saved, and declined whenever the saved card is charged.
  '4000000000000721': 'decline-later',
};

export function behaviourOf(number: string): Behaviour {
  return testCards[number] ?? 'approve';
}

/** A behaviour as stored in the database. */
export function knownBehaviour(text: string): Behaviour {
  return Object.values(testCards).find((behaviour) => behaviour === text) ?? 'approve';
}

/** The behaviour of the refunds of a card. A charge keeps only the last digits, which no two test cards share. */
export function behaviourOfRefunds(last4: string): Behaviour {
  const number = Object.keys(testCards).find((known) => known.endsWith(last4));
  return number === undefined ? 'approve' : behaviourOf(number);
}
