import { describe, expect, test } from 'vitest';
import { type FirstVisits, firstVisitAdder, noFirstVisits, scriptHashes } from './first-visits.ts';
import { contentSecurityPolicy } from './headers.ts';

const visits: FirstVisits = {
  script: 'start()',
  pages: [
    { path: '/dashboard', scripts: ['/assets/d.js'], styles: ['/assets/d.css'], data: { reads: ['</script>'] } },
    { path: '/lab/{-$id}', scripts: ['/assets/l.js'], styles: [], data: {} },
    { path: '/patients/$id', scripts: ['/assets/p.js'], styles: [], data: {} },
  ],
};
const HTML = '<head><!--first-visit--><link href="/assets/index.css"></head>';
const pageAt = (url: string) => firstVisitAdder(visits)(HTML, url);

describe('First visits of a page', () => {
  test('the page names its files, and its styles follow those of every page', () => {
    expect(pageAt('/dashboard')).toContain('<link rel="modulepreload" crossorigin href="/assets/d.js">');
    expect(pageAt('/dashboard')).toMatch(
      /index\.css"><link rel="stylesheet" crossorigin href="\/assets\/d\.css"><\/head>$/,
    );
  });

  test.each([
    ['/lab', 'l.js'],
    ['/lab/7', 'l.js'],
    ['/lab/7/', 'l.js'],
    ['/patients/9', 'p.js'],
  ])('the address %s is a visit of the page with the file %s', (url, file) => {
    expect(pageAt(url)).toContain(`/assets/${file}"`);
  });

  test.each(['/patients', '/patients/9/more', '/nothing'])('the address %s is no visit of a listed page', (url) => {
    expect(pageAt(url)).toBe(HTML);
  });

  test('the data of a page cannot end the script element that holds it', () => {
    expect(pageAt('/dashboard').match(/<\/script>/g)).toHaveLength(2);
  });

  test('an address with a query starts no reads, because it can change what the page asks for', () => {
    expect(pageAt('/dashboard?page=2')).not.toContain('start()');
    expect(pageAt('/dashboard?page=2')).toContain('/assets/d.js');
  });

  test('the policy allows the script by its hash and no other script inside the page', () => {
    const [hash] = scriptHashes(HTML, visits);
    expect(hash).toBe('sha256-DIm7WJS6ZKDYe5qFLPy+h4JFI9Bol5QmYC57mt3Fb00=');
    expect(contentSecurityPolicy({}, scriptHashes(HTML, visits))).toContain(`script-src 'self' '${hash}';`);
    expect(contentSecurityPolicy({}, scriptHashes(HTML, noFirstVisits))).toContain("script-src 'self';");
    expect(scriptHashes('<script src="/a.js"></script><script>start()</script>', noFirstVisits)).toEqual([hash]);
  });
});
