import {
  IconAddressBook,
  IconBuildingHospital,
  IconChartBar,
  IconCreditCard,
  IconFileText,
  IconFlask,
  IconLayoutDashboard,
  IconMapPin,
  IconNotebook,
  IconPackage,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react';
import classes from './resources.module.css';
import { resourcesTexts } from './resources.texts.ts';
import type { SectionCount } from './section-labels.ts';

const texts = resourcesTexts.center;

/** Icons by address; the first match wins. */
const icons: readonly (readonly [RegExp, typeof IconUsers])[] = [
  [/dashboard/, IconLayoutDashboard],
  [/label|fedex-requests/, IconPackage],
  [/document|signature/, IconFileText],
  [/transaction|report/, IconChartBar],
  [/payment|checkout|coupon/, IconCreditCard],
  [/location/, IconMapPin],
  [/profile|password|settings|contact/, IconUserCircle],
  [/^\/lab/, IconFlask],
  [/harvest-center|rhc/, IconBuildingHospital],
  [/patient/, IconAddressBook],
  [/staff|team|user|sales/, IconUsers],
];

type Props = {
  sections: readonly SectionCount[];
  chosen: string | null;
  /** Called with the section to filter by, or null if the chosen one is clicked again. */
  onChoose: (name: string | null) => void;
};

/** The pages that have assets, with counts; each filters the list below. */
export function SectionStrip({ sections, chosen, onChoose }: Props) {
  return (
    <div role="group" aria-label={texts.sections} className={classes.strip}>
      {sections.map(({ name, urls, count }) => {
        const Icon = icons.find(([pattern]) => urls.some((url) => pattern.test(url)))?.[1] ?? IconNotebook;
        return (
          <button
            key={name}
            type="button"
            className={classes.section}
            aria-pressed={chosen === name}
            onClick={() => onChoose(chosen === name ? null : name)}
          >
            <Icon size={18} stroke={1.6} aria-hidden />
            {name}
            <span className={classes.sectionCount} aria-hidden>
              {count}
            </span>
            <span className="visually-hidden">{texts.count(count)}</span>
          </button>
        );
      })}
    </div>
  );
}
