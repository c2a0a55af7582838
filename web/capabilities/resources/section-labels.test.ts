import { expect, test } from 'vitest';
import { countSections, sectionName } from './section-labels.ts';

test('F041 a section is shown by the name of its page', () => {
  expect(sectionName('/patients')).toBe('Patient List');
  expect(sectionName('/patients-signatures')).toBe('Patients signatures');
  expect(sectionName('/lab/:id/harvest-center/:center')).toBe('Lab harvest center');
  expect(sectionName('/')).toBe('/');
});

test('F041 sections are sorted by their number of assets, largest first', () => {
  const asset = (...urls: string[]) => ({ sections: urls.map((url, id) => ({ id, url })) });
  expect(countSections([asset('/b', '/a'), asset('/b'), asset()])).toEqual([
    { name: 'B', urls: ['/b'], count: 2 },
    { name: 'A', urls: ['/a'], count: 1 },
  ]);
  expect(countSections([asset('/profile', '/hc-profile'), asset('/hc-profile')])).toEqual([
    { name: 'Contact Details', urls: ['/profile', '/hc-profile'], count: 2 },
  ]);
});
