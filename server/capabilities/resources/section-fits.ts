/**
 * True where a section matches the page at this path. A part with a leading colon matches any one part, so that
 * '/patients/:id' matches the page of every patient.
 */
export function sectionFits(section: string, path: string): boolean {
  const [wanted, given] = [pathParts(section), pathParts(path)];
  return wanted.length === given.length && wanted.every((part, at) => part.startsWith(':') || part === given[at]);
}

/** Leading and trailing slashes and everything after '?' or '#' do not identify a page. */
function pathParts(path: string): string[] {
  return (path.split(/[?#]/, 1)[0] ?? '').split('/').filter((part) => part !== '');
}
