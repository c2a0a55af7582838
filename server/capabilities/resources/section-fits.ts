/**
 * Whether a section names the page at this path. A part that begins with a colon stands for any one part, since nobody
 * can name the page of every patient: '/patients/:id' is where each of them is shown.
 */
export function sectionFits(section: string, path: string): boolean {
  const [wanted, given] = [partsOf(section), partsOf(path)];
  return wanted.length === given.length && wanted.every((part, at) => part.startsWith(':') || part === given[at]);
}

/** Slashes around it, and what follows '?' or '#', say nothing about which page it is. */
function partsOf(path: string): string[] {
  return (path.split(/[?#]/, 1)[0] ?? '').split('/').filter((part) => part !== '');
}
