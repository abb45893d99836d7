import { expect, test } from 'vitest'
import { catalogue } from '../../src/kernel/errors'
import { authOutcomes } from '../spec/auth'
import { type EndpointSpec, endpoints } from '../spec/endpoints'
import { events } from '../spec/events'
import { fields } from '../spec/fields'
import { limits } from '../spec/limits'
import { prefixes } from '../spec/prefixes'
import { transitions } from '../spec/transitions'
import { notYetBuilt } from './not-yet-built'
import { checkedTables, nameOfEndpoint } from './tables'

const counts = Object.entries(checkedTables).map(([name, rows]) => `${name} ${rows.length}`)
const total = Object.values(checkedTables).reduce((sum, rows) => sum + rows.length, 0)

test(`conformance: ${total} rows checked: ${counts.join(', ')}`, () => {
  for (const rows of Object.values(checkedTables)) expect(rows.length).toBeGreaterThan(0)
})

const endpointRows: readonly EndpointSpec[] = endpoints
const known: Record<keyof typeof notYetBuilt, readonly string[]> = {
  endpoints: endpointRows.map(nameOfEndpoint),
  objects: fields.map((row) => row.object),
  prefixes: prefixes.map((row) => row.resource),
  limits: limits.map((row) => row.name),
  transitionSubjects: transitions.map((row) => row.subject),
  authCases: authOutcomes.map((row) => row.case),
  errors: Object.keys(catalogue),
  events: events.map((row) => row.key),
}

test.each(Object.entries(notYetBuilt))(
  'what is not built yet under %s is named as its table names it',
  (name, missing) => {
    expect(new Set(missing).size).toBe(missing.length)
    for (const row of missing) expect(known[name as keyof typeof notYetBuilt]).toContain(row)
  },
)
