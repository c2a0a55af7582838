import { expect, test } from 'vitest';
import { sectionFits } from './section-fits.ts';

test.each([
  ['/patients', '/patients'],
  ['/patients', '/patients/'],
  ['/patients/', '/patients?page=2#end'],
  ['patients', '/patients'],
  ['/patients/:id', '/patients/1027'],
  ['/lab/:id/harvest-center/:center', '/lab/5/harvest-center/9'],
  ['/', '/'],
])('F040 the section %s matches the page %s', (section, path) => {
  expect(sectionFits(section, path)).toBe(true);
});

test.each([
  ['/patients', '/patients-signatures'],
  ['/patients', '/documents/patients'],
  ['/documents', '/documents/patients'],
  ['/patients/:id', '/patients'],
  ['/patients/:id', '/patients/1027/vials'],
  ['/Patients', '/patients'],
  ['/', '/patients'],
])('F040 the section %s does not match the page %s', (section, path) => {
  expect(sectionFits(section, path)).toBe(false);
});
