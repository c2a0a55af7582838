import { useLocation } from '@tanstack/react-router';
import { useBenchLab } from '../../components/bench/use-bench-lab.ts';
import { useUser } from '../../kernel/session/session.ts';

/** The lab whose bench the page shows, its number, and what else the address names. */
export function useIntakeLab() {
  const { id } = useUser();
  const lab = useBenchLab();
  return { ...lab, id: lab.inLink.lab ?? id, search: new URLSearchParams(useLocation().searchStr) };
}
