/**
 * A tab that is opened by the press itself and led on when its address is known: a browser blocks a tab that opens
 * later. Where none may be opened at all, this one goes there.
 */
export function newTab(): { leadTo(address: string | URL): void; close(): void } {
  const tab = window.open('about:blank', '_blank');
  if (tab) tab.opener = null;
  return {
    leadTo: (address) => (tab ? tab.location.replace(address) : window.location.assign(address)),
    close: () => tab?.close(),
  };
}
