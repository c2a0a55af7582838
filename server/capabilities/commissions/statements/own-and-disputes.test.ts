import {
  addDisputeMessage,
  adjustCommission,
  closeCommissionDispute,
  disputeCommissionLine,
  exportCommissionStatement,
  listCommissionLines,
  listOwnCommissions,
  printCommissionStatement,
  readCommissionStatement,
} from '@vialkeep/contract/commissions.ts';
import { formatCents } from '@vialkeep/contract/kernel/money.ts';
import { readWaiting } from '@vialkeep/contract/waiting.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  adoptedPlan,
  clearCommissions,
  correct,
  daysAgo,
  insertSale,
  linesOf,
  refund,
  runBacklog,
  sell,
  switchCommissions,
} from '../../../testing/commissions/commission-world.ts';
import { pdfWords } from '../../../testing/documents/pdf-words.ts';
import { type Caller, newWorld, type World } from '../../../testing/world.ts';
import { verifyCommissions } from '../index.ts';

let world: World;
let admin: Caller;
let rep: Caller & { user: { id: number } };
let manager: Caller & { user: { id: number } };
let patient: { id: number; first_name: string; last_name: string; email: string };
let sale: number;
const month = daysAgo(0).slice(0, 7);

beforeAll(async () => {
  world = await newWorld();
  await clearCommissions(world);
  await switchCommissions(world, true);
  admin = await world.as('admin');
  rep = await world.as('rep');
  manager = await world.as('manager');
  const [row] = await world.sql<typeof patient>(
    "select id, first_name, last_name, email from users where email = 'patient@vialkeep.test'",
  );
  if (row) patient = row;
  await adoptedPlan(world, admin, {
    starts_on: daysAgo(400),
    rules: [
      { level: 'rep', rate_bp: 800 },
      { level: 'manager', rate_bp: 200 },
      { level: 'distributor', rate_bp: 100 },
      { level: 'affiliate', rate_bp: 150 },
    ],
  });
  sale = await sell(world, { rep: rep.user.id, manager: manager.user.id, patient: patient.id, product: 1 });
  await sell(world, { rep: rep.user.id, manager: manager.user.id, daysAgo: 40 });
  await insertSale(world, { rep: rep.user.id, manager: manager.user.id, daysAgo: 90, isPaid: true });
  await runBacklog(world);
});
afterAll(() => world.close());

const own = (who: Caller, query: object = {}) => world.call(who, listOwnCommissions, { query });
const statement = (who: Caller, userId: number, of = month) =>
  world.call(who, readCommissionStatement, { params: { user_id: userId, month: of } });
/** An amount of the wire as papers print it. */
const printed = (amount: number) => formatCents(Math.round(amount * 100));
const faults = () => verifyCommissions(world.app.services.store.read('platform'));

