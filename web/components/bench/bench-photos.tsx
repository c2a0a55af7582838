import { MOST_PHOTOS, uploadBenchPhoto } from '@vialkeep/contract/arrivals.ts';
import { useRef } from 'react';
import { useUpload } from '../../ui/form/state/use-upload.ts';
import { benchTexts as texts } from './bench.texts.ts';
import { BenchActions, BenchButton } from './bench-button.tsx';
import { BenchProblem } from './bench-fields.tsx';
import type { useBenchLab } from './use-bench-lab.ts';

type Props = {
  lab: Pick<ReturnType<typeof useBenchLab>, 'inQuery'>;
  photos: readonly string[];
  onAdded: (name: string) => void;
  problem: string | undefined;
};

/** Takes photos with the tablet's camera, or picks files. */
export function BenchPhotos({ lab, photos, onAdded, problem }: Props) {
  const picker = useRef<HTMLInputElement>(null);
  const { state, send } = useUpload(uploadBenchPhoto, { body: lab.inQuery }, ({ filename }) => onAdded(filename));
  const words = state.step === 'refused' ? state.problem : problem;
  return (
    <div>
      <input
        ref={picker}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        hidden
        aria-hidden
        tabIndex={-1}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          event.currentTarget.value = '';
          if (file) void send(file);
        }}
      />
      <BenchActions>
        <BenchButton
          busy={state.step === 'sending'}
          disabled={photos.length >= MOST_PHOTOS}
          onClick={() => picker.current?.click()}
        >
          {texts.photo}
        </BenchButton>
        <span role="status">{photos.length > 0 && texts.photos(photos.length)}</span>
      </BenchActions>
      {words !== undefined && <BenchProblem>{words}</BenchProblem>}
    </div>
  );
}
