import { describe, expect } from 'vitest'
import type { Dispute, Document } from '../../../../src/index'
import type { ErrorName } from '../../../../src/kernel/errors'
import type { ListBody } from '../../../support/client'
import { bytesOf, dispute, disputeThatIs, formWith, upload } from '../../../support/disputes'
import { expectError, expectRefusal, expectSuccess, start, test } from '../../../support/set-up'

const mebibyte = 1024 * 1024

/** A picture by its first bytes, of any size. */
const picture = (bytes: number, name = 'photo.png'): File => {
  const content = new Uint8Array(bytes)
  content.set(bytesOf('photo.png'))
  return new File([content], name)
}

describe('200: evidence for an open dispute (4.6)', () => {
  const files = [
    ['evidence.pdf', 'application/pdf'],
    ['photo.png', 'image/png'],
    ['photo.jpg', 'image/jpeg'],
  ] as const
  test.for(files)(
    '%s is kept, and who has its address gets it as %s',
    async ([name, type], { client, sandbox }) => {
      const { id } = await dispute(client)
      const document = expectSuccess(await upload(client, id, name))
      const location = `/disputes/${id}/documents/${document.id}`
      const fresh = { location, kind: null, deleted: false, created_at: start }
      expect(document).toMatchObject({ ...fresh, filename: name })
      expect(document.id).toMatch(/^docu_test_[0-9a-z]{19}$/)
      expect(document.download_uri).toMatch(new RegExp(`^${sandbox.url}${location}/downloads/[0-9A-F]{16}$`))
      const download = await sandbox.fetch(document.download_uri ?? '')
      expect(download.headers.get('content-type')).toBe(type)
      expect(download.headers.get('x-content-type-options')).toBe('nosniff')
      expect(new Uint8Array(await download.arrayBuffer())).toEqual(bytesOf(name))
    },
  )

  test('it can have a kind', async ({ client }) => {
    const { id } = await dispute(client)
    const answer = await upload(client, id, 'photo.jpg', { kind: 'proof_of_receipt' })
    expect(expectSuccess(answer).kind).toBe('proof_of_receipt')
  })

  test('it shows in the dispute, in its list and by its own path', async ({ client, sandbox }) => {
    const { id } = await dispute(client)
    const first = (await upload(client, id, 'photo.png')).body
    const second = (await upload(client, id, 'evidence.pdf')).body
    const { documents } = (await client.get<Dispute>(`/disputes/${id}`)).body
    expect(documents).toMatchObject({ total: 2, data: [first, second] })
    const list = (await client.get<ListBody>(`/disputes/${id}/documents`)).body
    expect(list).toMatchObject({ total: 2, data: [second, first] })
    expect((await client.get(first.location)).body).toEqual(first)
    expect(sandbox.documents.list().map((document) => document.id)).toEqual([first.id, second.id])
  })

  const names: [sent: string, kept: string][] = [
    ['C:\\Users\\nok\\receipt.png', 'receipt.png'],
    ['../../etc/receipt.png', 'receipt.png'],
    ['ใบเสร็จ "1".png', 'ใบเสร็จ "1".png'],
    ['receipt', 'receipt'],
    ['receipt.exe', 'receipt.exe'],
  ]
  test.for(names)('the name %s is kept as %s', async ([sent, kept], { client, sandbox }) => {
    const { id } = await dispute(client)
    const document = expectSuccess(await upload(client, id, picture(100, sent)))
    expect(document.filename).toBe(kept)
    const { headers } = await sandbox.fetch(document.download_uri ?? '')
    expect(headers.get('content-disposition')).toBe(`inline; filename*=UTF-8''${encodeURIComponent(kept)}`)
  })

  test('deleted, it is gone from the dispute and its address leads nowhere', async ({ client, sandbox }) => {
    const { id } = await dispute(client)
    const { location, download_uri } = (await upload(client, id)).body
    expect((await client.delete(location)).body).toMatchObject({ deleted: true, download_uri: null })
    expect((await client.get<Dispute>(`/disputes/${id}`)).body.documents.total).toBe(0)
    expectError(await client.get(location), 'not_found', { message: /^document docu_\w+ was not found$/ })
    expectError(await client.delete(location), 'not_found', { message: /^document/ })
    expect((await sandbox.fetch(download_uri ?? '')).status).toBe(404)
    expect(sandbox.events.list({ key: 'charge.dispute.update' })).toHaveLength(2)
  })

  test('the same idempotency key stores it once', async ({ client, sandbox }) => {
    const { id } = await dispute(client)
    const send = () =>
      client.send<Document>('POST', `/disputes/${id}/documents`, {
        body: formWith({ file: new File([bytesOf('photo.png')], 'photo.png') }),
        headers: { 'idempotency-key': 'once' },
      })
    const first = expectSuccess(await send())
    expect(expectSuccess(await send()).id).toBe(first.id)
    expect(sandbox.documents.count()).toBe(1)
  })
})

