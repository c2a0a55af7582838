export type ModelRule = {
  readonly level: 'rep' | 'manager' | 'distributor' | 'affiliate' | 'house';
  readonly product_ids?: readonly number[];
  readonly person_id?: number;
  readonly rate_bp?: number;
  /** Dollars. */
  readonly piece?: number;
  readonly base?: 'net' | 'net_with_harvest' | 'charged';
};

export type ModelSale = {
  readonly product: number;
  readonly quantity: number;
  readonly price: number;
  readonly shipping: number;
  readonly harvest: number;
  readonly amount: number;
  readonly rep: number | null;
  readonly manager: number | null;
  readonly distributor: number | null;
  readonly affiliate: number | null;
};

/** An amount that one person won or lost. `isInForce` marks an earned one that no correction took back. */
type Piece = {
  readonly person: number;
  readonly cents: number;
  readonly isRetained: boolean;
  isInForce: boolean;
  lost: number;
  paid: 'hand' | 'run' | null;
  /** The run that holds or has paid it. */
  run: number | null;
  /** The piece of which a refund took this. */
  readonly lostOf: Piece | null;
};

type Kept = { sale: ModelSale; readonly charged: number; refunded: number; isPaid: boolean; readonly pieces: Piece[] };

type Payee = { cents: number; state: 'due' | 'paid' | 'returned'; wasPaid: boolean };
type ModelRun = { state: 'draft' | 'approved' | 'paid' | 'cancelled'; readonly people: Map<number, Payee> };

/** Commission computed in the plainest way, to be compared with the database. */
export class CommissionModel {
  readonly #rules: readonly ModelRule[];
  readonly #house: number;
  readonly #sales = new Map<number, Kept>();
  readonly #runs = new Map<number, ModelRun>();
  /** Whether the last tick changed something. */
  hasTicked = false;

  constructor(rules: readonly ModelRule[], house: number) {
    this.#rules = rules;
    this.#house = house;
  }

