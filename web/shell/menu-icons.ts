import {
  IconAddressBook,
  IconBooks,
  IconBuildingHospital,
  IconChartBar,
  IconClipboardList,
  IconDiscount2,
  IconFileText,
  IconFlask,
  IconFolders,
  IconLayoutDashboard,
  IconLink,
  IconPackage,
  IconUserCircle,
  IconUserOff,
  IconUserPlus,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react';
import type { PagePath } from '../kernel/navigation/page-path.ts';
import type { SideMenuItem } from '../ui/navigation/side-menu.tsx';
import { isGroup, type MenuItem } from './menu.ts';

const byPath: Readonly<Partial<Record<PagePath, typeof IconUsers>>> = {
  '/dashboard': IconLayoutDashboard,
  '/harvest-day': IconFlask,
  '/resource-center': IconBooks,
  '/my-transaction-report': IconChartBar,
  '/team-transaction-report': IconChartBar,
  '/manager-teams-transaction-report': IconChartBar,
  '/all-transaction-report': IconChartBar,
  '/hc-transaction-history': IconChartBar,
  '/referral-patients': IconAddressBook,
  '/staff-view': IconUsersGroup,
  '/fedex-request-label': IconPackage,
  '/fedex-request-label-rhc': IconPackage,
  '/fedex-requests': IconPackage,
  '/add-sales-rep': IconUserPlus,
  '/add-sales-manager': IconUserPlus,
  '/all-patients-team': IconUsers,
  '/all-manager-patients-team': IconUsers,
  '/all-manager-sr-team': IconUsersGroup,
  '/coupon-manager': IconDiscount2,
  '/inactive-users': IconUserOff,
  '/assets-manager': IconFolders,
  '/hc-staff-manager': IconBuildingHospital,
  '/rhc-manager': IconLink,
};

const byGroup: Readonly<Record<string, typeof IconUsers>> = {
  Account: IconUserCircle,
  Bench: IconFlask,
  'Your Lists': IconClipboardList,
  'Patient Documents': IconFileText,
  'System Documents': IconFileText,
};

export function withIcons(menu: readonly MenuItem[]): readonly SideMenuItem[] {
  return menu.map((item) =>
    isGroup(item) ? { ...item, icon: byGroup[item.label] } : { ...item, icon: byPath[item.path] },
  );
}