describe('400', () => {
  const file = (content: BlobPart, name: string): FormData => formWith({ file: new File([content], name) })
  const png = bytesOf('photo.png')
  const refused: [what: string, body: FormData | string, name: ErrorName, problem: string][] = [
    ['nothing', '', 'missing_file', 'file must be sent as multipart/form-data, with its name'],
    ['no file', formWith({ kind: 'proof_of_receipt' }), 'missing_file', 'file must be sent'],
    ['text in its place', formWith({ file: 'photo.png' }), 'missing_file', 'file must be sent'],
    ['a file without a name', file(png, ''), 'missing_file', 'file must be sent'],
    ['a name of folders only', file(png, '/tmp/'), 'missing_file', 'file must be sent'],
    ['an empty file', file('', 'photo.png'), 'missing_file', 'file is empty'],
    ['a script', file(bytesOf('liar.pdf'), 'liar.pdf'), 'invalid_file_type', 'file must be a PNG'],
    ['a page called .png', file('<html>', 'photo.png'), 'invalid_file_type', 'file must be a PNG'],
    ['a word', file('x', 'photo.jpg'), 'invalid_file_type', 'file must be a PNG, JPEG or PDF'],
  ]
  test.for(refused)('%s', async ([_, body, name, problem], { client, sandbox }) => {
    const { id } = await dispute(client)
    const send = () => client.send('POST', `/disputes/${id}/documents`, body === '' ? {} : { body })
    await expectRefusal(sandbox, send, name)
    const message = expect.stringMatching(new RegExp(`^${problem}`))
    expect((await send()).body).toMatchObject({ validation_errors: [{ field: 'file', message }] })
  })

  test('the type that the client declares counts as little as the name', async ({ client }) => {
    const { id } = await dispute(client)
    const liar = new File([bytesOf('liar.pdf')], 'liar.pdf', { type: 'application/pdf' })
    expectError(await upload(client, id, liar), 'invalid_file_type')
    const modest = new File([bytesOf('evidence.pdf')], 'evidence.bin', { type: 'application/octet-stream' })
    expectSuccess(await upload(client, id, modest))
  })

  test('an unknown kind', async ({ client }) => {
    const { id } = await dispute(client)
    expectError(await upload(client, id, 'photo.png', { kind: 'gossip' }), 'bad_request', {
      message: /^kind is not included in the list \(cardholder_details, /,
      fields: ['kind'],
    })
  })

  test.for(['pending', 'won', 'lost', 'accepted', 'lapsed'] as const)(
    'documents_locked: nothing is added to or taken from a dispute that is %s',
    async (outcome, { setup, client, sandbox }) => {
      const { id } = await disputeThatIs(setup, outcome)
      expectError(await upload(client, id), 'documents_locked')
      expectError(await upload(client, id, 'liar.pdf'), 'documents_locked')
      expect(sandbox.documents.count()).toBe(0)
    },
  )

  test('documents_locked: what was brought before the answer stays', async ({ client }) => {
    const { id } = await dispute(client)
    const { location } = (await upload(client, id)).body
    await client.patch(`/disputes/${id}`, { message: 'It was delivered' })
    expectError(await client.delete(location), 'documents_locked')
    expectSuccess(await client.get(location))
  })
})

describe('404', () => {
  test('a document of another dispute', async ({ client }) => {
    const first = await dispute(client)
    const second = await dispute(client)
    const { id } = (await upload(client, first.id)).body
    for (const ask of [client.get, client.delete])
      expectError(await ask(`/disputes/${second.id}/documents/${id}`), 'not_found', {
        message: `document ${id} was not found`,
      })
  })

  test('a download with another token', async ({ client, sandbox }) => {
    const { id } = await dispute(client)
    const { download_uri } = (await upload(client, id)).body
    const guess = (download_uri ?? '').replace(/\w+$/, '0000000000000000')
    expect((await sandbox.fetch(guess)).status).toBe(404)
  })
})

describe('413: at most 10 MiB', () => {
  test('one file of exactly 10 MiB is accepted', async ({ client, sandbox }) => {
    const { id } = await dispute(client)
    const { download_uri } = expectSuccess(await upload(client, id, picture(10 * mebibyte)))
    const download = await sandbox.fetch(download_uri ?? '')
    expect((await download.arrayBuffer()).byteLength).toBe(10 * mebibyte)
  }, 30_000)

  const tooLarge = [
    [10 * mebibyte + 1, 'file is too large (maximum is 10485760 bytes)'],
    [12 * mebibyte, 'request body is too large (maximum is 10551296 bytes)'],
  ] as const
  test.for(tooLarge)('%i bytes are not: %s', async ([bytes, message], { client, sandbox }) => {
    const { id } = await dispute(client)
    expectError(await upload(client, id, picture(bytes)), 'body_too_large', { message })
    expect(sandbox.documents.count()).toBe(0)
  })

  test('over a socket it is the same, and the connection stays usable', async ({ client, sandbox }) => {
    await sandbox.listen({ port: 0 })
    const { id } = await dispute(client)
    const send = async (size: number): Promise<[number, string | null]> => {
      const response = await fetch(`${sandbox.url}/disputes/${id}/documents`, {
        method: 'POST',
        headers: { authorization: sandbox.authorization.secret },
        body: formWith({ file: picture(size) }),
      })
      const { filename = null } = (await response.json()) as { filename?: string }
      return [response.status, filename]
    }
    expect(await send(11 * mebibyte)).toEqual([413, null])
    expect(await send(2 * mebibyte)).toEqual([200, 'photo.png'])
    const address = sandbox.documents.last()?.download_uri ?? ''
    expect((await (await fetch(address)).arrayBuffer()).byteLength).toBe(2 * mebibyte)
  })
})
