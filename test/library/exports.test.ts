/** The public surface, name by name: what is added, renamed or lost here is a change for users. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type * as api from '../../src/index'
import * as values from '../../src/index'

/** Does not compile when one of them is missing. */
interface Types {
  Account: api.Account
  AccountChanges: api.AccountChanges
  Card: api.Card
  Charge: api.Charge
  Clock: api.Clock
  Customer: api.Customer
  Event: api.Event
  EventKey: api.EventKey
  Filter: api.Filter<api.Charge>
  KeyPair: api.KeyPair
  KeyState: api.KeyState
  ListenOptions: api.ListenOptions
  Listening: api.Listening
  Mode: api.Mode
  NewAccount: api.NewAccount
  Reader: api.Reader<api.Charge>
  Records: api.Records
  Refund: api.Refund
  RequestEntry: api.RequestEntry
  Sandbox: api.Sandbox
  SandboxErrorCode: api.SandboxErrorCode
  SandboxOptions: api.SandboxOptions
  Snapshot: api.Snapshot
  Token: api.Token
  Transaction: api.Transaction
}

const types: { readonly [name in keyof Types]: true } = {
  Account: true,
  AccountChanges: true,
  Card: true,
  Charge: true,
  Clock: true,
  Customer: true,
  Event: true,
  EventKey: true,
  Filter: true,
  KeyPair: true,
  KeyState: true,
  ListenOptions: true,
  Listening: true,
  Mode: true,
  NewAccount: true,
  Reader: true,
  Records: true,
  Refund: true,
  RequestEntry: true,
  Sandbox: true,
  SandboxErrorCode: true,
  SandboxOptions: true,
  Snapshot: true,
  Token: true,
  Transaction: true,
}

test('the values are these', () => {
  expect(Object.keys(values).sort()).toEqual(['SandboxError', 'createSandbox'])
  expect(values.createSandbox).toBeTypeOf('function')
  expect(new values.SandboxError('closed', 'why')).toBeInstanceOf(Error)
})

test('the types are these', () => {
  const text = readFileSync(new URL('../../src/index.ts', import.meta.url), 'utf8')
  const exported = [...text.matchAll(/^export (type )?\{([^}]*)\}/gm)].flatMap(([, typeOnly, names = '']) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && (typeOnly !== undefined || name.startsWith('type ')))
      .map((name) => name.replace(/^type /, '')),
  )
  expect(exported.sort()).toEqual(Object.keys(types).sort())
  expect(text).not.toMatch(/export \*/)
})
