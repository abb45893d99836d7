// Section 7: the statuses that answers carry. The first two come from the text above the table.

export interface StatusSpec {
  status: number
  kind: 'success' | 'client error' | 'server error'
  meaning: string
  spec: string
}

export const statuses: readonly StatusSpec[] = [
  { status: 200, kind: 'success', meaning: 'done, whatever the method', spec: '7' },
  { status: 201, kind: 'success', meaning: 'created', spec: '7' },
  {
    status: 400,
    kind: 'client error',
    meaning: 'request not understood or a parameter not valid',
    spec: '7',
  },
  { status: 401, kind: 'client error', meaning: 'caller not authenticated', spec: '7' },
  { status: 402, kind: 'client error', meaning: 'payment not accepted', spec: '7' },
  { status: 403, kind: 'client error', meaning: 'caller known but not allowed', spec: '7' },
  { status: 404, kind: 'client error', meaning: 'no such record or operation', spec: '7' },
  {
    status: 422,
    kind: 'client error',
    meaning: 'understood, but against a rule or the current state',
    spec: '7',
  },
  { status: 429, kind: 'client error', meaning: 'too many requests', spec: '7' },
  { status: 500, kind: 'server error', meaning: 'fault inside the service', spec: '7' },
  { status: 503, kind: 'server error', meaning: 'service not available', spec: '7' },
]
