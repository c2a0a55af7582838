export const noEmailTexts = {
  byAdministrator: 'An administrator can add one.',
  contact: 'Contact an administrator',
  help: 'This person has no e-mail address. Letters can be sent once you enter one.',
  ofCenter: 'Add one under Users, in the account of the center.',
} as const;
