/** Kinds of accounts at Japanese banks. */
export const accountTypes = ['normal', 'current'] as const
export type AccountType = (typeof accountTypes)[number]

export interface BankAccount {
  readonly bankCode: string
  readonly branchCode: string | null
  /** Digits only. */
  readonly number: string
  /** Its holder. */
  readonly name: string
  readonly type: AccountType | null
  readonly createdAt: number
}

/** Names of the banks by their codes; the last two have merged since and are no longer offered. */
export const bankNames: { readonly [code: string]: string } = {
  test: 'Test Bank',
  bbl: 'Bangkok Bank',
  kbank: 'Kasikornbank',
  rbs: 'Royal Bank of Scotland',
  ktb: 'Krungthai Bank',
  jpm: 'J.P. Morgan',
  mufg: 'MUFG Bank',
  ttb: 'TMBThanachart Bank',
  scb: 'Siam Commercial Bank',
  citi: 'Citibank',
  smbc: 'Sumitomo Mitsui Banking Corporation',
  sc: 'Standard Chartered',
  cimb: 'CIMB Thai Bank',
  uob: 'United Overseas Bank',
  bay: 'Bank of Ayudhya',
  mega: 'Mega International Commercial Bank',
  boa: 'Bank of America',
  cacib: 'Crédit Agricole',
  gsb: 'Government Savings Bank',
  hsbc: 'HSBC',
  db: 'Deutsche Bank',
  ghb: 'Government Housing Bank',
  baac: 'Bank for Agriculture and Agricultural Cooperatives',
  mb: 'Mizuho Bank',
  bnp: 'BNP Paribas',
  ibank: 'Islamic Bank of Thailand',
  tisco: 'Tisco Bank',
  kk: 'Kiatnakin Bank',
  icbc: 'Industrial and Commercial Bank of China',
  tcrb: 'Thai Credit Bank',
  lhb: 'Land and Houses Bank',
  tmb: 'TMB Bank',
  tbank: 'Thanachart Bank',
}

/** Codes come from clients: `constructor` must not be found. */
export const isKnownBank = (code: string): boolean => Object.hasOwn(bankNames, code)

/** The name of a bank, or its code when the bank is unknown. */
export const bankNameOf = (code: string): string => (isKnownBank(code) ? bankNames[code] : undefined) ?? code
