/** `skey_test_…4x9`: enough to recognise a key, not to use it. */
export const masked = (key: string): string =>
  key.length <= 14 ? `${key.slice(0, 4)}…` : `${key.slice(0, 10)}…${key.slice(-3)}`