describe('Own commission', () => {
  test('a rep sees totals, twelve months and own lines; held, payable and in a run make the balance', async () => {
    const { totals, months, first_month, results, count } = await own(rep, { limit: '100' });
    expect(months).toHaveLength(12);
    expect(months.at(-1)?.month).toBe(month);
    expect(totals.held + totals.payable + totals.in_run).toBeCloseTo(totals.balance, 6);
    expect(totals.held).toBeGreaterThanOrEqual(23.6);
    expect(totals.payable).toBeGreaterThanOrEqual(23.6);
    expect(totals.paid).toBeGreaterThan(0);
    expect(count).toBe(results.length);
    expect(results.every(({ level }) => level === 'rep')).toBe(true);
    expect(first_month).toBe(month);
    const [newest] = results.filter(({ transaction_id }) => transaction_id === sale);
    expect(newest).toMatchObject({ patient: `#${patient.id}`, arithmetic: '8% of $295.00 = $23.60', may: ['ask'] });
  });

  test('the answers to a payee of any seat hold no name and no address of a patient', async () => {
    const seats = [rep, manager, await world.as('distributor'), await world.as('affiliate')] as const;
    const [ofRep, ofManager, ofDistributor, ofAffiliate] = seats.map(({ user }) => user.id);
    const chain = { rep: ofRep, manager: ofManager, distributor: ofDistributor, affiliate: ofAffiliate };
    const lines = await linesOf(world, await sell(world, { ...chain, patient: patient.id, product: 1 }));
    const patients = await world.sql<{ last_name: string; email: string; username: string }>(
      'select last_name, email, username from users where plan_id in (2, 12)',
    );
    expect(patients.length).toBeGreaterThan(10);
    for (const seat of seats) {
      const params = { user_id: seat.user.id, month };
      const line = lines.find(({ person_id }) => person_id === seat.user.id);
      const asked = await world.send(seat, disputeCommissionLine, { params: { id: line?.id }, body: { text: 'Why?' } });
      const dispute = asked.json<{ id: number }>().id;
      const answered = await world.send(admin, addDisputeMessage, {
        params: { id: dispute },
        body: { text: 'Because.' },
      });
      const closing = { params: { id: dispute }, body: { outcome: 'kept', text: 'It stays.' } };
      const responses = [
        await world.send(seat, listOwnCommissions, { query: { limit: '100' } }),
        await world.send(seat, readCommissionStatement, { params }),
        await world.send(seat, exportCommissionStatement, { params }),
        asked,
        answered,
        await world.send(seat, addDisputeMessage, { params: { id: dispute }, body: { text: 'Thanks.' } }),
        await world.send(admin, closeCommissionDispute, closing),
      ];
      expect(responses.map(({ statusCode }) => statusCode)).toEqual(responses.map(() => 200));
      const pdf = await world.send(seat, printCommissionStatement, { params });
      const texts = [...responses.map(({ body }) => body), pdfWords(pdf.rawPayload)];
      expect(texts.at(-1)).toContain('Commission statement');
      for (const text of texts) {
        for (const { last_name, email, username } of patients) {
          expect(text).not.toContain(email);
          expect(text).not.toContain(username);
          expect(last_name.length > 4 && text.includes(last_name), last_name).toBe(false);
        }
      }
    }
  });

  test('a manager sees own lines and not those of the reps', async () => {
    const { results } = await own(manager, { limit: '100' });
    expect(results.length).toBeGreaterThan(0);
    expect(new Set(results.map(({ level }) => level))).toEqual(new Set(['manager']));
  });

  test('the page is not there where commissions are off', async () => {
    await switchCommissions(world, false);
    expect(await world.refusalOf(rep, listOwnCommissions)).toMatchObject({ status: 404 });
    await switchCommissions(world, true);
  });
});

