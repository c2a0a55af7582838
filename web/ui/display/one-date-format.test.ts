import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';

const web = join(import.meta.dirname, '../..');

type Rule = {
  says: string;
  forbids: RegExp;
  /** The files that implement the format. */
  except: readonly string[];
  wouldCatch: readonly string[];
};

const rules: readonly Rule[] = [
  {
    says: 'no screen puts a date into words by itself',
    forbids:
      /\.toLocale(?:Date|Time)?String\(|Intl\.(?:DateTimeFormat|RelativeTimeFormat)|\bdayjs\(|\.to(?:Date|GMT)String\(/,
    except: [],
    wouldCatch: ["new Date(at).toLocaleDateString('en-US')", 'new Intl.DateTimeFormat()', "dayjs(day).format('ll')"],
  },
  {
    says: 'MM/DD/YYYY stands in fields to type alone',
    forbids: /MM\/DD|\bvalueFormat\b/,
    // Imports say how the dates of a file are written.
    except: [
      'ui/form/fields/date-inputs.tsx',
      'ui/form/fields/date-fields.tsx',
      'capabilities/imports/imports.texts.ts',
    ],
    wouldCatch: ['<DateInput valueFormat="DD/MM" />', "const format = 'MM/DD/YYYY';"],
  },
  {
    says: 'no date of an answer is shown as it came',
    forbids:
      />\{(?!texts)\w+\.(?:\w+_(?:date|at|on|until)|date\w*)\}|textColumn\b.*\.(?:\w+_(?:date|at|on|until)|date\w*)\b/,
    except: [],
    wouldCatch: [
      '<td>{vial.added_on}</td>',
      '<dd>{user.date_joined}</dd>',
      "textColumn('Join Date', (user) => user.date_joined)",
    ],
  },
];

describe.each(rules)('W-01 $says', ({ forbids, except, wouldCatch }) => {
  test('the rule holds in every file of the web except the formatter', () => {
    const breaches = filesOf(web)
      .filter((path) => !['ui/display/formats.ts', ...except].includes(path))
      .flatMap((path) =>
        readFileSync(join(web, path), 'utf8')
          .split('\n')
          .map((line, index) => ({ line, at: `${path}:${index + 1}: ${line.trim()}` }))
          .filter(({ line }) => forbids.test(line) && !isComment(line))
          .map(({ at }) => at),
      );
    expect(breaches).toEqual([]);
  });

  test.each(wouldCatch)('the rule rejects %s', (line) => {
    expect(line).toMatch(forbids);
  });
});

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll('\\', '/'))
    .filter((path) => !/^(?:node_modules|dist)\//.test(path));
}

function isComment(line: string): boolean {
  return /^\s*(?:\/\/|\/?\*)/.test(line);
}
