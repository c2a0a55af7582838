import { ADMINS, about, adminOnly, type Matrix, plain } from './rows.ts';

export const inspectionRows: Matrix = {
  listInspections: plain(ADMINS),
  createInspection: plain(ADMINS, {
    body: { agency: 'State agency', name: 'Ina Specht', email: 'ina@agency.test', reason: 'A visit', days: 3 },
  }),
  endInspection: about('inspection', (id) => ({ params: { id } }), adminOnly),
};
