export const BUILD_EXPORT = 'build-privacy-export';
export const FORGET_CARD = 'forget-card';
