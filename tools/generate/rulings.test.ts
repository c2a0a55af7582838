import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { rulingsDocument } from './documents.ts';
import { parseCitations, parseDefinitions, rulingFaults } from './rulings.ts';

const RULINGS = '## S. Security\n\n### S-20 Ids in paths, and names\n\n**Ruling.** As in S-18.\n';
const SECURITY = '| Id | Threat | Prevented by |\n|---|---|---|\n| T17 | A signature in another name | a refusal |\n';
const definitions = parseDefinitions(RULINGS, SECURITY);

describe('Definitions', () => {
  test('the headings of the rulings and the rows of the threats define ids, with a link to each', () => {
    expect(definitions).toEqual([
      { id: 'S-20', title: 'Ids in paths, and names', link: '../spec/rulings.md#s-20-ids-in-paths-and-names' },
      { id: 'T17', title: 'A signature in another name', link: '../security.md#threats-by-id' },
    ]);
  });

  test('every ruling of the repository has a situation, a ruling and a reason', () => {
    const text = readFileSync(resolve(import.meta.dirname, '../../docs/spec/rulings.md'), 'utf8');
    const sections = text.split(/^(?=###? )/m).filter((section) => section.startsWith('### '));
    const labelsOf = (section: string) => [...section.matchAll(/^\*\*(\w+)\.\*\* \S/gm)].map(([, label]) => label);
    const incomplete = sections.filter((section) => labelsOf(section).join() !== 'Situation,Ruling,Reason');
    expect(sections.length).toBeGreaterThan(0);
    expect(incomplete.map((section) => section.split('\n', 1)[0])).toEqual([]);
  });
});

describe('Citations', () => {
  test('a citation carries its file and line, and counts once for each line', () => {
    expect(parseCitations('server/a.ts', '/** S-20: why. */\nconst a = 1; // T17: why; (S-20), S-20')).toEqual([
      { id: 'S-20', file: 'server/a.ts', line: 1 },
      { id: 'S-20', file: 'server/a.ts', line: 2 },
      { id: 'T17', file: 'server/a.ts', line: 2 },
    ]);
  });

  test('a range of threats cites every id in it', () => {
    expect(parseCitations('docs/a.md', 'T15–T17').map(({ id }) => id)).toEqual(['T15', 'T16', 'T17']);
  });

  test.each(['AES-256', 'SHA-512', '2026-01-01T17:00:00Z', 'at T17:00', '`${day}T00`', 'MS-20'])(
    '%j cites nothing',
    (text) => expect(parseCitations('web/a.ts', text)).toEqual([]),
  );
});

describe('Faults', () => {
  const citing = (text: string) => rulingFaults(definitions, parseCitations('server/a.ts', text));

  test('a citation of a defined id is not a fault', () => {
    expect(citing('// S-20, T17')).toEqual([]);
  });

  test('an undefined id is a fault that names file, line and the document that should define it', () => {
    expect(citing('\n// S-21')).toEqual(['server/a.ts:2: S-21 is not defined in docs/spec/rulings.md']);
    expect(citing('// T16')).toEqual(['server/a.ts:1: T16 is not defined in docs/security.md']);
  });

  test('an id with two headings is a fault', () => {
    expect(rulingFaults([...definitions, ...definitions.slice(0, 1)], [])).toEqual(['S-20 is defined more than once']);
  });
});

describe('Rulings document', () => {
  test('the document lists the files and the tests that cite an id separately, each once', () => {
    const files = ['web/b.tsx', 'server/a.ts', 'server/a.ts', 'server/a.test.ts'];
    const page = rulingsDocument(
      definitions,
      files.map((file, line) => ({ id: 'S-20', file, line })),
    );
    expect(page).toContain(
      '| [S-20](../spec/rulings.md#s-20-ids-in-paths-and-names) | Ids in paths, and names |' +
        ' [server/a.ts](../../server/a.ts), [web/b.tsx](../../web/b.tsx) | [server/a.test.ts](../../server/a.test.ts) |',
    );
    expect(page).toContain('| [T17](../security.md#threats-by-id) | A signature in another name | — | — |');
  });
});
