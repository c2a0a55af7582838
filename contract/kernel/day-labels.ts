const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * '2026-11-05', or a timestamp that begins so → '5 Nov 2026'; '' for any other text. Works on the text, so that no time
 * zone shifts the day.
 */
export function dayInWords(value: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(value) ?? [];
  const [name, number] = [MONTHS[Number(month) - 1], Number(day)];
  return name && number >= 1 && number <= 31 ? `${number} ${name} ${year}` : '';
}

/** '2026-11' → 'Nov 2026'; '' for any other text. */
export function monthInWords(value: string): string {
  const [, year, month] = /^(\d{4})-(\d{2})/.exec(value) ?? [];
  const name = MONTHS[Number(month) - 1];
  return name ? `${name} ${year}` : '';
}
