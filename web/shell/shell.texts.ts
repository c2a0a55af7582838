export const texts = {
  unauthorized: 'This action is unauthorized',
  takenAway: 'Your account has been changed and may no longer open this page. You are still logged in.',
  toDashboard: 'Go to the dashboard',
  notFound: {
    title: 'Page not found',
    lead: 'There is nothing at this address. It may have been mistyped, or the page is gone.',
  },
  newVersion: {
    title: 'A new version is ready',
    text: 'Reloading shows it. What you typed here has not been saved.',
    reload: 'Reload',
    later: 'Keep editing',
  },
  locked: 'Your session is locked.',
  changedUser: (name: string) => `This browser is now logged in as ${name}.`,
} as const;
