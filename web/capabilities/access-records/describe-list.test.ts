import { expect, test } from 'vitest';
import { describeList } from './describe-list.ts';

test.each([
  ['/api/admin/users/ {"limit":30,"offset":0}', 'users'],
  ['/api/admin/access-records/ {"subject_id":1030,"limit":50,"offset":50}', 'access records, subject id: 1030'],
  ['/api/admin/users/ {"search":"Ana, Be', 'users, {"search":"Ana, Be'],
  ['/api/v1/patients/', 'patients'],
  ['1043', '1043'],
  ['', ''],
])('the list %s is described as %s', (object, words) => {
  expect(describeList(object)).toBe(words);
});
