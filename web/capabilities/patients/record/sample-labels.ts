import { type ProcessFields, stageOf } from '@vialkeep/contract/stage.ts';
import { formatDay } from '../../../ui/display/formats.ts';
import { recordTexts } from './record.texts.ts';

const texts = recordTexts.sample;

/**
 * The patient's own sample in one or two plain sentences. The center reports a failure in person, not this text (V-17).
 */
export function sampleSentence(sample: ProcessFields, today: string): string {
  const { stage, until, failed, late } = stageOf(sample, today);
  if (failed) return texts.atTheLab;
  if (stage === 'ready' || stage === 'awaiting') return texts.sentences[stage];
  const isTested = stage === 'sterility' && sample.sterility_complete === true;
  const where = isTested ? texts.tested : texts.sentences[stage];
  const isAhead = until !== null && until > today && late === 0;
  return `${where} ${isAhead ? texts.nothingUntil(formatDay(until)) : texts.nothingToDo}`;
}
