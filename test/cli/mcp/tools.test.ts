/** Contract 20: the tools of `payment-sandbox mcp` that run commands and call receivers. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { afterAll, describe, expect, vi } from 'vitest'
import { cases } from '../../../src/cli/check-webhook/cases'
import { commandTools } from '../../../src/cli/mcp/tools'
import { isRunning } from '../../../src/node/state/lock'
import { Answers, answerBytesMax } from '../../../src/pages/agents/answer'
import { controlClientOf } from '../../../src/pages/agents/route'
import { serverOf } from '../../../src/pages/agents/server'
import { controlRoutes } from '../../../src/pages/routes'
import { careful, closeReceivers, receiving, secrets } from '../../service/webhooks/receivers'
import { type Agent, agentOf, agentOn, recordsIn } from '../../support/agents'
import { temporaryFolder } from '../../support/folder'
import { makeSandbox, test } from '../../support/set-up'
import { plainEnv } from '../command'
import { shopIn } from '../explore/shops'

afterAll(closeReceivers)

/** An agent of `payment-sandbox mcp`, within this process. */
const agentOfCommand = async (flags: Readonly<Record<string, unknown>> = {}): Promise<Agent> => {
  const [near, far] = InMemoryTransport.createLinkedPair()
  const server = serverOf({
    ...{ client: controlClientOf(makeSandbox()), routes: controlRoutes(), answers: new Answers() },
    more: commandTools({ flags, env: plainEnv() }),
  })
  await server.connect(far)
  return agentOn(near)
}

const folder = mkdtempSync(join(tmpdir(), 'payment-sandbox-'))
const shop = shopIn(folder)
afterAll(() => rmSync(folder, { recursive: true }))
const node = `"${process.execPath}"`
const paying = (mistake = ''): string => `MISTAKE=${mistake} ${node} "${shop}" pay`
const lost = 'POST /charges #1: answer-lost'
const some = { once: 'metadata.order', kinds: ['answer-lost', 'rate-limited'], fixture: ['saved-card'] }

