/** A proposal for the name of a passkey: 'Chrome on Linux'. */
export function deviceName(userAgent: string): string {
  const browser = /(Edg|OPR|Firefox|Chrome|Safari)\//.exec(userAgent)?.[1] ?? '';
  const names: Readonly<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera' };
  const system = /(Windows|Android|iPhone|iPad|Mac OS X|Linux)/.exec(userAgent)?.[1]?.replace(' OS X', '') ?? '';
  return [names[browser] ?? browser, system].filter(Boolean).join(' on ');
}
