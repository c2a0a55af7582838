import { Navigate } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { TextLink } from '../../ui/actions/link.tsx';
import * as addresses from './addresses.ts';
import { linkTo } from './link-to.ts';

test('a link fills in the parameters of its path, encoded', () => {
  expect(linkTo(addresses.dashboard).to).toBe('/dashboard');
  expect(linkTo(addresses.patient, { id: 12 }).to).toBe('/patients/12');
  expect(linkTo(addresses.lab, { id: 'a/b' }).to).toBe('/lab/a%2Fb');
  expect(linkTo(addresses.labCenterPatients, { lab_id: 3, harvestcenter_id: 4 }).to).toBe('/lab/3/harvest-center/4');
});

test('a link carries the keys of its query', () => {
  expect(linkTo(addresses.dashboard, {}, { user: 7 })).toEqual({ to: '/dashboard', search: { user: 7 } });
});

test('a wrong page, a missing or unknown parameter and an unknown key of the query are type errors', () => {
  const wrong = [
    // @ts-expect-error there is no page at this path
    () => linkTo('/dashbord'),
    // @ts-expect-error a component takes only a link that was checked
    () => TextLink({ to: { to: '/dashboard' }, children: null }),
    // @ts-expect-error the router knows no such path
    () => Navigate({ to: '/dashbord' }),
    // @ts-expect-error the path names an id
    () => linkTo(addresses.patient),
    // @ts-expect-error the path names an id, also where the router treats it as optional
    () => linkTo(addresses.lab, {}),
    // @ts-expect-error the path names two parameters
    () => linkTo(addresses.labCenterPatients, { lab_id: 3 }),
    // @ts-expect-error the path names no parameter
    () => linkTo(addresses.dashboard, { id: 12 }),
    // @ts-expect-error the page does not know this key
    () => linkTo(addresses.dashboard, {}, { usr: 7 }),
    // @ts-expect-error the page knows no keys
    () => linkTo(addresses.profile, {}, { user: 7 }),
  ];
  expect(wrong).toHaveLength(9);
});

test('no two pages have the same path', () => {
  const paths = Object.values(addresses);
  expect(new Set(paths).size).toBe(paths.length);
});
