import { writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { test as base, expect as baseExpect, type TestInfo } from '@playwright/test'
import { type ListenOptions, type Sandbox, SandboxError } from 'payment-sandbox'
import { withProfileFor } from '../../../options/hosts'
import { matchers, type PaymentMatchers } from '../matchers/matchers'
import type { Judge, MatcherResult } from '../matchers/outcome'
import { FileCoverage, open, type TestOptions } from '../open'
import type { StoryLine } from '../story/lines'
import { type StorySource, shortStory, storyOf, storyText } from '../story/story'
import type { PlaywrightSandbox } from './handle'
import { routeHosts } from './hosts'
import { isOfDefaultAccount, runningAccount, settledCopy } from './running'

/** payment-sandbox/playwright: a sandbox for each worker, pages that reach it, and matchers. */

export type { PlaywrightSandbox } from './handle'

/**
 * The options of `createSandbox`. A running sandbox has its own options; `secretKey` chooses an account of it.
 */
export type PlaywrightOptions = Omit<TestOptions, 'coverage'> & {
  /** Where the sandbox of a worker listens. Default: on free ports. */
  readonly listen?: ListenOptions
}

export interface PlaywrightFixtures {
  /** For `test.use({ sandboxOptions: { … } })` and `use` of the configuration. */
  sandboxOptions: PlaywrightOptions
  /** The sandbox of the test: of its worker and empty, or an account of the running one at `PAYMENT_SANDBOX_URL`. */
  sandbox: PlaywrightSandbox
}

/** The sandbox of a worker. It is made again only for a test with other options. */
class WorkerSandbox {
  #options = ''
  #opened: Awaited<ReturnType<typeof open>> | undefined
  #forget: (() => void)[] = []

  /** Begins it anew. */
  async for(given: PlaywrightOptions): Promise<Sandbox> {
    const { listen = { port: 0 }, hosts = 'omise', story: _, ...options } = given
    const wanted = JSON.stringify(given)
    if (this.#opened !== undefined && wanted === this.#options) {
      this.#begin(this.#opened.sandbox)
      return this.#opened.sandbox
    }
    await this.close()
    this.#opened = await open(withProfileFor(hosts, { ...options, hosts }), new FileCoverage())
    const { sandbox } = this.#opened
    await sandbox.listen(listen)
    this.#options = wanted
    this.#follow(sandbox)
    return sandbox
  }

  async close(): Promise<void> {
    this.#options = ''
    await this.#opened?.close()
    this.#opened = undefined
  }

  /** A reset keeps the functions that take deliveries: those of the test before are over. */
  #begin(sandbox: Sandbox): void {
    for (const forget of this.#forget.splice(0)) forget()
    sandbox.reset()
  }

  #follow({ webhooks }: Sandbox): void {
    const take = webhooks.onDelivery.bind(webhooks)
    const onDelivery: typeof take = (...given) => {
      const forget = take(...given)
      this.#forget.push(forget)
      return forget
    }
    Object.assign(webhooks, { onDelivery })
  }
}

/** What a test works with, and what tells its story. */
interface TestSandbox {
  readonly sandbox: PlaywrightSandbox
  readonly source: () => Promise<StorySource>
}

const isUnderExec = (): boolean => process.env.PAYMENT_SANDBOX_EXEC_VAULT_URL !== undefined

/** Of one worker of one run: its process is a child of that of the run. */
const ownerOf = (worker: number): string =>
  `playwright-${process.ppid}-${worker}@${hostname().replace(/[^\w-]+/g, '-')}.example`

const ofRunning = async (
  url: string,
  given: PlaywrightOptions,
  { parallelIndex }: TestInfo,
): Promise<TestSandbox> => {
  const { story: _, hosts: __, publicKey, secretKey, ...others } = given
  const [refused] = Object.keys(others)
  if (refused !== undefined)
    throw new SandboxError(
      'invalid_option',
      `sandboxOptions.${refused}: the sandbox at ${url} (PAYMENT_SANDBOX_URL) runs already: start it with this option`,
    )
  const { PAYMENT_SANDBOX_SECRET_KEY: named, PAYMENT_SANDBOX_CONTROL_TOKEN: controlToken } = process.env
  const at = { url, controlToken }
  // The sandbox of `exec` is there for this run alone. Elsewhere others use the default account, which is not to be emptied.
  const isMeant = named && (isUnderExec() || !(await isOfDefaultAccount(at, named)))
  if (parallelIndex > 0 && secretKey === undefined && isMeant)
    throw new SandboxError(
      'invalid_option',
      `two workers have one account of the sandbox at ${url} (PAYMENT_SANDBOX_URL), which each test empties: set ` +
        'workers: 1, or give each its keys with sandboxOptions: { publicKey, secretKey } and start the sandbox with ' +
        '--accounts auto',
    )
  const key = secretKey ?? (isMeant ? named : undefined)
  const account = await runningAccount(
    key === undefined ? { ...at, owner: ownerOf(parallelIndex) } : { ...at, secretKey: key },
  )
  await account.reset()
  return { sandbox: account.sandbox, source: account.copy }
}

