import { asOnAPhone, type FirstVisit, firstVisit } from '../page/first-visit.ts';
import { looks, wear } from '../page/looks.ts';
import { arrive, goTo } from './arrive.ts';
import { pictureNameOf, type Tour } from './stops.ts';

export type Visit = FirstVisit & { who: string; screen: string; route: string };

/** Opens every page of a tour with an empty cache on an emulated phone. */
export async function weigh(tour: Tour): Promise<Visit[]> {
  const person = await arrive(tour);
  const { page, context } = person;
  context.setDefaultTimeout(60_000);
  for (const [status, path] of tour.refusals ?? []) person.expectsRefusal(status, path);
  await wear(page, looks.phone);
  await asOnAPhone(page);
  const visits: Visit[] = [];
  for (const stop of tour.stops) {
    const seen = await firstVisit(page, () => goTo(person, stop));
    visits.push({ who: tour.who, screen: pictureNameOf(stop), route: stop.route, ...seen });
  }
  return visits;
}
