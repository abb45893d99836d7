// Section 4.1, item 1: the parameters of every list. `default` 'now' is the current time. `message` is what a
// value above `max` is answered; the status and code of that answer, and the rows of `listRefusals` that say
// so, are ours.

export interface ListSpec {
  param: string
  type: 'integer' | 'datetime' | 'string'
  default: number | string
  min: number | null
  max: number | null
  message: string | null
  spec: string
}

const open = { min: null, max: null, message: null, spec: '4.1' } as const

export const listParams = [
  {
    ...open,
    param: 'limit',
    type: 'integer',
    default: 20,
    min: 1,
    max: 100,
    message: 'limit must be <= 100',
  },
  { ...open, param: 'offset', type: 'integer', default: 0, min: 0 },
  { ...open, param: 'from', type: 'datetime', default: '1970-01-01T00:00:00Z' },
  { ...open, param: 'to', type: 'datetime', default: 'now' },
  { ...open, param: 'order', type: 'string', default: 'reverse_chronological' },
] as const satisfies readonly ListSpec[]

export interface ListRefusalSpec {
  param: string
  given: string
  status: number
  code: string
  message: string | null
  spec: string
}

const refused = (param: string, given: string, message: string | null = null): ListRefusalSpec => ({
  ...{ param, given, message },
  ...{ status: 400, code: 'bad_request', spec: '4.1' },
})

export const listRefusals: readonly ListRefusalSpec[] = [
  refused('limit', '101', 'limit must be <= 100'),
  refused('limit', '0', 'limit must be >= 1'),
  refused('offset', '-1'),
  refused('from', 'soon'),
  refused('to', 'soon'),
  refused('order', 'sideways'),
]
