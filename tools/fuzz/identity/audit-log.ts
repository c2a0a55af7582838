import { valueAt } from './answer.ts';
import { type Attack, requirePrepared } from './attack.ts';
import { demoPerson, newCenter } from './people.ts';
import type { Target } from './target.ts';

/** Changes that must leave their origin and the previous values in the audit log. */
export const auditLogAttacked: readonly Attack[] = [
  {
    name: 'an administrator’s change cannot be traced to a place',
    expected: 'a row with the address and the device',
    make: async (target) => {
      const { row, status, network } = await rowOfChange(target);
      const [address, device] = [valueAt(row, 'address'), valueAt(row, 'device')];
      return {
        seen: `audit ${status}, address ${formatFact(address)}, device ${formatFact(device)}`,
        refused:
          typeof address === 'string' && address.startsWith(network) && typeof device === 'string' && device !== '',
      };
    },
  },
  {
    name: 'what stood there before an administrator’s change is lost',
    expected: 'a row with before and after of the field',
    make: async (target) => {
      const { row, status } = await rowOfChange(target);
      const [before, after] = [valueAt(row, 'changes.company.before'), valueAt(row, 'changes.company.after')];
      return {
        seen: `audit ${status}, before ${formatFact(before)}, after ${formatFact(after)}`,
        refused: before !== undefined && after !== undefined && before !== after,
      };
    },
  },
  {
    name: 'wrong logins cannot be traced to a place',
    expected: 'a row with the address',
    make: async (target) => {
      const guesser = target.visitor();
      await guesser.login('patient@vialkeep.test', 'Not-the-password-9');
      const boss = await demoPerson(target, 'super');
      const log = await boss.browser.get('/api/admin/audit/?action=session.login_refused');
      const rows = [...log.list(), ...log.list('results')];
      const addresses = rows.map((row) => String(valueAt(row, 'address')));
      const isThere = addresses.some((address) => address.startsWith(guesser.network));
      return { seen: `audit ${log.told}, address ${isThere ? 'there' : 'not there'}`, refused: isThere };
    },
  },
];

/** Returns the audit row that a super admin sees for a change that an administrator has just made. */
async function rowOfChange(target: Target): Promise<{ row: unknown; status: string; network: string }> {
  const center = await newCenter(target);
  const admin = await demoPerson(target, 'admin');
  const changed = await admin.browser.patch(`/api/v1/users/${center.id}/`, { company: 'A Company of Another Name' });
  requirePrepared(changed.isGood, `an administrator changes an account: ${changed.told}`);
  const boss = await demoPerson(target, 'super');
  const log = await boss.browser.get(`/api/admin/audit/?subject_id=${center.id}`);
  const rows = [...log.list(), ...log.list('results')];
  const row = rows.find((one) => valueAt(one, 'action') === 'users.edit');
  return { row, status: log.told, network: admin.browser.network };
}

function formatFact(value: unknown): string {
  return value === undefined ? 'none' : JSON.stringify(value);
}
