import { Plan } from '@vialkeep/contract/plans.ts';
import { type ComponentType, createElement, lazy, Suspense } from 'react';
import { useUser } from '../../../kernel/session/session.ts';
import { useBenchLab } from '../use-bench-lab.ts';

// Only administrators load it.
const ChooseLab = lazy(async () => ({ default: (await import('./choose-lab.tsx')).ChooseLab }));

/**
 * The screen of one lab's bench. An administrator whose address names no lab chooses one first. Without JSX, because
 * the lists of pages that use it are also read outside of the browser.
 */
export function ofChosenLab(Screen: ComponentType): ComponentType {
  return function OfChosenLab() {
    const isOwn = useUser().subscription.id === Plan.lab;
    const { isNamed } = useBenchLab();
    return isOwn || isNamed ? createElement(Screen) : createElement(Suspense, null, createElement(ChooseLab));
  };
}
