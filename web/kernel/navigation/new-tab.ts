/**
 * Opens a tab in the click handler and sets its address later, because browsers block tabs that open without a click.
 * If no tab can be opened, the current tab navigates.
 */
export function newTab(): { leadTo(address: string | URL): void; close(): void } {
  const tab = window.open('about:blank', '_blank');
  if (tab) tab.opener = null;
  return {
    leadTo: (address) => (tab ? tab.location.replace(address) : window.location.assign(address)),
    close: () => tab?.close(),
  };
}