  ids(): readonly number[] {
    return [...this.#sales.keys()];
  }

  idAt(index: number): number | null {
    const ids = this.ids();
    return ids.length === 0 ? null : (ids[index % ids.length] ?? null);
  }

  sell(id: number, sale: Omit<ModelSale, 'amount'>): void {
    const charged = sale.price * sale.quantity + sale.shipping + sale.harvest;
    const kept: Kept = { sale: { ...sale, amount: charged }, charged, refunded: 0, isPaid: false, pieces: [] };
    this.#sales.set(id, kept);
    this.#earn(kept);
  }

  /** False where nothing changes. */
  correct(id: number, change: Partial<ModelSale>): boolean {
    const kept = this.#get(id);
    const sale = { ...kept.sale, ...change };
    if (JSON.stringify(sale) === JSON.stringify(kept.sale)) return false;
    kept.sale = sale;
    for (const piece of kept.pieces.filter(({ isInForce }) => isInForce)) {
      piece.isInForce = false;
      this.#add(kept, { ...piece, cents: piece.lost - piece.cents, lostOf: null });
    }
    this.#earn(kept);
    return true;
  }

  refundable(id: number, share: number): number {
    const { charged, refunded } = this.#get(id);
    return Math.ceil(((charged - refunded) * share) / 100);
  }

  refund(id: number, cents: number): void {
    const kept = this.#get(id);
    kept.refunded += cents;
    this.#lose(kept);
  }

  tick(id: number, isPaid: boolean): 'refused' | 'done' {
    const kept = this.#get(id);
    this.hasTicked = kept.isPaid !== isPaid;
    if (!this.hasTicked) return 'done';
    const owed = kept.pieces.filter(({ isRetained }) => !isRetained);
    if (!isPaid && owed.some(({ isInForce, paid }) => isInForce && paid === 'run')) return 'refused';
    for (const piece of owed.filter(({ isInForce, lostOf }) => isInForce || lostOf?.isInForce === true)) {
      if (isPaid && piece.paid === null) this.#payByHand(piece);
      else if (!isPaid && piece.paid === 'hand') piece.paid = null;
    }
    for (const [run, { state }] of this.#runs) if (state === 'draft' || state === 'approved') this.#sumAgain(run);
    this.#follow(kept);
    return 'done';
  }

  /** The people whose payable sum is at least this. */
  payable(least: number): number[] {
    const free = this.#pieces().filter(({ paid, run, isRetained }) => paid === null && run === null && !isRetained);
    return [...Map.groupBy(free, ({ person }) => person)].flatMap(([person, own]) =>
      total(own) >= least ? [person] : [],
    );
  }

  makeRun(id: number, least: number): void {
    const people = new Map<number, Payee>();
    for (const person of this.payable(least)) {
      const own = this.#pieces().filter(
        (piece) => piece.person === person && piece.paid === null && piece.run === null && !piece.isRetained,
      );
      for (const piece of own) piece.run = id;
      people.set(person, { cents: total(own), state: 'due', wasPaid: false });
    }
    this.#runs.set(id, { state: 'draft', people });
  }

  runAt(index: number): number | null {
    const ids = [...this.#runs.keys()];
    return ids.length === 0 ? null : (ids[index % ids.length] ?? null);
  }

  personAt(id: number, index: number): number | null {
    const people = [...this.#run(id).people.keys()];
    return people.length === 0 ? null : (people[index % people.length] ?? null);
  }

  /** False where the run is not a draft. */
  approve(id: number): boolean {
    const run = this.#run(id);
    if (run.state !== 'draft') return false;
    run.state = 'approved';
    return true;
  }

  /** False where the run has ended, or has paid a person or got a payment back. */
  cancel(id: number): boolean {
    const run = this.#run(id);
    if (!isOpen(run) || [...run.people.values()].some(({ state }) => state !== 'due')) return false;
    run.state = 'cancelled';
    for (const piece of this.#pieces().filter((one) => one.run === id)) piece.run = null;
    return true;
  }

  /** Pays one person of an approved run, or all to whom a payment is due. */
  pay(id: number, person: number | null): boolean {
    const run = this.#run(id);
    if (run.state !== 'approved') return false;
    for (const [one, payee] of run.people) {
      if (payee.state !== 'due' || (person !== null && one !== person)) continue;
      payee.state = 'paid';
      payee.wasPaid = true;
      for (const piece of this.#heldFor(id, one)) piece.paid = 'run';
    }
    this.#end(run);
    this.#followAll();
    return true;
  }

  /** False where the person has no payment that can come back. */
  returnPayment(id: number, person: number): boolean {
    const run = this.#run(id);
    const payee = run.people.get(person);
    if (!payee || payee.state === 'returned' || (payee.state === 'due' && run.state !== 'approved')) return false;
    payee.state = 'returned';
    for (const piece of this.#heldFor(id, person)) {
      piece.paid = null;
      piece.run = null;
    }
    this.#end(run);
    this.#followAll();
    return true;
  }

  runIds(): readonly number[] {
    return [...this.#runs.keys()];
  }

  /** What is owed to each person, without those to whom nothing is. */
  balances(): { person: number; cents: number }[] {
    const unpaid = this.#pieces().filter(({ paid, isRetained }) => paid === null && !isRetained);
    return [...Map.groupBy(unpaid, ({ person }) => person)]
      .map(([person, own]) => ({ person, cents: total(own) }))
      .filter(({ cents }) => cents !== 0)
      .toSorted((one, other) => one.person - other.person);
  }

  /** Every run with its people, and what it holds of each. */
  runs() {
    return [...this.#runs].flatMap(([id, { state, people }]) =>
      [...people]
        .map(([person, payee]) => ({
          id,
          state,
          person,
          cents: payee.cents,
          payment: payee.state,
          held: total(this.#heldFor(id, person)),
        }))
        .toSorted((one, other) => one.person - other.person),
    );
  }

  sums(): { id: number; person: number; cents: number; unpaid: number }[] {
    return [...this.#sales].flatMap(([id, { pieces }]) =>
      [...Map.groupBy(pieces, ({ person }) => person)]
        .map(([person, own]) => ({
          id,
          person,
          cents: total(own),
          unpaid: total(own.filter(({ paid, isRetained }) => paid === null && !isRetained)),
        }))
        .toSorted((one, other) => one.person - other.person),
    );
  }

  flags(): { id: number; is_paid: boolean }[] {
    return [...this.#sales].map(([id, { isPaid }]) => ({ id, is_paid: isPaid }));
  }

  fullyRefunded(): number[] {
    return [...this.#sales].flatMap(([id, { refunded, charged }]) => (refunded === charged && charged > 0 ? [id] : []));
  }

  #pieces(): Piece[] {
    return [...this.#sales.values()].flatMap(({ pieces }) => pieces);
  }

  #heldFor(run: number, person: number): Piece[] {
    return this.#pieces().filter((piece) => piece.run === run && piece.person === person);
  }

  #run(id: number): ModelRun {
    const run = this.#runs.get(id);
    if (!run) throw new Error(`The model has no run ${id}.`);
    return run;
  }

  #payByHand(piece: Piece): void {
    piece.paid = 'hand';
    const run = piece.run === null ? null : this.#run(piece.run);
    piece.run = null;
    if (run) run.state = 'draft';
  }

  /** A person with nothing left to get leaves a run that lost pieces. */
  #sumAgain(id: number): void {
    const run = this.#run(id);
    for (const [person, payee] of run.people) {
      if (payee.state !== 'due') continue;
      const held = this.#heldFor(id, person);
      payee.cents = total(held);
      if (payee.cents > 0) continue;
      run.people.delete(person);
      for (const piece of held) piece.run = null;
    }
    this.#end(run);
  }

  #end(run: ModelRun): void {
    const people = [...run.people.values()];
    if (!isOpen(run) || people.some(({ state }) => state === 'due')) return;
    run.state = people.some(({ wasPaid }) => wasPaid) ? 'paid' : 'cancelled';
  }

  #followAll(): void {
    for (const kept of this.#sales.values()) this.#follow(kept);
  }

  #get(id: number): Kept {
    const kept = this.#sales.get(id);
    if (!kept) throw new Error(`The model has no sale ${id}.`);
    return kept;
  }

  #earn(kept: Kept): void {
    const { sale } = kept;
    const seats = { ...sale, house: this.#house };
    for (const level of ['rep', 'manager', 'distributor', 'affiliate', 'house'] as const) {
      const person = seats[level] ?? this.#house;
      const rule = this.#ruleFor(level, person, sale.product);
      if (!rule) continue;
      this.#add(kept, {
        person,
        cents: centsBy(rule, sale),
        isRetained: person === this.#house,
        isInForce: true,
        lostOf: null,
      });
    }
    this.#lose(kept);
  }

  #ruleFor(level: ModelRule['level'], person: number, product: number): ModelRule | undefined {
    const inSeat = this.#rules.filter((rule) => rule.level === level);
    const ofPerson = inSeat.filter((rule) => rule.person_id === person);
    const ofAll = inSeat.filter((rule) => rule.person_id === undefined);
    const names = (rule: ModelRule) => rule.product_ids?.includes(product) === true;
    const namesNone = (rule: ModelRule) => rule.product_ids === undefined;
    return ofPerson.find(names) ?? ofPerson.find(namesNone) ?? ofAll.find(names) ?? ofAll.find(namesNone);
  }

