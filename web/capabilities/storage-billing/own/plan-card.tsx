import {
  type OwnEnrolment,
  type OwnStorage,
  readOwnStorage,
  switchAutomaticStorage,
} from '@vialkeep/contract/storage.ts';
import { brandNames } from '../../../components/payment/brand-names.ts';
import { useCommand } from '../../../kernel/api/query.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Facts } from '../../../ui/display/facts.tsx';
import { formatDay, formatDollars, formatMonth } from '../../../ui/display/formats.ts';
import { StatusPill } from '../../../ui/display/status-pill.tsx';
import { useNotices } from '../../../ui/feedback/notices.ts';
import { WarningNote } from '../../../ui/feedback/warning-note.tsx';
import { SwitchField } from '../../../ui/form/fields/choice-fields.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import classes from '../storage-billing.module.css';
import { planStates, yearsInWords } from '../storage-labels.ts';
import { billingTexts } from './billing.texts.ts';

const texts = billingTexts.plan;

type Props = {
  plan: OwnEnrolment;
  storage: OwnStorage;
  onReplaceCard: () => void;
  onAskToEnd: () => void;
};

/** The plan with the card that pays it. */
export function PlanCard({ plan, storage, onReplaceCard, onAskToEnd }: Props) {
  const notices = useNotices();
  const command = useCommand(switchAutomaticStorage, {
    refreshes: [readOwnStorage],
    onDone: (_, { body }) => notices.success(body.on ? texts.switchedOn : texts.switchedOff),
    onRefused: ({ message }) => notices.error(message),
  });
  const { card, may } = storage;
  const { text, tone } = planStates[plan.state];
  return (
    <Card title={texts.title}>
      <div className={classes.parts}>
        {noteOf(plan) && <WarningNote>{noteOf(plan)}</WarningNote>}
        <Facts
          facts={[
            [texts.name, plan.offer.name],
            [texts.renewal, texts.period(yearsInWords(plan.offer.years), formatDollars(plan.offer.price))],
            [
              texts.state,
              <StatusPill key="state" tone={tone}>
                {text}
              </StatusPill>,
            ],
            [texts.paidThrough, plan.paid_through ? formatDay(plan.paid_through) : texts.notPaid],
            [texts.onFile, card ? cardWords(card) : texts.noCard],
          ]}
        />
        {may.includes('change_automatic') && (
          <SwitchField
            label={texts.automatic}
            help={texts.automaticHelp}
            checked={plan.automatic}
            onSave={(on) => command.run({ body: { on } })}
          />
        )}
        <div className={classes.actions}>
          {may.includes('change_card') && (
            <Button onClick={onReplaceCard}>{card ? texts.replaceCard : texts.addCard}</Button>
          )}
          {may.includes('ask_to_end') && (
            <Button kind="quiet" onClick={onAskToEnd}>
              {texts.askToEnd}
            </Button>
          )}
        </div>
      </div>
    </Card>
  );
}

function noteOf({ state, grace_until, end_asked_at }: OwnEnrolment): string | null {
  if (end_asked_at !== null) return texts.endAsked;
  if (state === 'lapsed') return texts.lapsed;
  return state === 'grace' && grace_until ? texts.grace(formatDay(grace_until)) : null;
}

function cardWords({ card_type, card_number, expiration_date }: NonNullable<OwnStorage['card']>): string {
  return texts.card(brandNames[card_type], card_number, formatMonth(expiration_date));
}
