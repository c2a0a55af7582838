import type { OwnPrivacyRequest, PrivacyState } from '@vialkeep/contract/privacy.ts';
import { formatDay } from '../../ui/display/formats.ts';
import { dayColumn, type StatusLabel, statusColumn, textColumn } from '../../ui/layout/columns.tsx';
import { privacyTexts as texts } from './privacy.texts.ts';

export const stateLabels: Record<PrivacyState, StatusLabel> = {
  received: { text: texts.states.received, tone: 'waiting' },
  in_review: { text: texts.states.in_review, tone: 'moving' },
  done: { text: texts.states.done, tone: 'done' },
  refused: { text: texts.states.refused, tone: 'failed' },
  withdrawn: { text: texts.states.withdrawn, tone: 'none' },
};

export const ownRequestColumns = [
  textColumn<OwnPrivacyRequest>(texts.kind, ({ kind }) => texts.kinds[kind]),
  statusColumn<OwnPrivacyRequest>(texts.state, ({ state }) => stateLabels[state]),
  dayColumn<OwnPrivacyRequest>(texts.received, ({ received_at }) => received_at),
  dayColumn<OwnPrivacyRequest>(texts.due, ({ due_on, ended_at }) => (ended_at === null ? due_on : null)),
  textColumn<OwnPrivacyRequest>(texts.answer, answerOf, { priority: 2, sort: false }),
];

function answerOf({ answer, file }: OwnPrivacyRequest): string {
  return file ? texts.own.until(formatDay(file.until)) : answer;
}
