/** What a card does in the sandbox. */
export type Behaviour = 'approve' | 'decline' | 'error' | 'hold' | 'lose-answer' | 'slow';

/** The numbers that do something else than to be approved. Every other number with a right check digit is approved. */
export const testCards: Readonly<Record<string, Exclude<Behaviour, 'approve'>>> = {
  '4000000000000002': 'decline',
  '4000000000000119': 'error',
  '4000000000000259': 'hold',
  '4000000000000341': 'lose-answer',
  '4000000000000606': 'slow',
};

export function behaviourOf(number: string): Behaviour {
  return testCards[number] ?? 'approve';
}

/** A behaviour as it was written down. */
export function knownBehaviour(text: string): Behaviour {
  return Object.values(testCards).find((behaviour) => behaviour === text) ?? 'approve';
}
