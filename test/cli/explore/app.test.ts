/** Contract 18: every failure of an application that stays up. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test, vi } from 'vitest'
import { temporaryFolder } from '../../support/folder'
import { freePair, freePort, serverOf } from '../../support/server'
import { command } from '../command'
import { applicationIn } from './apps'

interface Report {
  readonly scenarios: readonly { readonly name: string; readonly outcome: string }[]
  readonly calls: readonly string[]
  readonly findings: readonly { readonly rule: string; readonly message: string; readonly story: string[] }[]
}

/** The processes with this text in their command. */
const processesOf = (text: string): readonly string[] =>
  execFileSync('ps', ['-A', '-o', 'args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(text))

interface Chosen {
  readonly act?: string
  readonly mistake?: string
  readonly port?: number
  /** Its receiver takes webhooks. */
  readonly hears?: true
}

/** `explore --app … <options> -- <flow>`, with what its parts wrote into a diary. */
const exploring = async (options: string[], { act = 'buy', mistake = '', port, hears }: Chosen = {}) => {
  const folder = temporaryFolder()
  const home = temporaryFolder()
  const diary = join(home, 'diary')
  const own = applicationIn(home)
  const at = port ?? (await freePort())
  const words = (text: string): string[] => text.split(' ').map((word) => word.replaceAll('"', ''))
  const reset = options.includes('--reset') ? [] : ['--reset', own('reset')]
  const fixed = ['--fixture', 'saved-card', '--app', own('serve'), '--ready', `http://127.0.0.1:${at}/`]
  const webhook = hears ? ['--webhook', `http://127.0.0.1:${at}/webhooks`] : []
  const running = command(['explore', ...fixed, ...reset, ...webhook, ...options, '--', ...words(own(act))], {
    ...{ PORT: `${at}`, DIARY: diary, MISTAKE: mistake, TMPDIR: folder },
  })
  return {
    ...running,
    own,
    home,
    diary: () => readFileSync(diary, 'utf8').trim().split('\n'),
    report: (): Promise<Report> =>
      running.ended.then(({ stdout, stderr }) => JSON.parse(stdout || expect.fail(stderr))),
    /** Nothing stays: no process, no file. */
    expectNothingLeft: async (): Promise<void> => {
      await vi.waitFor(() => expect(processesOf(home)).toEqual([]), 20_000)
      expect(readdirSync(folder)).toEqual([])
    },
  }
}

const kinds = (list: string): string[] => ['--kinds', list, '--json']

describe('explore --app', () => {
  it('starts once, has one address, and begins each scenario with a reset, empty', async () => {
    const shop = await exploring(kinds('answer-lost,refused'))
    const { code, stderr } = await shop.ended
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const { scenarios } = await shop.report()
    const lines = shop.diary()
    expect(lines.filter((line) => line === 'start')).toHaveLength(1)
    expect(lines.slice(1).map((line) => line.replace(/http\S+ /, ''))).toEqual(
      ['first', ...scenarios.map(({ name }) => name)].flatMap((name) => [
        `reset ${name}`,
        `flow ${name}, 0 charges, false`,
      ]),
    )
    expect(new Set(lines.flatMap((line) => /http\S+/.exec(line)?.[0] ?? [])).size).toBe(1)
    await shop.expectNothingLeft()
  })

  it('hears two webhooks at the same time', async () => {
    const only = ['--only', 'charge.create #1: together', '--json']
    const shop = await exploring(only, { mistake: 'slow', hears: true })
    expect((await shop.report()).scenarios).toMatchObject([{ outcome: 'held' }])
    const heard = shop.diary().filter((line) => line.startsWith('hea'))
    expect(heard.slice(-4).map((line) => line.split(' ')[0])).toEqual(['hears', 'hears', 'heard', 'heard'])
  })

  it('goes on where the application crashes before the customer comes again', async () => {
    const shop = await exploring([...kinds('crash-after,again'), '--depth', '2'], { hears: true })
    const ends = (await shop.report()).scenarios.map(({ name, outcome }) => `${name}: ${outcome}`)
    expect(ends).toEqual([
      'flow: again: held',
      'POST /charges #1: crash-after: held',
      'flow: again + POST /charges #1: crash-after: held',
      'flow: again + POST /charges #2: crash-after: held',
      'flow: again + POST /charges #3: crash-after: held',
    ])
  })

  it('listens on --port', async () => {
    const port = await freePair()
    let own = port
    while (own === port || own === port + 1) own = await freePort()
    const shop = await exploring([...kinds('answer-lost'), '--port', `${port}`], { port: own })
    expect((await shop.ended).code).toBe(0)
    expect(shop.diary().join()).toContain(`http://127.0.0.1:${port} `)
  })

  it('finds what its shop does wrong, 1', async () => {
    const options = [...kinds('answer-lost'), '--once', 'metadata.order']
    const shop = await exploring(options, { mistake: 'no-key' })
    expect((await shop.ended).code).toBe(1)
    expect((await shop.report()).findings).toMatchObject([
      { scenario: 'POST /charges #1: answer-lost', rule: 'double-charge' },
    ])
  })

  it('shows what the application printed where its flow fails', async () => {
    const shop = await exploring(kinds('answer-lost'), { act: 'fail' })
    const { findings } = await shop.report()
    expect(findings[0]?.story).toContain('the application printed: Error: no such table')
    expect(findings[0]?.story.join()).not.toContain('listening')
  })

  it('shows whose calls are whose: all are of the application, with whom it served, and its answer', async () => {
    const only = ['--only', 'charge.complete #1: late']
    const shop = await exploring(only, { mistake: 'tells', hears: true })
    const text = (await shop.ended).stdout.replace(/\n {7}/g, ' ')
    expect(text).toMatch(/^ +printed: the shop answered 204$/m)
    expect(text).toMatch(/^ +POST \/charges #1 -> 200 .* \(application, while it served the flow\)$/m)
    expect(text).toMatch(
      /^ +POST \/customers #1 -> 200 .* \(application, while it handled charge\.complete #1\)$/m,
    )
  })

  it('does not count calls for records of an earlier run, and lets them change nothing', async () => {
    const shop = await exploring([...kinds('answer-lost,error-500'), '--only', 'POST /charges #1: error-500'])
    const { calls, scenarios } = await shop.report()
    expect(calls).toEqual(['GET /charges #1', 'GET /customers #1', 'POST /charges #1'])
    expect(scenarios).toMatchObject([{ outcome: 'held' }])
    const { stdout } = await (await exploring(['--only', 'POST /charges #1: error-500'])).ended
    expect(stdout.replace(/\n +/g, ' ')).toMatch(
      /GET \/charges\/:id names chrg_test_\w+ of an earlier run, and does not count/,
    )
    expect(stdout).toMatch(/POST \/charges #2 -> 200/)
    expect(stdout).not.toContain('POST /charges #3')
  })
})

describe('a crash of an application', () => {
  it('kills it with its flow, and starts it again, before --recover runs', async () => {
    const shop = await exploring(kinds('crash-before,answer-lost'))
    expect((await shop.ended).code).toBe(0)
    expect((await shop.report()).scenarios.map(({ name, outcome }) => [name, outcome])).toEqual([
      ['POST /charges #1: answer-lost', 'held'],
      ['POST /charges #1: crash-before', 'held'],
    ])
    expect(shop.diary().filter((line) => line === 'start')).toHaveLength(2)
  })

  it('comes before --recover, and its webhooks wait until it is ready again', async () => {
    const recover = applicationIn(temporaryFolder())('recover')
    const only = ['--only', 'POST /charges #1: crash-after', '--json', '--recover', recover]
    const shop = await exploring(only, { hears: true })
    const { findings } = await shop.report()
    expect(findings).toMatchObject([{ rule: 'check', message: expect.stringContaining('0 in the book') }])
    const lines = shop.diary()
    const again = lines.lastIndexOf('start')
    expect(again).toBeGreaterThan(0)
    expect(lines.indexOf('recover', again)).toBeGreaterThan(again)
    expect(lines.slice(again)).toContain('heard charge.complete')
  })

  it('also happens at a call of its receiver, long after the flow', async () => {
    const only = ['--only', 'charge.complete #1: late + POST /customers #1: crash-after', '--json']
    const shop = await exploring(only, { mistake: 'tells', hears: true })
    expect((await shop.report()).scenarios).toMatchObject([{ outcome: 'held' }])
    const lines = shop.diary()
    expect(lines.slice(lines.lastIndexOf('start'))).toContain('heard charge.complete')
  })
})

describe('an exploration of an application ends with 2, one sentence, and nothing left, when', () => {
  it.each([
    [
      'it ends before it is ready',
      { mistake: 'throws-at-start' },
      [],
      /the application ended with status 1 before it was ready\n[\s\S]*Error: no database/,
    ],
    [
      'it ends in the middle: with the scenario and its last lines',
      { mistake: 'dies' },
      [],
      /^payment-sandbox: the application ended with status 1 during GET \/charges #1: error-500\n[\s\S]*Error: the shop is broken/,
    ],
    [
      'a reset fails',
      { mistake: 'reset-fails' },
      [],
      /the command of --reset ended with status 3, before \w+ \/.*\nthe database is locked\n$/,
    ],
    [
      'a reset hangs',
      { mistake: 'reset-hangs' },
      ['--timeout', '500ms'],
      /the command of --reset was not over after 500 ms of real time, before the first run\n$/,
    ],
  ])('%s', async (_, chosen, options, why) => {
    const shop = await exploring([...kinds('error-500,answer-lost'), ...options], chosen)
    const { code, stdout, stderr } = await shop.ended
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(why)
    await shop.expectNothingLeft()
  })

  it.each<[what: string, isForSandbox: boolean, why: RegExp]>([
    ['the port of the sandbox is taken', true, /^payment-sandbox: port \d+ of 127.0.0.1 is taken [^\n]+\n$/],
    [
      'another program answers at the address of --ready',
      false,
      /^payment-sandbox: something already answers at http:\S+: stop it[^\n]+\n$/,
    ],
  ])('%s', async (_, isForSandbox, why) => {
    const { port } = new URL(await serverOf((_, answer) => answer.end('hello')))
    const shop = await (isForSandbox ? exploring(['--port', port]) : exploring([], { port: Number(port) }))
    const { code, stderr } = await shop.ended
    expect(code).toBe(2)
    expect(stderr).toMatch(why)
    await shop.expectNothingLeft()
  })
})

test('a run that hangs is a finding, and the next one has an application that was started anew', async () => {
  const options = [...kinds('answer-lost,refused'), '--timeout', '3s', '--skip', 'GET /customers']
  const shop = await exploring(options, { act: 'hang' })
  const { findings } = await shop.report()
  expect(findings.map(({ rule }) => rule)).toEqual(['hung', 'hung'])
  expect(shop.diary().filter((line) => line === 'start')).toHaveLength(3)
  await shop.expectNothingLeft()
})

test('Ctrl-C ends it with 130, and leaves nothing', async () => {
  const shop = await exploring(kinds('answer-lost'), { act: 'hang' })
  await vi.waitFor(() => expect(shop.diary().length).toBeGreaterThan(2), 20_000)
  shop.process.kill('SIGINT')
  expect((await shop.ended).code).toBe(130)
  await shop.expectNothingLeft()
})
