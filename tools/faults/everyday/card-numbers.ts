let made = 0;

/** Returns an unused number with a valid check digit that has no special meaning to a fake gateway. */
export function newCardNumber(): string {
  made += 1;
  const digits = `4929${String(made).padStart(11, '0')}`;
  for (let check = 0; check < 10; check += 1) if (isRight(`${digits}${check}`)) return `${digits}${check}`;
  throw new Error('Every number has a check digit.');
}

function isRight(number: string): boolean {
  const sum = [...number].toReversed().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