const attachStory = async (
  info: TestInfo,
  source: StorySource,
  refused: readonly string[],
): Promise<void> => {
  const story = storyOf(source, refused)
  const text = { body: `${storyText(story)}\n`, contentType: 'text/plain' }
  await info.attach('what the sandbox did', text)
  // A file: of a text, reporters print the start.
  const path = info.outputPath('sandbox-story.html')
  writeFileSync(path, storyPage(info.titlePath.join(' › '), story))
  await info.attach('what the sandbox did, as a page', { path, contentType: 'text/html' })
  info.errors.push({ message: `Sandbox: ${shortStory(source, refused)}` })
}

interface Refusals {
  refusedCalls: string[]
}

/**
 * Playwright's `test` with a `sandbox`. `page` and `context` of the test reach it at `api.omise.co`, `vault.omise.co`,
 * `cdn.omise.co` and `checkout-page.omise.co`, or at those of the option `hosts`, without certificates. The story of the
 * sandbox is attached to a test that fails.
 * @example
 * test('a customer pays', async ({ page, sandbox }) => {
 *   await page.goto('/checkout')
 *   await expect(sandbox).toHaveCharged({ amount: 100_000 })
 * })
 */
export const test = base.extend<PlaywrightFixtures & Refusals, { workerSandbox: WorkerSandbox }>({
  sandboxOptions: [{}, { option: true }],
  workerSandbox: [
    async ({ browserName: _ }, use) => {
      const worker = new WorkerSandbox()
      await use(worker)
      await worker.close()
    },
    { scope: 'worker', box: true },
  ],
  refusedCalls: [async ({ browserName: _ }, use) => use([]), { box: true }],
  sandbox: async ({ sandboxOptions, workerSandbox, refusedCalls }, use, info) => {
    const url = process.env.PAYMENT_SANDBOX_URL
    const { sandbox, source }: TestSandbox = url
      ? await ofRunning(url, sandboxOptions, info)
      : await workerSandbox.for(sandboxOptions).then((own) => ({ sandbox: own, source: async () => own }))
    await use(sandbox)
    if (sandboxOptions.story !== false && info.status !== info.expectedStatus)
      await attachStory(info, await source(), refusedCalls)
  },
  context: async ({ context, sandbox, sandboxOptions: { hosts = 'omise' }, refusedCalls }, use) => {
    await routeHosts(context, sandbox, hosts, (url) =>
      refusedCalls.push(`the page called ${url}, which is no host of the sandbox: refused`),
    )
    await use(context)
  },
})

/** A running account is read first. A sandbox of this process is judged at once. */
const readingFirst = (judge: Judge): Judge =>
  function (received, ...given) {
    const read = received instanceof Object ? Reflect.get(received, settledCopy) : undefined
    if (typeof read !== 'function') return judge.call(this, received, ...given)
    return read().then((copy: unknown) => judge.call(this, copy, ...given))
  }

type Taken<N extends keyof PaymentMatchers<void, unknown>> = Parameters<PaymentMatchers<void, unknown>[N]>

/** Of each matcher: in the form of Playwright, which gives every one a promise. */
type PlaywrightMatchers = {
  readonly [N in keyof PaymentMatchers<void, unknown>]: (
    received: unknown,
    ...given: Taken<N>
  ) => Promise<MatcherResult>
}

/**
 * Playwright's `expect` with the matchers of payments. Await them.
 * @example await expect(sandbox).toHaveDelivered('charge.complete')
 */
export const expect = baseExpect.extend(
  Object.fromEntries(
    Object.entries(matchers).map(([name, judge]) => [name, readingFirst(judge)]),
  ) as PlaywrightMatchers,
)

/** A story as a page of its own, for the report of a run. */

const style = `
:root { color-scheme: light dark; --soft: light-dark(#5d6879, #9aa5b5); --bad: light-dark(#a32a2a, #e58080) }
body { margin: 2rem auto; padding: 0 1rem; max-width: 70rem; font: 15px/1.5 system-ui, sans-serif }
ol { list-style: none; padding: 0; font: 13px/1.5 ui-monospace, Menlo, Consolas, monospace }
li { padding: .2rem 0 .2rem .75rem; border-left: 3px solid transparent; overflow-wrap: anywhere }
.inner { margin-left: 1.5rem; color: var(--soft) }
.failed { border-color: var(--bad); color: var(--bad) }
.clock { color: var(--soft) }`

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const itemOf = ({ kind, inner, failed, text }: StoryLine): string => {
  const classes = [kind, inner && 'inner', failed && 'failed'].filter(Boolean).join(' ')
  return `<li class="${classes}">${escaped(text)}</li>`
}

/** @param title the name of the test */
const storyPage = (title: string, story: readonly StoryLine[]): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>What the sandbox did: ${escaped(title)}</title>
<style>${style}</style>
<h1>What the sandbox did</h1>
<p>${escaped(title)}</p>
<ol>
${story.map(itemOf).join('\n')}
</ol>
</html>
`
