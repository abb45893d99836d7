/** Disputes and their evidence, for tests. */
import { readFileSync } from 'node:fs'
import type { Dispute, Document } from '../../src/index'
import type { Answer, Client } from './client'
import type { Params } from './form'
import { expectSuccess, type SetUp } from './set-up'

/** A dispute of a fresh charge of 100.00 THB, or of the given one. */
export const dispute = async (client: Client, charge?: string, params: Params = {}): Promise<Dispute> => {
  const id = charge ?? (await client.charge()).id
  return expectSuccess(await client.post<Dispute>(`/charges/${id}/disputes`, params))
}

export type Outcome = 'open' | 'pending' | 'won' | 'lost' | 'accepted' | 'lapsed'

/** A dispute that was brought into a state over HTTP. */
export const disputeThatIs = async ({ client, sandbox }: SetUp, outcome: Outcome): Promise<Dispute> => {
  const { id } = await dispute(client)
  const path = `/disputes/${id}`
  if (outcome === 'pending') await client.patch(path, { message: 'It was delivered' })
  if (outcome === 'won' || outcome === 'lost') await client.patch(`${path}/close`, { status: outcome })
  if (outcome === 'accepted') await client.patch(`${path}/accept`)
  if (outcome === 'lapsed') await sandbox.clock.advance('14d')
  return readDispute(client, id)
}

export const readDispute = async (client: Client, id: string): Promise<Dispute> =>
  expectSuccess(await client.get<Dispute>(`/disputes/${id}`))

const evidence = ['evidence.pdf', 'photo.png', 'photo.jpg', 'liar.pdf'] as const
export type Evidence = (typeof evidence)[number]

export const bytesOf = (name: Evidence): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(new URL(`../../fixtures/documents/${name}`, import.meta.url)))

/** A form as a browser or curl -F sends it. */
export const formWith = (fields: Readonly<Record<string, string | File>>): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

export const upload = (
  client: Client,
  disputeId: string,
  file: Evidence | File = 'photo.png',
  fields: Readonly<Record<string, string>> = {},
): Promise<Answer<Document>> => {
  const sent = typeof file === 'string' ? new File([bytesOf(file)], file) : file
  return client.send<Document>('POST', `/disputes/${disputeId}/documents`, {
    body: formWith({ ...fields, file: sent }),
  })
}