  #lose(kept: Kept): void {
    if (kept.charged === 0) return;
    for (const piece of kept.pieces.filter(({ isInForce }) => isInForce)) {
      const lost = roundHalfUp(piece.cents * kept.refunded, kept.charged);
      if (lost > piece.lost) this.#add(kept, { ...piece, cents: piece.lost - lost, isInForce: false, lostOf: piece });
      piece.lost = lost;
    }
    this.#follow(kept);
  }

  #add(kept: Kept, piece: Pick<Piece, 'person' | 'cents' | 'isRetained' | 'isInForce' | 'lostOf'>): void {
    const { person, cents, isRetained, isInForce, lostOf } = piece;
    kept.pieces.push({ person, cents, isRetained, isInForce, lostOf, lost: 0, paid: null, run: null });
    this.#follow(kept);
  }

  #follow(kept: Kept): void {
    const inForce = kept.pieces.filter(({ isInForce }) => isInForce);
    if (inForce.length > 0) kept.isPaid = inForce.every(({ isRetained, paid }) => isRetained || paid !== null);
  }
}

function isOpen({ state }: ModelRun): boolean {
  return state === 'draft' || state === 'approved';
}

function total(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { cents }) => sum + cents, 0);
}

function centsBy({ rate_bp = 0, piece, base = 'net' }: ModelRule, sale: ModelSale): number {
  if (piece !== undefined) return Math.round(piece * 100) * sale.quantity;
  const off = { net: sale.shipping + sale.harvest, net_with_harvest: sale.shipping, charged: 0 }[base];
  return roundHalfUp(Math.max(0, sale.amount - off) * rate_bp, 10_000);
}

function roundHalfUp(amount: number, by: number): number {
  const rest = amount % by;
  return (amount - rest) / by + (2 * rest >= by ? 1 : 0);
}
