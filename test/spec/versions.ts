// Section 9: the versions by name and what an operation answers that the chosen version does not have.

export interface VersionSpec {
  version: `${number}-${number}-${number}`
  current: boolean
  spec: string
}

export const versions = [
  { version: '2019-05-29', current: true, spec: '9' },
  { version: '2017-11-02', current: false, spec: '9' },
  { version: '2015-11-17', current: false, spec: '9' },
] as const satisfies readonly VersionSpec[]

export const versionHeader = 'Service-Version'

export interface UnsupportedOperationSpec {
  status: number
  code: string
  spec: string
}

export const unsupportedOperations = [
  { status: 404, code: 'serializer_not_found', spec: '9' },
  { status: 404, code: 'service_not_found', spec: '9' },
] as const satisfies readonly UnsupportedOperationSpec[]
