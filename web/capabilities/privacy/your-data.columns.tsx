import type { OwnPrivacyRequest, PrivacyState } from '@vialkeep/contract/privacy.ts';
import { formatDay } from '../../ui/display/formats.ts';
import { LongText } from '../../ui/display/long-text.tsx';
import { customColumn, dayColumn, type StatusLabel, statusColumn, textColumn } from '../../ui/layout/columns.tsx';
import { privacyTexts as texts } from './privacy.texts.ts';

export const stateLabels: Record<PrivacyState, StatusLabel> = {
  received: { text: texts.states.received, tone: 'info' },
  in_review: { text: texts.states.in_review, tone: 'info' },
  done: { text: texts.states.done, tone: 'success' },
  refused: { text: texts.states.refused, tone: 'danger' },
  withdrawn: { text: texts.states.withdrawn, tone: 'neutral' },
};

export const ownRequestColumns = [
  textColumn<OwnPrivacyRequest>(texts.kind, ({ kind }) => texts.kinds[kind]),
  statusColumn<OwnPrivacyRequest>(texts.state, ({ state }) => stateLabels[state]),
  dayColumn<OwnPrivacyRequest>(texts.received, ({ received_at }) => received_at),
  dayColumn<OwnPrivacyRequest>(texts.due, ({ due_on, ended_at }) => (ended_at === null ? due_on : null)),
  customColumn<OwnPrivacyRequest>(texts.answer, (request) => <LongText text={answerOf(request)} />, {
    value: answerOf,
    priority: 2,
  }),
];

function answerOf({ answer, file }: OwnPrivacyRequest): string {
  return file ? texts.own.until(formatDay(file.until)) : answer;
}
