// Section 5: what a request with the wrong key is answered. The two rows that cite 4.7 are listed there for
// events.

export interface AuthSpec {
  case: string
  status: number
  code: string
  message: string
  spec: string
}

export const authOutcomes = [
  {
    case: 'missing key',
    status: 401,
    code: 'authentication_failure',
    message: 'authentication failed',
    spec: '5',
  },
  {
    case: 'malformed key',
    status: 401,
    code: 'authentication_failure',
    message: 'authentication failed',
    spec: '5',
  },
  {
    case: 'revoked key',
    status: 401,
    code: 'authentication_failure',
    message: 'authentication failed',
    spec: '5',
  },
  {
    case: 'wrong-environment key',
    status: 401,
    code: 'authentication_failure',
    message: 'authentication failed',
    spec: '5',
  },
  {
    case: 'public key on a secret operation',
    status: 401,
    code: 'authentication_failure',
    message: 'authentication failed',
    spec: '5',
  },
  { case: 'expired key', status: 403, code: 'key_expired_error', message: 'expired key', spec: '5' },
  { case: 'locked account', status: 403, code: 'locked_account_error', message: 'account locked', spec: '5' },
  { case: 'not authorized', status: 403, code: 'not_authorized', message: 'not authorized', spec: '5' },
  {
    case: 'invalid key',
    status: 401,
    code: 'authentication_failure',
    message: 'authentication failed',
    spec: '4.7',
  },
  {
    case: 'bad basic format',
    status: 401,
    code: 'authentication_failure',
    message: 'authentication failed',
    spec: '4.7',
  },
] as const satisfies readonly AuthSpec[]
