/** Contract 5: every 400 that parameters cause says which of them, as `validation_errors`. */
import { describe, expect } from 'vitest'
import type { ErrorName } from '../../../src/kernel/errors'
import { type Client, goodCard } from '../../support/client'
import { dispute, formWith } from '../../support/disputes'
import type { Params } from '../../support/form'
import { expectError, setUp, test } from '../../support/set-up'

const order = { amount: 10_000, currency: 'thb' } as const

/** What is asked after an authorized charge was made, whose id is in the path. */
const refused: [path: string, params: Params, error: ErrorName, field: string][] = [
  ['/charges', order, 'missing_card', 'card'],
  ['/charges', { ...order, card: 'x', source: 'y' }, 'bad_request', 'source'],
  ['/charges', { ...order, source: { type: 'alipay' } }, 'invalid_charge', 'return_uri'],
  ['/customers', { linked_account: 'x' }, 'feature_not_supported', 'linked_account'],
  ['/charges/:id/capture', { capture_amount: 20_000 }, 'failed_capture', 'capture_amount'],
  ['/charges/:id/capture', { capture_amount: 5000 }, 'failed_capture', 'capture_amount'],
]

describe('400: names the parameter', () => {
  test.for(refused)('POST %s with %j is %s of %s', async ([path, params, error, field], { client }) => {
    const { id } = await client.authorized()
    const answer = await client.post(path.replace(':id', id), params)
    expectError(answer, error, { message: /./, fields: [field] })
  })

  const others: [name: string, ask: (client: Client) => Promise<unknown>, error: ErrorName, field: string][] =
    [
      [
        'a token without card data',
        (client) => client.post('/tokens', {}, { host: 'vault' }),
        'missing_card',
        'card',
      ],
      [
        'a name for a text and an object',
        (client) =>
          client.send('POST', '/customers', {
            body: 'metadata=x&metadata[a]=1',
            contentType: 'application/x-www-form-urlencoded',
          }),
        'bad_request',
        'metadata[a]',
      ],
      [
        'a file where there is none to send',
        (client) =>
          client.send('POST', '/customers', { body: formWith({ email: new File(['x'], 'x.txt') }) }),
        'bad_request',
        'email',
      ],
      [
        'evidence without a file',
        async (client) => client.post(`/disputes/${(await dispute(client)).id}/documents`, {}),
        'missing_file',
        'file',
      ],
      [
        'a card that is wrong in a part',
        (client) => client.post('/tokens', { card: { ...goodCard, number: '' } }, { host: 'vault' }),
        'invalid_card',
        'card[number]',
      ],
    ]
  test.each(others)('%s', async (_, ask, error, field) => {
    const answer = (await ask(setUp().client)) as Parameters<typeof expectError>[0]
    expectError(answer, error, { message: /./ })
    expect(answer.body).toMatchObject({ validation_errors: [{ field }] })
  })
})
