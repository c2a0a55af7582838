import { validateCoupon } from '@vialkeep/contract/coupons.ts';
import { listDocuments } from '@vialkeep/contract/documents.ts';
import { updateLocation } from '@vialkeep/contract/locations.ts';
import { listRelatedFrom } from '@vialkeep/contract/network.ts';
import { listLabPatients } from '@vialkeep/contract/patients.ts';
import { updateUser } from '@vialkeep/contract/profile.ts';
import { login } from '@vialkeep/contract/session.ts';
import { listTransactions } from '@vialkeep/contract/transactions.ts';
import { listUsers } from '@vialkeep/contract/users.ts';
import { addVialEntry } from '@vialkeep/contract/vials.ts';
import type { Worker } from '../harness/workers.ts';
import type { Recorded } from './target.ts';

/** The main calls that take text, as the screens send them: searches, filters, path parameters, forms. */
export function recordedRequests(workers: readonly Worker[]): readonly Recorded[] {
  const as = (key: string) => {
    const worker = workers.find(({ email }) => email === `${key}@vialkeep.test`);
    if (!worker) throw new Error(`Nobody is logged in as ${key}.`);
    return worker;
  };
  const [admin, lab, hc] = [as('admin'), as('lab'), as('hc')];
  const filled = (path: string, id: number | undefined) => path.replace(/:\w+/, String(id));
  return [
    {
      name: 'users list',
      method: 'GET',
      path: `${listUsers.path}?search=berg&subscription_type=2&tags=1&domain_id=1&offset=0`,
      texts: ['search', 'subscription_type'],
      token: admin.token,
    },
    {
      name: 'transactions list',
      method: 'GET',
      path: `${listTransactions.path}?search=stein&date_after=2026-01-01&date_before=2026-12-31&product_id=3`,
      texts: ['search', 'date_after'],
      token: admin.token,
    },
    {
      name: 'documents list',
      method: 'GET',
      path: `${listDocuments.path}?search=anna`,
      texts: ['search'],
      token: admin.token,
    },
    {
      name: 'patients list',
      method: 'GET',
      path: `${listLabPatients.path}?search=berg&stage=received`,
      texts: ['search', 'stage'],
      token: lab.token,
    },
    {
      name: 'related users',
      method: 'GET',
      path: `${filled(listRelatedFrom.path, hc.id)}?membership=3&order_by=company`,
      texts: ['order_by'],
      token: admin.token,
    },
    {
      name: 'user by identifier',
      method: 'GET',
      path: '/api/v1/users/identifier/admin@vialkeep.test*/',
      token: admin.token,
    },
    { name: 'document by code', method: 'GET', path: '/api/v1/documents/verify/AB12*/' },
    {
      name: 'coupon',
      method: 'POST',
      path: validateCoupon.path,
      texts: ['code'],
      token: hc.token,
      body: { code: 'SPRING', product_id: 3 },
    },
    {
      name: 'login',
      method: 'POST',
      path: login.path,
      texts: ['email'],
      body: { email: 'nobody@vialkeep.test', password: 'Wrong-1' },
    },
    {
      name: 'profile',
      method: 'PATCH',
      path: filled(updateUser.path, hc.id),
      texts: ['first_name', 'company'],
      token: hc.token,
      body: { first_name: 'Maria', company: 'Stein Clinic', city: 'Boulder' },
    },
    {
      name: 'location',
      method: 'PATCH',
      path: filled(updateLocation.path, hc.locations[0]),
      texts: ['location_name', 'zip_code'],
      token: hc.token,
      body: { location_name: 'Main', address2: 'Suite 5', zip_code: '80301' },
    },
    {
      name: 'vial entry',
      method: 'POST',
      path: addVialEntry.path,
      texts: ['note'],
      token: lab.token,
      body: { type: 'added', date: '2026-01-05', quantity: 1, note: 'Left shelf', user: lab.patients[0] },
    },
  ];
}