describe('explore', () => {
  test('finds a double charge with its story, and holds once the shop is mended, in 4 kB each', async () => {
    const { use } = await agentOfCommand()
    const broken = await use('explore', { command: paying('no-key'), ...some })
    expect(broken).toMatchObject({
      isError: false,
      data: { ok: false, calls: ['GET /customers #1', 'POST /charges #1'], found: 1 },
    })
    expect(broken.data.findings).toMatchObject([{ scenario: lost, rule: 'double-charge' }])
    const stories: readonly { readonly lines: readonly string[] }[] = JSON.parse(
      JSON.stringify(broken.data.stories),
    )
    const lines = stories.flatMap(({ lines }) => lines).join('\n')
    expect(lines).toContain(`fault POST /charges #1: answer-lost`)
    expect(broken.text).toMatch(/^broken: \d+ scenarios of 2 calls .* 1 finding/)
    expect(broken.text).toContain(`DOUBLE-CHARGE: ${lost}`)
    expect(broken.bytes).toBeLessThanOrEqual(answerBytesMax)

    const held = await use('explore', { command: [process.execPath, shop, 'pay'], ...some })
    expect(held.text).toMatch(/^held: /)
    expect(held.data).toMatchObject({ ok: true, found: 0 })
    expect(held.bytes).toBeLessThanOrEqual(answerBytesMax)
  })

  test('says which key was refused, and takes it', async () => {
    const { use } = await agentOfCommand()
    const given = { command: `${node} "${shop}" callAsOther`, kinds: ['rate-limited'] }
    const refused = await use('explore', given)
    expect(refused.isError).toBe(true)
    expect(refused.text).toMatch(
      /GET \/account was refused with 401 .* \(public_key, secret_key\) set your own/,
    )
    const held = await use('explore', { ...given, secret_key: 'skey_test_other' })
    expect(held.text).toMatch(/^held: 1 scenario of 1 call/)
  })

  test('leads through all findings by more, each answer in 4 kB', async () => {
    const { use } = await agentOfCommand()
    const script = `${node} "${shop}" pay; test -z "$PAYMENT_SANDBOX_SCENARIO" || { echo ${'ทำไม '.repeat(60)}; exit 1; }`
    let answer = await use('explore', { command: script, ...some })
    const found = [...recordsIn(answer.data.findings)]
    for (let pages = 0; answer.data.more !== undefined && pages < 50; pages += 1) {
      expect(answer.bytes).toBeLessThanOrEqual(answerBytesMax)
      answer = await use('explore', { more: answer.data.more })
      found.push(...recordsIn(answer.data.findings ?? []))
    }
    expect(answer.data.found).toBeGreaterThan(2)
    expect(found).toHaveLength(Number(answer.data.found))
  })

  test('says how far it is', async () => {
    const { client } = await agentOfCommand()
    const seen: {
      readonly progress: number
      readonly total?: number | undefined
      readonly message?: string | undefined
    }[] = []
    await client.callTool({ name: 'explore', arguments: { command: paying(), ...some } }, undefined, {
      onprogress: (progress) => seen.push(progress),
    })
    expect(seen[0]).toMatchObject({ progress: 0, message: 'the first run, without a failure' })
    expect(seen.at(-1)).toMatchObject({ message: expect.stringMatching(/^0 findings, /) })
    const { progress, total } = seen.at(-1) ?? {}
    expect(progress).toBe(total)
    expect(seen.map((one) => one.progress)).toEqual([...new Set(seen.map((one) => one.progress))])
  })

  test('ends with all that it has started when it is cancelled, and can begin anew', async () => {
    const { client, use } = await agentOfCommand()
    const started = join(temporaryFolder(), 'started')
    const cancel = new AbortController()
    const command = `${node} -e "require('fs').writeFileSync('${started}', String(process.pid)); setInterval(() => {}, 1000)"`
    const ended = client
      .callTool({ name: 'explore', arguments: { command } }, undefined, { signal: cancel.signal })
      .catch((error: unknown) => error)
    await vi.waitFor(
      () => expect(existsSync(started) && readFileSync(started, 'utf8')).toMatch(/^\d+$/),
      20_000,
    )
    expect((await use('explore', { command })).text).toMatch(/^explore is running already: wait/)
    cancel.abort('enough')
    expect(await ended).toBeInstanceOf(Error)
    const pid = Number(readFileSync(started, 'utf8'))
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false), 20_000)
    await vi.waitFor(
      async () => expect((await use('explore', { command: 'nothing-like-it' })).text).toContain('not found'),
      20_000,
    )
  })

  test.for([
    [{}, 'explore needs command'],
    [{ command: '' }, 'command must be a line for the shell such as "node buy.js"'],
    [{ command: [1] }, 'or a list of texts'],
    [
      { command: 'true', only: 5 },
      /^the command made no call: let it call the address in PAYMENT_SANDBOX_URL/,
    ],
    [{ command: 'true', once: {} }, 'explore: once must be a text'],
    [{ command: 'true', kinds: [1] }, 'explore: kinds must be a list of texts'],
    [{ command: 'true', depth: 3 }, 'depth must be 1 or 2, not "3"'],
    [
      { command: 'true', kinds: ['answer-lots'] },
      'kinds: there is no kind answer-lots: did you mean answer-lost?',
    ],
    [{ command: 'true', app: 'npm start' }, 'app needs ready: the address at which it answers'],
    [{ command: 'true', timeout: 'soon' }, 'timeout must be a duration such as 1m, not "soon"'],
    [{ command: 'true', search_delay: -1 }, 'search_delay must be a whole number of milliseconds'],
    [{ command: 'true', onec: 'x' }, 'explore has no parameter onec: did you mean once?'],
    [{ command: 'true' }, 'the command made no call: let it call the address in PAYMENT_SANDBOX_URL'],
    [
      { command: ['nothing-like-it'] },
      'cannot start "nothing-like-it": command not found; commands run in /',
    ],
    [{ command: 'nothing-like-it' }, /not found; commands run in \//],
    [
      { command: 'echo the shop is closed; exit 3' },
      /ended with status 3: the shop is closed; it must end with 0 while/,
    ],
    [
      { command: 'sleep 60', timeout: '1s' },
      /not over after 1000 ms of real time; give a command that ends by itself/,
    ],
  ] as const)('of %j is an error that says the way out', { timeout: 60_000 }, async ([given, why]) => {
    const { use } = await agentOfCommand()
    const answer = await use('explore', given)
    expect(answer.isError).toBe(true)
    if (typeof why === 'string') expect(answer.text).toContain(why)
    else expect(answer.text).toMatch(why)
    expect(answer.text).not.toMatch(/--(?!help|<| )\w/)
    expect(answer.bytes).toBeLessThanOrEqual(answerBytesMax)
  })
})

