import { enrolInStorage, type OfferSummary, readOwnStorage } from '@vialkeep/contract/storage.ts';
import { useState } from 'react';
import { refresh, useCommand } from '../../../kernel/api/query.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { formatDollars } from '../../../ui/display/formats.ts';
import { useNotices } from '../../../ui/feedback/notices.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { ConfirmModal } from '../../../ui/overlays/confirm-modal.tsx';
import classes from '../storage-billing.module.css';
import { yearsInWords } from '../storage-labels.ts';
import { billingTexts } from './billing.texts.ts';

const texts = billingTexts.offers;

/** The plans on sale, for a patient without one. */
export function OffersCard({ offers, mayEnrol }: { offers: readonly OfferSummary[]; mayEnrol: boolean }) {
  const [asked, setAsked] = useState<OfferSummary | null>(null);
  // From the list, so that the question shows a price that has changed meanwhile.
  const chosen = offers.find(({ id }) => id === asked?.id) ?? asked;
  const notices = useNotices();
  const command = useCommand(enrolInStorage, {
    refreshes: [readOwnStorage],
    onDone: () => {
      setAsked(null);
      notices.success(texts.done);
    },
    onRefused: () => void refresh([readOwnStorage]),
  });
  return (
    <Card title={texts.title} note={texts.note}>
      {offers.length === 0 && <p className={classes.lead}>{texts.none}</p>}
      <ul className={classes.list}>
        {offers.map((offer) => (
          <li key={offer.id} className={classes.item}>
            <span className={classes.words}>
              <span>{offer.name}</span>
              <span className={classes.second}>{priceOf(offer)}</span>
            </span>
            {mayEnrol && (
              <Button onClick={() => setAsked(offer)}>
                {texts.choose}
                <span className="visually-hidden"> {offer.name}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ConfirmModal
        opened={chosen !== null}
        title={texts.confirmTitle}
        confirm={texts.confirm}
        cancel={texts.cancel}
        facts={
          chosen ? [[billingTexts.plan.name, chosen.name] as const, [billingTexts.plan.length, priceOf(chosen)]] : []
        }
        busy={command.busy}
        failure={command.refusal}
        onConfirm={() =>
          chosen && void command.run({ body: { offer_id: chosen.id, price: chosen.price, years: chosen.years } })
        }
        onCancel={() => setAsked(null)}
      >
        {texts.consent}
      </ConfirmModal>
    </Card>
  );
}

function priceOf({ price, years }: OfferSummary): string {
  return texts.price(formatDollars(price), yearsInWords(years));
}