describe('Statements', () => {
  test('opening balance, lines and payments make the closing balance, which is what is owed', async () => {
    await correct(world, admin, sale, { commission_paid: true });
    await refund(world, sale, 5_000);
    const { opening, lines, payments, closing } = await statement(rep, rep.user.id);
    expect(opening).toBe(0);
    const sum = [...lines, ...payments].reduce((total, { amount }) => total + amount, opening);
    expect(closing).toBeCloseTo(sum, 6);
    const { totals } = await own(rep);
    expect(closing).toBeCloseTo(totals.balance, 6);
    expect(payments.map(({ words }) => words)).toContain(`Commission of transaction #${sale} paid by hand`);
    expect(payments.some(({ words }) => words.startsWith('Paid before, transaction #'))).toBe(true);
    expect(await statement(admin, rep.user.id)).toEqual(await statement(rep, rep.user.id));
  });

  test('the CSV and the PDF have the lines, payments and balances of the screen', async () => {
    const { opening, lines, payments, closing } = await statement(rep, rep.user.id);
    const csv = await world.send(rep, exportCommissionStatement, { params: { user_id: rep.user.id, month } });
    const rows = csv.body.trim().split('\r\n');
    expect(rows).toHaveLength(lines.length + payments.length + 3);
    expect(rows.at(-1)).toBe(`,closing,,,,,${closing}`);
    const params = { user_id: rep.user.id, month };
    const pdf = await world.send(rep, printCommissionStatement, { params });
    expect([pdf.statusCode, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    const paper = pdfWords(pdf.rawPayload).split('\n');
    const endsOf = (words: string) =>
      paper.filter((row) => row.includes(words)).map((row) => row.trim().split(/\s+/).at(-1));
    expect(endsOf('Opening balance')).toEqual([printed(opening)]);
    expect(endsOf('Closing balance')).toEqual([printed(closing), printed(closing)]);
    expect(Math.min(lines.length, payments.length)).toBeGreaterThan(0);
    for (const { transaction_id, words, amount } of lines)
      expect(endsOf(`Transaction #${transaction_id}. ${words}`)).toContain(printed(amount));
    for (const { words, amount } of payments) expect(endsOf(words)).toContain(printed(amount));
    const again = await world.send(admin, printCommissionStatement, { params });
    expect(again.rawPayload.equals(pdf.rawPayload)).toBe(true);
  });

  test('a reason that begins like a formula is escaped in the CSV', async () => {
    const { user } = await world.as('affiliate');
    const body = { person_id: user.id, domain_id: 1, amount: 1, reason: '=HYPERLINK("https://elsewhere.test")' };
    await world.call(admin, adjustCommission, { body });
    const params = { user_id: user.id, month };
    const csv = await world.send(await world.as('affiliate'), exportCommissionStatement, { params });
    expect(csv.body).toContain(`,"'=HYPERLINK(""https://elsewhere.test"")",`);
  });

  test('a past month’s CSV keeps its bytes through payments, refunds, corrections and adjustments', async () => {
    // The month is past for a line that was written in it.
    for (const table of ['commission_lines', 'journal_entries', 'journal_months', 'journal_days']) {
      await world.sql(`alter table ${table} disable trigger user`);
    }
    await world.sql("update commission_lines set earned_on = earned_on - interval '2 months'");
    await world.sql(
      "update journal_entries set day = day - interval '2 months' where kind in ('commission', 'payout')",
    );
    await world.sql(
      "update journal_months set month = month - interval '2 months' where account in (1010, 2000, 5000)",
    );
    for (const table of ['commission_lines', 'journal_entries', 'journal_months', 'journal_days']) {
      await world.sql(`alter table ${table} enable trigger user`);
    }
    const [row] = await world.sql<{ month: string }>(
      "select to_char(max(earned_on), 'YYYY-MM') as month from commission_lines",
    );
    const past = row?.month ?? '';
    expect(past < month).toBe(true);
    const file = () =>
      world
        .send(rep, exportCommissionStatement, { params: { user_id: rep.user.id, month: past } })
        .then(({ body }) => body);
    const before = await file();
    expect(before.split('\r\n').length).toBeGreaterThan(5);
    await correct(world, admin, sale, { commission_paid: false });
    await refund(world, sale, 1_000);
    await correct(world, admin, sale, { amount: 500 });
    await correct(world, admin, sale, { commission_paid: true });
    await sell(world, { rep: rep.user.id });
    await world.sql("update users set first_name = 'New' where id = $1", [rep.user.id]);
    expect(await file()).toBe(before);
    const now = await statement(rep, rep.user.id);
    expect(now.opening).toBe(Number(before.trim().split(',').at(-1)));
  });

  test.each([
    ['a month to come', '2999-01', 404],
    ['a month that is none', '2026-13', 404],
    ['the year 0', '0000-01', 404],
  ])('%s is answered with its status', async (_name, of, status) => {
    const answer = await world.send(rep, readCommissionStatement, { params: { user_id: rep.user.id, month: of } });
    expect(answer.statusCode).toBe(status);
  });

  test('the first month is that of the payee’s oldest line, whichever month is shown', async () => {
    const [row] = await world.sql<{ month: string }>(
      `select to_char(min(earned_on), 'YYYY-MM') as month from commission_lines where person_id = ${rep.user.id}`,
    );
    expect(row?.month).not.toBe(month);
    expect((await own(rep)).first_month).toBe(row?.month);
    expect((await own(rep, { month })).first_month).toBe(row?.month);
  });

  test('the statement of another payee, of another site and of an account without a seat is not found', async () => {
    for (const [who, id] of [
      [rep, manager.user.id],
      [manager, rep.user.id],
      [await world.as('admin@north.test', 'north.localhost'), rep.user.id],
      [admin, patient.id],
    ] as const) {
      for (const route of [readCommissionStatement, exportCommissionStatement, printCommissionStatement]) {
        expect((await world.send(who, route, { params: { user_id: id, month } })).statusCode).toBe(404);
      }
    }
  });
});

describe('Statements of a large site', () => {
  test('the payments of a month and the lines of a site are read by their own indexes', async () => {
    // A few lines are also read and sorted quickly, and where nearly all are of one site, the index by day serves as well
    // as that of the site: the plan would depend on when the tables were analyzed.
    const plan = async (query: string) => {
      await world.sql('set enable_seqscan = off; set enable_bitmapscan = off; set enable_sort = off');
      const rows = await world.sql<{ 'QUERY PLAN': string }>(`explain ${query}`);
      await world.sql('set enable_seqscan = on; set enable_bitmapscan = on; set enable_sort = on');
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    };
    expect(
      await plan(
        "select id from journal_entries where domain_id = 1 and kind = 'payout' and day >= '2026-01-01' and day < '2026-02-01'",
      ),
    ).toContain('journal_payouts_by_day');
    expect(await world.sql('select 1 from commission_lines where domain_id = 1 limit 1')).toHaveLength(1);
    expect(
      await plan('select id from commission_lines where domain_id = 1 order by earned_on desc, id desc limit 25'),
    ).toMatch(/Index (?:Only )?Scan using commission_lines_(?:of_site|by_day)/);
    expect(await plan('select id from commission_lines where rule_id = 1')).toContain('commission_lines_of_rule');
  });

  test.each(['true', 'not retained and paid_on is not null', "earned_on >= '2026-01-01'"])(
    'the lines of a person where %s are counted from an index alone',
    async (condition) => {
      await world.sql('vacuum analyze commission_lines');
      await world.sql('set enable_seqscan = off; set enable_bitmapscan = off');
      const rows = await world.sql<{ 'QUERY PLAN': string }>(
        `explain select count(*) from (select from commission_lines
           where person_id = ${rep.user.id} and domain_id = 1 and ${condition} limit 10001) counted`,
      );
      await world.sql('set enable_seqscan = on; set enable_bitmapscan = on');
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain(
        'Index Only Scan using commission_lines_counted',
      );
    },
  );

  test('while acting, an administrator reads the statement of the own account only', async () => {
    const byAnother = await world.as('super');
    const asAdmin = await world.actingAs(byAnother, 'admin@vialkeep.test');
    const asRep = await world.actingAs(byAnother, 'rep@vialkeep.test');
    const params = { user_id: rep.user.id, month };
    for (const route of [readCommissionStatement, exportCommissionStatement, printCommissionStatement]) {
      expect(await world.refusalOf(asAdmin, route, { params })).toEqual({ status: 409, reason: 'not_while_acting' });
      expect((await world.send(asRep, route, { params })).statusCode).toBe(200);
    }
  });
});

describe('Questions about a line', () => {
  const ask = (who: Caller, id: number, text = 'Why so little?') =>
    world.send(who, disputeCommissionLine, { params: { id }, body: { text } });
  const write = (who: Caller, id: number, text = 'A word') =>
    world.send(who, addDisputeMessage, { params: { id }, body: { text } });
  const close = (body: object, id: number, who = admin) =>
    world.send(who, closeCommissionDispute, { params: { id }, body });

  test('a payee asks, an administrator answers by e-mail too, and an adjustment closes it', async () => {
    const [line] = await linesOf(world, await sell(world, { rep: rep.user.id }));
    const dispute = (await ask(rep, line?.id ?? 0)).json();
    expect(dispute).toMatchObject({ state: 'open', messages: [{ from: 'payee', text: 'Why so little?' }] });
    expect((await ask(rep, line?.id ?? 0)).json().reason).toBe('dispute_open');
    const disputed = await world.call(admin, listCommissionLines, { query: { state: 'disputed' } });
    expect(disputed.results.map(({ id }) => id)).toEqual([line?.id]);
    const { messages } = (await write(admin, dispute.id, 'We look into it')).json<{ messages: object[] }>();
    expect(messages.at(-1)).toMatchObject({
      from: 'administrator',
    });
    expect((await write(rep, dispute.id)).statusCode).toBe(200);
    expect((await close({ outcome: 'adjusted', text: 'You are right' }, dispute.id)).statusCode).toBe(400);
    expect((await close({ outcome: 'kept', amount: 1, text: 'It stays' }, dispute.id)).statusCode).toBe(400);
    const closed = await close({ outcome: 'adjusted', amount: 5, text: 'You are right' }, dispute.id);
    expect(closed.json()).toMatchObject({ state: 'adjusted' });
    expect((await write(rep, dispute.id)).json().reason).toBe('dispute_closed');
    expect((await close({ outcome: 'kept', text: 'It stays' }, dispute.id)).json().reason).toBe('dispute_closed');
    const { results } = await own(rep);
    expect(results[0]).toMatchObject({ kind: 'adjustment', amount: 5, words: 'You are right', state: 'payable' });
    const letters = await world.letters(2);
    expect(letters.filter(({ text_body }) => text_body.includes(`About line #${line?.id}`))).toHaveLength(2);
    expect(await faults()).toEqual([]);
  });

  test('a question about a paid line is listed until it is answered', async () => {
    const id = await sell(world, { rep: rep.user.id });
    const [line] = await linesOf(world, id);
    const dispute = (await ask(rep, line?.id ?? 0)).json();
    await correct(world, admin, id, { commission_paid: true });
    const idsBy = async (query: object) =>
      (await world.call(admin, listCommissionLines, { query })).results.map(({ id: lineId }) => lineId);
    expect(await idsBy({ state: 'disputed' })).not.toContain(line?.id);
    expect(await idsBy({ dispute: 'open' })).toEqual([line?.id]);
    expect(await idsBy({ dispute: 'open', state: 'paid' })).toEqual([line?.id]);
    expect((await world.call(admin, listCommissionLines, { query: { dispute: 'open' } })).results[0]).toMatchObject({
      domain_id: 1,
      state: 'paid',
    });
    expect((await world.send(admin, listCommissionLines, { query: { dispute: 'kept' } })).statusCode).toBe(400);
    expect((await close({ outcome: 'kept', text: 'It stays' }, dispute.id)).statusCode).toBe(200);
    expect(await idsBy({ dispute: 'open' })).toEqual([]);
  });

  test('a line that a refund took back is asked about, shown in its rule’s words, answered and adjusted', async () => {
    const refunded = await sell(world, { rep: rep.user.id });
    await correct(world, admin, refunded, { commission_paid: true });
    await refund(world, refunded, 5_000);
    const lines = await linesOf(world, refunded);
    const earned = lines.find(({ kind }) => kind === 'earned');
    const clawback = lines.find(({ kind }) => kind === 'clawback');
    const asked = await ask(rep, clawback?.id ?? 0, 'Why was this taken back?');
    expect([asked.statusCode, asked.json().state]).toEqual([200, 'open']);
    const [listed] = (await world.call(admin, listCommissionLines, { query: { dispute: 'open' } })).results;
    const { words } = (await own(rep, { limit: '100' })).results.find(({ id }) => id === earned?.id) ?? {};
    expect(words).toBe('Sales rep: 8% of the net amount');
    expect(listed).toMatchObject({ id: clawback?.id, kind: 'clawback', state: 'disputed', amount: -3.69, words });
    expect(listed?.arithmetic).toMatch(/^Taken back by refund #\d+ = −\$3\.69$/);
    const closed = await close({ outcome: 'adjusted', amount: 1, text: 'You are right' }, asked.json().id);
    expect(closed.json()).toMatchObject({ state: 'adjusted' });
    const [letter] = await world.letters(1);
    expect(letter?.text_body).toMatch(
      /About line #\d+\s+Sales rep: 8% of the net amount: Taken back by refund #\d+ = −\$3\.69\s+You are right/,
    );
    const { results } = await own(rep);
    expect(results[0]).toMatchObject({ kind: 'adjustment', amount: 1, words: 'You are right' });
    expect(results.find(({ id }) => id === clawback?.id)).toMatchObject({ state: 'payable', may: ['ask'] });
    expect(await faults()).toEqual([]);
  });

  test('the tile counts the questions of the list, on the sites of the administrator', async () => {
    const north = await world.as('admin@north.test', 'north.localhost');
    const countsOf = async (who: Caller) => [
      (await world.call(who, readWaiting)).disputes_open,
      (await world.call(who, listCommissionLines, { query: { dispute: 'open' } })).count,
    ];
    const lines = await linesOf(world, await sell(world, { rep: rep.user.id, manager: manager.user.id }));
    const [ofRep, ofManager] = [
      lines.find(({ level }) => level === 'rep'),
      lines.find(({ level }) => level === 'manager'),
    ];
    const first = (await ask(rep, ofRep?.id ?? 0)).json();
    const second = (await ask(manager, ofManager?.id ?? 0)).json();
    expect([await countsOf(admin), await countsOf(north)]).toEqual([
      [2, 2],
      [0, 0],
    ]);
    for (const { id } of [first, second])
      expect((await close({ outcome: 'kept', text: 'It stays' }, id)).statusCode).toBe(200);
    expect(await countsOf(admin)).toEqual([0, 0]);
  });

  test('lines and questions of others are not found', async () => {
    const [line] = await linesOf(world, await sell(world, { rep: rep.user.id }));
    const north = await world.as('admin@north.test', 'north.localhost');
    expect((await ask(manager, line?.id ?? 0)).statusCode).toBe(404);
    const dispute = (await ask(rep, line?.id ?? 0)).json();
    expect((await write(manager, dispute.id)).statusCode).toBe(404);
    expect((await write(north, dispute.id)).statusCode).toBe(404);
    expect((await close({ outcome: 'kept', text: 'It stays' }, dispute.id, north)).statusCode).toBe(404);
    const acting = await world.actingAs(await world.as('super'), 'rep@vialkeep.test');
    expect((await write(acting, dispute.id)).json().reason).toBe('not_while_acting');
    expect((await close({ outcome: 'kept', text: 'It stays' }, dispute.id)).statusCode).toBe(200);
  });

  test('10 questions about one line at once are one question', async () => {
    const [line] = await linesOf(world, await sell(world, { rep: rep.user.id }));
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(rep, line?.id ?? 0)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(9);
  });

  test('a question takes 50 messages, also when they come at once, and the answer that closes it', async () => {
    const [line] = await linesOf(world, await sell(world, { rep: rep.user.id }));
    const dispute = (await ask(rep, line?.id ?? 0)).json();
    await world.sql(
      `insert into commission_messages (dispute_id, domain_id, author_id, text)
       select $1, 1, $2, 'Word ' || n from generate_series(1, 46) n`,
      [dispute.id, rep.user.id],
    );
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => write(n % 2 ? rep : admin, dispute.id)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(3);
    const refused = await write(rep, dispute.id);
    expect([refused.statusCode, refused.json().reason, refused.json().message]).toEqual([
      409,
      'too_many_messages',
      'A question takes at most 50 messages. An administrator has to answer it now.',
    ]);
    const closed = (await close({ outcome: 'kept', text: 'It stays' }, dispute.id)).json();
    expect([closed.state, closed.messages.length]).toEqual(['kept', 51]);
  });

  test('a card number is kept out of questions, messages, answers and reasons', async () => {
    const [line] = await linesOf(world, await sell(world, { rep: rep.user.id }));
    const words = 'Charged to 4111 1111-1111 1111, why?';
    const refusedAt = (answer: { statusCode: number; json: () => { fields?: object } }) => [
      answer.statusCode,
      ...Object.keys(answer.json().fields ?? {}),
    ];
    expect(refusedAt(await ask(rep, line?.id ?? 0, words))).toEqual([400, 'text']);
    const dispute = (await ask(rep, line?.id ?? 0)).json();
    expect(refusedAt(await write(rep, dispute.id, words))).toEqual([400, 'text']);
    expect(refusedAt(await close({ outcome: 'kept', text: words }, dispute.id))).toEqual([400, 'text']);
    const body = { person_id: rep.user.id, domain_id: 1, amount: 1, reason: words };
    expect(refusedAt(await world.send(admin, adjustCommission, { body }))).toEqual([400, 'reason']);
    expect(refusedAt(await correct(world, admin, sale, { transaction_note: words }))).toEqual([
      400,
      'transaction_note',
    ]);
    expect((await close({ outcome: 'kept', text: 'It stays' }, dispute.id)).statusCode).toBe(200);
    expect(await world.sql("select 1 from commission_messages where text like '%4111%'")).toEqual([]);
  });

  test.each(['', '   ', 'x'.repeat(2_001), 'nul\u0000'])('the text %j is refused', async (text) => {
    const [line] = await linesOf(world, sale);
    const answer = await ask(rep, line?.id ?? 0, text);
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, ['text']]);
  });
});
