import { changePasswordHandler, updatePasswordHandler } from './change-password.ts';
import { getUserHandler } from './get-user.ts';
import { readPreferencesHandler, savePreferencesHandler } from './preferences.ts';
import { readHcLogoHandler } from './read-hc-logo.ts';
import { updateUserDirectHandler, updateUserHandler } from './update-user.ts';
import { uploadHcLogoHandler } from './upload-hc-logo.ts';

export const profileHandlers = [
  getUserHandler,
  updateUserHandler,
  updateUserDirectHandler,
  updatePasswordHandler,
  changePasswordHandler,
  uploadHcLogoHandler,
  readHcLogoHandler,
  readPreferencesHandler,
  savePreferencesHandler,
];