describe('check_webhook', () => {
  const secret = secrets.current

  test('says what a receiver acts on twice and what to change, and that a mended one handles it', async () => {
    const { use } = await agentOfCommand()
    const acting = {
      ...careful,
      act: (_: unknown, book: { handled: number }) => {
        book.handled += 1
        return 204
      },
    }
    const twice = await receiving(acting)
    const broken = await use('check_webhook', { url: twice.url, handled: twice.handled, secret })
    expect(broken.text).toContain('not handled: the same event again is acted on once: it was acted on again')
    expect(broken.text).toContain('remember the ids of events in the same step as what they change')
    expect(broken.text).toContain('not judged: signed with the old secret alone: give it with old_secret')
    expect(broken.data).toMatchObject({ handled: false, handled_cases: expect.arrayContaining(['tampered']) })
    expect(broken.bytes).toBeLessThanOrEqual(answerBytesMax)
    const mended = await receiving(careful)
    const given = { url: mended.url, handled: mended.handled, secret, old_secret: secrets.old }
    const held = await use('check_webhook', given)
    expect(held.data).toMatchObject({ handled: true })
    expect(held.text).toMatch(new RegExp(`^${cases.length} of ${cases.length} handled`))
    expect(held.bytes).toBeLessThanOrEqual(answerBytesMax)
  })

  test('makes its events on a running sandbox, with the secret of that one', async () => {
    const { use } = await agentOfCommand()
    const sandbox = makeSandbox({ webhookSecret: secret })
    const { url: address } = await sandbox.listen({ port: 0 })
    const { url } = await receiving(careful)
    const { data, text } = await use('check_webhook', { url, sandbox: address })
    expect(text).toMatch(/^19 of 19 handled, 2 not judged/)
    expect(data).toMatchObject({ handled: true })
    expect(sandbox.charges.count()).toBeGreaterThan(0)
  })

  test('takes secret, headers and profile of its sandbox, and says how far it is', async () => {
    const { client } = await agentOfCommand()
    const { url } = await receiving(careful)
    const seen: string[] = []
    const onprogress = ({ progress, total }: { progress: number; total?: number | undefined }) =>
      void seen.push(`${progress} of ${total}`)
    const result = await client.callTool({ name: 'check_webhook', arguments: { url } }, undefined, {
      onprogress,
    })
    // The receiver has another secret.
    expect(JSON.stringify(result.content)).toMatch(
      /0 of 1 handled, 1 not handled, .* a signed event must be accepted/,
    )
    expect(seen[0]).toBe(`0 of ${cases.length}`)
    expect(seen.at(-1)).toBe(`${cases.length} of ${cases.length}`)
  })

  test.for([
    [{}, 'check_webhook needs url'],
    [
      { url: 'nowhere' },
      'url must be an http or https URL, not "nowhere"; for example: http://127.0.0.1:3000/',
    ],
    [
      { url: 'http://127.0.0.1:9/' },
      'cannot reach http://127.0.0.1:9/: no server listens there; start the receiver',
    ],
    [
      { url: 'http://127.0.0.1:9/', metadata: 'order' },
      'metadata must be an object such as {"order":"A-1001"}',
    ],
    [
      { url: 'http://127.0.0.1:9/', event: { id: 1 } },
      'event must be an event, with id, key and data: find_records',
    ],
    [{ url: 'http://127.0.0.1:9/', timeout: 0 }, 'timeout must be more than 0 seconds'],
    [{ url: 'http://127.0.0.1:9/', secret: 5, profile: 'omis' }, 'profile must be'],
    [{ url: 'http://127.0.0.1:9/', sandbox: 'x' }, 'sandbox must be an http or https URL, not "x"'],
    [
      { url: 'http://127.0.0.1:9/', sandbox: 'http://127.0.0.1:9' },
      'no sandbox answers at http://127.0.0.1:9',
    ],
    [{ url: 'http://127.0.0.1:9/', handled: 'x' }, 'handled must be an http or https URL, not "x"'],
    [{ url: 'http://127.0.0.1:9/', old_secert: 'x' }, 'did you mean old_secret?'],
  ] as const)('of %j is an error that says the way out', async ([given, why]) => {
    const { use } = await agentOfCommand()
    const answer = await use('check_webhook', given)
    expect(answer.isError).toBe(true)
    expect(answer.text).toContain(why)
  })
})

test('both are tools of the command, in some 5 kB; a server has neither, and says where they are', async () => {
  const { tools } = await (await agentOfCommand()).client.listTools()
  const own = tools.filter(({ name }) => /^(?:explore|check_webhook)$/.test(name))
  expect(own.map(({ annotations }) => annotations)).toEqual([
    { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  ])
  expect(JSON.stringify(own).length).toBeLessThan(5000)
  const server = await agentOf(makeSandbox())
  expect((await server.client.listTools()).tools).toHaveLength(tools.length - 2)
  for (const name of ['explore', 'check_webhook'])
    expect((await server.use(name, {})).text).toMatch(
      new RegExp(
        `^${name} is a tool of "npx payment-sandbox mcp", .*"npx payment-sandbox ${name.replace('_', '-')} --help"`,
      ),
    )
})
