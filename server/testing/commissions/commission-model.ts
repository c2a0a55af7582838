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
  paid: 'hand' | number | null;
  /** The piece of which a refund took this. */
  readonly lostOf: Piece | null;
};

type Kept = { sale: ModelSale; readonly charged: number; refunded: number; isPaid: boolean; readonly pieces: Piece[] };

/** Commission computed in the plainest way, to be compared with the database. */
export class CommissionModel {
  readonly #rules: readonly ModelRule[];
  readonly #house: number;
  readonly #sales = new Map<number, Kept>();
  readonly #runs: (Piece[] | null)[] = [];
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
    if (!isPaid && owed.some(({ isInForce, paid }) => isInForce && typeof paid === 'number')) return 'refused';
    for (const piece of owed.filter(({ isInForce, lostOf }) => isInForce || lostOf?.isInForce === true)) {
      if (isPaid && piece.paid === null) piece.paid = 'hand';
      else if (!isPaid && piece.paid === 'hand') piece.paid = null;
    }
    this.#follow(kept);
    return 'done';
  }

  /** Pays a person everything that is unpaid; null where nothing is. */
  run(person: number): number | null {
    const pieces = [...this.#sales.values()]
      .flatMap((kept) => kept.pieces)
      .filter((piece) => piece.person === person && piece.paid === null && !piece.isRetained);
    if (pieces.length === 0) return null;
    const id = this.#runs.push(pieces) - 1;
    for (const piece of pieces) piece.paid = id;
    for (const kept of this.#sales.values()) this.#follow(kept);
    return id;
  }

  /** False where it was returned before. */
  returnRun(id: number): boolean {
    const pieces = this.#runs[id];
    if (!pieces) return false;
    this.#runs[id] = null;
    for (const piece of pieces) piece.paid = null;
    for (const kept of this.#sales.values()) this.#follow(kept);
    return true;
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
    kept.pieces.push({ person, cents, isRetained, isInForce, lostOf, lost: 0, paid: null });
    this.#follow(kept);
  }

  #follow(kept: Kept): void {
    const inForce = kept.pieces.filter(({ isInForce }) => isInForce);
    if (inForce.length > 0) kept.isPaid = inForce.every(({ isRetained, paid }) => isRetained || paid !== null);
  }
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
