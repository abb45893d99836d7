// Section 5: what a request with the wrong key is answered. The two rows that cite 4.7 are listed there for
// events.

export interface AuthSpec {
  case: string
  status: number
  code: string
  message: string
  spec: string
}

const refused = (spec: string, status: number, code: string, message: string) => (name: string) =>
  ({ case: name, status, code, message, spec }) satisfies AuthSpec

const unauthenticated = ['authentication_failure', 'authentication failed'] as const

export const authOutcomes: readonly AuthSpec[] = [
  ...[
    'missing key',
    'malformed key',
    'revoked key',
    'wrong-environment key',
    'public key on a secret operation',
  ].map(refused('5', 401, ...unauthenticated)),
  { case: 'expired key', status: 403, code: 'key_expired_error', message: 'expired key', spec: '5' },
  { case: 'locked account', status: 403, code: 'locked_account_error', message: 'account locked', spec: '5' },
  { case: 'not authorized', status: 403, code: 'not_authorized', message: 'not authorized', spec: '5' },
  ...['invalid key', 'bad basic format'].map(refused('4.7', 401, ...unauthenticated)),
]
