export const chooseLabTexts = {
  title: 'Choose a lab',
  card: 'Labs with a bench',
  note: 'This page shows the bench of one lab.',
  lab: 'Lab',
  number: 'Number',
  loading: 'Loading the labs....',
  none: 'No lab has its bench on.',
  whyNone: 'Edit a lab in the list of users, open ‘Bench and operators’ and switch its bench on.',
  toUsers: 'To the users',
} as const;
