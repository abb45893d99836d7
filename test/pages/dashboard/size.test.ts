/** Contract 10: pages stay small and quick, however much has happened. */
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { places } from '../../../src/pages/dashboard/pages'
import { topicNames } from '../../../src/pages/docs/content'
import { setUp } from '../../support/set-up'

/** Of a page as a browser gets it, with its style and its script. */
const bytesMax = 60_000

test('every place is under 60 kB over the wire with a busy shop, style and script included', async () => {
  const { client, sandbox } = setUp({
    fixtures: ['busy-shop'],
    webhooks: { endpoints: ['http://127.0.0.1:9/hooks'] },
  })
  for (let i = 0; i < 60; i += 1) await client.charge({ metadata: { order: `A-${i}` } })
  await sandbox.webhooks.settle()
  const examples: Readonly<Record<string, readonly string[]>> = {
    '/requests/:id': [`/requests/${sandbox.requests.last()?.id}`],
    '/records/:kind': ['/records/charges'],
    '/records/:kind/:id': [`/records/charges/${sandbox.charges.last()?.id}`],
    '/docs/:topic': topicNames.map((name) => `/docs/${name}`),
    '/docs/:topic/:id': [
      '/docs/operations/createCharge',
      '/docs/errors/bad_request',
      '/docs/control/postFaults',
      '/docs/objects/Charge',
    ],
  }
  for (const address of ['/coverage', ...places.flatMap(({ path }) => examples[path] ?? [path])]) {
    const answer = await sandbox.fetch(`${sandbox.url}/_sandbox${address}`, {
      headers: { accept: 'text/html', 'accept-encoding': 'gzip' },
    })
    expect([address, answer.status, answer.headers.get('content-encoding')]).toEqual([address, 200, 'gzip'])
    const { byteLength } = await answer.clone().arrayBuffer()
    const assets = ['pages.css', 'pages.js'].map(async (name) => {
      const asset = await sandbox.fetch(`${sandbox.url}/_sandbox/assets/${name}`)
      return gzipSync(await asset.text()).length
    })
    const all = (await Promise.all(assets)).reduce((sum, bytes) => sum + bytes, byteLength)
    expect(all, address).toBeLessThan(bytesMax)
  }
})
