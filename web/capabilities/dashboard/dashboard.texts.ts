export const dashboardTexts = {
  greeting: (name: string) => `Hello ${name}`,
  viewing: 'What only the account itself can ask for is not shown while you view it.',
  account: {
    title: 'Your account',
    plan: 'Plan',
    company: 'Company',
    center: 'Harvest Center',
    referral: 'Referral Harvest Center',
    joined: 'Date Joined',
    email: 'E-mail',
    complete: 'Your contact details are complete.',
    missing: (names: string) => `Still missing in your contact details: ${names}.`,
    edit: 'Edit contact details',
  },
} as const;
