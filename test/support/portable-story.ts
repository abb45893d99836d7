/** One story of a sandbox, bundled for platforms without Node as a user's bundler would do it. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { temporaryFolder } from './folder'

const root = fileURLToPath(new URL('../..', import.meta.url))

const story = `
import { createSandbox } from 'payment-sandbox'
import { verifyWebhook } from 'payment-sandbox/webhooks'

export const story = async () => {
  const sandbox = createSandbox({ now: '2026-01-15T09:00:00Z', randomSeed: 'portable', freeze: true })
  const post = async (url, authorization, body) => {
    const headers = { authorization, 'content-type': 'application/json', 'idempotency-key': url }
    const answer = await sandbox.fetch(new Request(url, { method: 'POST', headers, body: JSON.stringify(body) }))
    return answer.json()
  }
  const events = []
  sandbox.webhooks.onDelivery(async (request) => {
    const { secret } = sandbox.webhooks
    events.push(verifyWebhook({ body: await request.text(), headers: request.headers, secret }))
    return new Response('ok')
  })
  const card = { name: 'Somchai', number: '4242424242424242', expiration_month: 12, expiration_year: 2030 }
  const token = await post(sandbox.vaultUrl + '/tokens', sandbox.authorization.public, { card })
  const paying = { amount: 150000, currency: 'thb', card: token.id }
  const charge = await post(sandbox.url + '/charges', sandbox.authorization.secret, paying)
  const again = await post(sandbox.url + '/charges', sandbox.authorization.secret, paying)
  await sandbox.webhooks.settle()
  await sandbox.clock.advance('2d')
  const health = await (await sandbox.fetch(sandbox.url + '/_sandbox/health')).json()
  const style = await sandbox.fetch(sandbox.url + '/pages/payer.css')
  const styled = [style.status, style.headers.get('content-type')]
  const refused = async (work, of = ({ code }) => code) => { try { await work() } catch (error) { return of(error) } }
  const listening = await refused(() => sandbox.listen({ port: 0 }))
  const of = (name) => createSandbox({ fixtures: [name], now: '2026-01-15T09:00:00Z', randomSeed: 'portable', freeze: true })
  const shipped = of('first-sale').charges.list()
  const busy = of('busy-shop').charges.count()
  const misnamed = await refused(() => of('frist-sale'), ({ message }) => message.split(' (')[0])
  const seeded = createSandbox({ fixtures: [{ tokens: [{ as: 'one', card: { number: '4242424242424242' } }] }], now: '2026-01-15T09:00:00Z' })
  const tokens = seeded.tokens.count()
  const rows = JSON.stringify(sandbox).length
  await Promise.all([seeded.close(), sandbox.close()])
  const { status } = health
  return { token, charge, replayed: again.id === charge.id, events, status, styled, listening, shipped, busy, misnamed, tokens, rows }
}
`

interface Bundling {
  /** What follows the story, which it calls. */
  readonly use: string
  readonly platform: 'browser' | 'node' | 'neutral'
  readonly conditions: string[]
}

/** @returns a module as text; the package is resolved by the conditions of its exports */
export const bundleStory = async ({ use, platform, conditions }: Bundling): Promise<string> => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(root, join(folder, 'node_modules', 'payment-sandbox'), 'junction')
  const { outputFiles } = await build({
    stdin: { contents: `${story}\n${use}`, resolveDir: folder, loader: 'js' },
    bundle: true,
    write: false,
    format: 'esm',
    logLevel: 'silent',
    platform,
    conditions,
  })
  const [output] = outputFiles
  if (output === undefined) throw new Error('nothing was bundled')
  return output.text
}

/** What the story gives in Node, with the build for Node. */
export const storyInNode = async (): Promise<object> => {
  const text = await bundleStory({ use: '', platform: 'node', conditions: ['node'] })
  const file = join(temporaryFolder(), 'story.mjs')
  writeFileSync(file, text)
  const { story } = await import(pathToFileURL(file).href)
  return story()
}
