import { dollarsOf } from '@vialkeep/contract/kernel/money.ts';
import {
  changeStorageOffer,
  createStorageOffer,
  listStorageOffers,
  type StorageOffer,
} from '@vialkeep/contract/storage-plans.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { audit } from '../../../kernel/audit/audit.ts';
import { changesBetween } from '../../../kernel/audit/audit-changes.ts';
import type { Db } from '../../../kernel/db/db.ts';
import { whenDefined } from '../../../kernel/db/when-defined.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { orNotFound, refuseBy } from '../../../kernel/http/refuse.ts';
import type { Actor } from '../../../kernel/session/actor.ts';
import { requireOwnSite } from '../../../kernel/session/own-site.ts';
import { readSiteMoneySettings } from '../../money-settings/index.ts';
import { sitesOf } from '../storage.queries.ts';

export const listStorageOffersHandler = handle(listStorageOffers, async ({ actor, db, query, services }) => {
  const rows = await selectOffers(db, actor)
    .where((eb) => eb.and(whenDefined(query.domain_id, (site) => eb('offer.domain_id', '=', site))))
    .orderBy('offer.domain_id')
    .orderBy('offer.years')
    .orderBy('offer.id')
    .execute();
  const sites = (await services.domains.all()).filter(({ id }) => actor.scope === 'platform' || actor.scope === id);
  return {
    results: rows.map(presentOffer),
    sites: await Promise.all(
      sites.map(async ({ id, name }) => ({ id, name, is_on: (await readSiteMoneySettings(db, id)).storage })),
    ),
  };
});

export const createStorageOfferHandler = handle(createStorageOffer, async ({ actor, body, services, write }) => {
  const site = await requireOwnSite(services, actor, body.domain_id);
  return write(async (work) => {
    const { storage } = await readSiteMoneySettings(work.db, site.id);
    if (!storage) throw refuseBy(createStorageOffer, 'storage_off');
    const { id } = await work.db
      .insertInto('storage_offers')
      .values({ domain_id: site.id, name: body.name, years: body.years, price_cents: body.price })
      .returning('id')
      .executeTakeFirstOrThrow();
    await audit(work, {
      domainId: site.id,
      action: 'storage.create_offer',
      subject: 'storage_offer',
      subjectId: id,
      facts: { years: body.years, price_cents: body.price },
    });
    return presentOffer(await getOffer(work.db, actor, id));
  });
});

export const changeStorageOfferHandler = handle(changeStorageOffer, async ({ actor, body, params, write }) =>
  write(async (work) => {
    const before = await getOffer(work.db, actor, params.id);
    const { version, price, ...rest } = body;
    const changes = { ...rest, ...(price === undefined ? {} : { price_cents: price }) };
    const changed = await work.db
      .updateTable('storage_offers')
      // Of the stored version: the caller's may be the largest number that the column holds.
      .set({ ...changes, version: sql`version + 1` })
      .where('id', '=', before.id)
      .where('version', '=', version)
      .returning('id')
      .executeTakeFirst();
    if (!changed) throw refuseBy(changeStorageOffer, 'changed_meanwhile');
    await audit(work, {
      domainId: before.domain_id,
      action: 'storage.change_offer',
      subject: 'storage_offer',
      subjectId: before.id,
      changes: changesBetween(before, changes),
    });
    return presentOffer(await getOffer(work.db, actor, before.id));
  }),
);

function selectOffers(db: Db, actor: Pick<Actor, 'scope'>) {
  return db
    .selectFrom('storage_offers as offer')
    .innerJoin('domains', 'domains.id', 'offer.domain_id')
    .select(['offer.id', 'offer.domain_id', 'offer.name', 'offer.years', 'offer.price_cents', 'offer.is_offered'])
    .select(['offer.version', 'domains.name as site'])
    .select((eb) =>
      eb
        .selectFrom('storage_enrolments')
        .select((inner) => inner.fn.countAll<number>().as('n'))
        .whereRef('offer_id', '=', 'offer.id')
        .where('state', '<>', 'ended')
        .as('enrolments'),
    )
    .where((eb) => eb.and(sitesOf(actor).map((site) => eb('offer.domain_id', '=', site))));
}

type OfferRow = Awaited<ReturnType<ReturnType<typeof selectOffers>['execute']>>[number];

async function getOffer(db: Db, actor: Pick<Actor, 'scope'>, id: number): Promise<OfferRow> {
  return orNotFound(await selectOffers(db, actor).where('offer.id', '=', id).executeTakeFirst());
}

function presentOffer(row: OfferRow): z.input<typeof StorageOffer> {
  const { id, domain_id, site, name, years, price_cents, is_offered, enrolments, version } = row;
  return {
    id,
    domain_id,
    site,
    name,
    years,
    price: dollarsOf(price_cents),
    is_offered,
    enrolments: enrolments ?? 0,
    version,
  };
}
