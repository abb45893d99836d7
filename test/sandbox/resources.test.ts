/** Resources declare what the service knows about them; the registry joins the declarations by their names. */
import { expect, it } from 'vitest'
import { resources } from '../../src/service/resources/registry'
import type { Resource } from '../../src/service/resources/resource'

const names: Record<string, (resource: Resource) => readonly (string | undefined)[]> = {
  'kind of job': ({ jobs }) => Object.keys(jobs),
  'event to trigger': ({ triggers }) => Object.keys(triggers),
  operation: ({ routes }) => routes.map(({ method, path }) => `${method} ${path}`),
  'search scope': ({ scopes }) => scopes.map(({ name }) => name),
  'prefix of ids': ({ record }) => [record?.prefix],
  'name of an object': ({ record }) => [record?.object],
  'reader in the library': ({ record }) => [record?.reader?.name],
}

it.each(Object.entries(names))('two resources never declare the same %s', (_, namesOf) => {
  const all = resources.flatMap(namesOf).filter((name) => name !== undefined)
  expect(all.filter((name, i) => all.indexOf(name) !== i)).toEqual([])
  expect(all.length).toBeGreaterThan(0)
})
