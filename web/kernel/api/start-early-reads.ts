/*
 * Sent inside the page: asks for the answers of the first page before the application has loaded (0075). The
 * application takes them in early-reads.ts.
 */
type Visit = {
  plans: readonly number[] | null;
  reads: readonly string[];
  byPlan: Readonly<Record<number, { scripts: readonly string[]; reads: readonly string[] }>>;
};
type StoredUser = { id?: number; subscription: { id: number } };

(() => {
  try {
    // @NOTE the server writes the visit, and an unreadable stored user ends this script.
    const { plans, reads, byPlan } = JSON.parse(document.getElementById('first-visit')?.textContent ?? '') as Visit;
    const token = localStorage.getItem('token');
    const { id, subscription } = JSON.parse(localStorage.getItem('user') ?? '') as StoredUser;
    const plan = subscription.id;
    // A page shows other parts to an administrator who views an account.
    if (!token || !id || (plans && !plans.includes(plan)) || document.cookie.includes('superAdmin=')) return;
    const own = byPlan[plan] ?? { scripts: [], reads: [] };
    for (const href of own.scripts) {
      const link = document.createElement('link');
      document.head.append(Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href }));
    }
    const pending: NonNullable<Window['earlyReads']>['answers'] = {};
    for (const read of [...reads, ...own.reads]) {
      const address = read.replace('~user', String(id)).replace('~plan', String(plan));
      pending[address] = fetch(address, { headers: { Authorization: `token ${token}` } })
        .then(async (response) => ({ ok: response.ok, status: response.status, text: await response.text() }))
        .catch(() => null);
    }
    window.earlyReads = { token, answers: pending, started: Object.keys(pending).length };
  } catch {
    // The application asks for everything by itself.
  }
})();
