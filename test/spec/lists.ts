// Section 4.1, item 1: the parameters of every list. `default` 'now' is the current time. `message` is what a
// value above `max` is answered; the status and code of that answer, and the rows of `listRefusals` that say
// so, are ours.

export interface ListSpec {
  param: string
  type: 'integer' | 'datetime' | 'string'
  default: number | string
  min: number | null
  max: number | null
  values?: readonly string[]
  message: string | null
  spec: string
}

export const listParams = [
  {
    param: 'limit',
    type: 'integer',
    default: 20,
    min: 1,
    max: 100,
    message: 'limit must be <= 100',
    spec: '4.1',
  },
  { param: 'offset', type: 'integer', default: 0, min: 0, max: null, message: null, spec: '4.1' },
  {
    param: 'from',
    type: 'datetime',
    default: '1970-01-01T00:00:00Z',
    min: null,
    max: null,
    message: null,
    spec: '4.1',
  },
  { param: 'to', type: 'datetime', default: 'now', min: null, max: null, message: null, spec: '4.1' },
  {
    param: 'order',
    type: 'string',
    default: 'reverse_chronological',
    min: null,
    max: null,
    values: ['chronological', 'reverse_chronological'],
    message: null,
    spec: '4.1',
  },
] as const satisfies readonly ListSpec[]

export interface ListRefusalSpec {
  param: string
  given: string
  status: number
  code: string
  message: string | null
  decided?: true
  spec: string
}

export const listRefusals = [
  {
    param: 'limit',
    given: '101',
    status: 400,
    code: 'bad_request',
    message: 'limit must be <= 100',
    decided: true,
    spec: '4.1',
  },
  {
    param: 'limit',
    given: '0',
    status: 400,
    code: 'bad_request',
    message: 'limit must be >= 1',
    decided: true,
    spec: '4.1',
  },
  {
    param: 'offset',
    given: '-1',
    status: 400,
    code: 'bad_request',
    message: null,
    decided: true,
    spec: '4.1',
  },
  {
    param: 'from',
    given: 'soon',
    status: 400,
    code: 'bad_request',
    message: null,
    decided: true,
    spec: '4.1',
  },
  { param: 'to', given: 'soon', status: 400, code: 'bad_request', message: null, decided: true, spec: '4.1' },
  {
    param: 'order',
    given: 'sideways',
    status: 400,
    code: 'bad_request',
    message: null,
    decided: true,
    spec: '4.1',
  },
] as const satisfies readonly ListRefusalSpec[]
