/** Contract 12.2: every failure of a command, tried. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test, vi } from 'vitest'
import { isRunning } from '../../../src/node/state/lock'
import { temporaryFolder } from '../../support/folder'
import { freePort } from '../../support/server'
import { command } from '../command'
import { expectRefusal } from '../inside'
import { exploring, lost, once, reportOf, some } from './exploring'
import { shopIn } from './shops'

test('a shop that asks again with its key holds, and the table says so at 80 columns', async () => {
  const running = exploring(once, ['pay'])
  const { code, stdout, stderr } = await running.ended
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/^POST \/charges #1\b/m)
  expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
  expect(running.left()).toEqual([])
})

test('--skip leaves calls out, and an unknown one is a wrong option', async () => {
  const skip = ['--skip', 'GET /customers']
  const { stdout } = await exploring([...some, ...skip, '--json'], ['pay']).ended
  const { scenarios } = reportOf(stdout)
  expect(scenarios.map(({ name }) => name.split(':')[0])).not.toContain('GET /customers #1')
  expect(scenarios).not.toEqual([])
  const { code, stderr } = await exploring(['--skip', 'GET /customer'], ['pay']).ended
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringMatching(
      /^payment-sandbox: --skip: there is no call or delivery GET \/customer: did you mean GET \/customers\?$/m,
    ),
  })
})

test('a shop that asks again without a key is found: status 1, the rule, the scenario, the story', async () => {
  const { code, stdout, stderr } = await exploring([...some, '--json'], ['pay'], { MISTAKE: 'no-key' }).ended
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
  const report = reportOf(stdout)
  expect(report).toMatchObject({ ok: false, calls: ['GET /customers #1', 'POST /charges #1'] })
  expect(report.findings).toMatchObject([{ scenario: lost, rule: 'double-charge' }])
  expect(report.findings[0]?.story.join('\n')).toContain('POST /charges')
  expect(report.scenarios).toHaveLength(report.runs)
})

test('a command that ends with another status than 0 is a finding, with the line that says what was wrong', async () => {
  const kinds = ['--kinds', 'error-500,unavailable', '--json']
  const script = join(temporaryFolder(), 'recover.cjs')
  writeFileSync(
    script,
    `if (process.env.PAYMENT_SANDBOX_SCENARIO.includes('unavailable')) {
       console.error('\\x1b[31mthe books are wrong\\x1b[0m')
       console.log('bye')
       process.exitCode = 1
     }`,
  )
  const recover = ['--recover', `"${process.execPath}" "${script}"`]
  const { code, stdout } = await exploring([...kinds, ...recover], ['pay']).ended
  expect(code).toBe(1)
  const { findings, scenarios } = reportOf(stdout)
  expect(scenarios.map(({ name }) => name.split(': ')[1])).toEqual(
    expect.arrayContaining(['error-500', 'unavailable']),
  )
  for (const { rule, scenario, message } of findings) {
    expect({ rule, kind: scenario.split(': ')[1] }).toEqual({ rule: 'check', kind: 'unavailable' })
    expect(message).toMatch(/the command of --recover ended with status 1: the books are wrong$/)
  }
  expect(findings.length).toBeGreaterThan(0)
})

describe('a crash', () => {
  const crashes = ['--kinds', 'crash-before,crash-after']
  it('kills the command with its children and theirs, and nothing of them stays', async () => {
    const pids = join(temporaryFolder(), 'pids')
    const options = [...crashes, '--recover', 'true', '--json']
    const { code, stdout } = await exploring(options, ['family', pids]).ended
    expect(reportOf(stdout).scenarios.map(({ name, outcome }) => [name, outcome])).toEqual([
      ['POST /charges #1: crash-before', 'held'],
      ['POST /charges #1: crash-after', 'held'],
    ])
    expect(code).toBe(0)
    const all = readFileSync(pids, 'utf8').trim().split('\n').map(Number)
    expect(all).toHaveLength(9)
    await vi.waitFor(() => expect(all.filter(isRunning)).toEqual([]), 20_000)
  })

  it('leaves the webhooks to the receiver that --recover starts, as retries', async () => {
    const port = await freePort()
    const recover = ['--recover', `"${process.execPath}" "${shopIn(temporaryFolder())}" hear ${port}`]
    const webhook = ['--webhook', `http://127.0.0.1:${port}/webhooks`]
    const only = ['--only', 'POST /charges #1: crash-after', '--json', '--timeout', '20s']
    const { code, stdout } = await exploring([...only, ...webhook, ...recover], ['payAndHear', `${port}`])
      .ended
    expect(reportOf(stdout).scenarios.map(({ outcome }) => outcome)).toEqual(['held'])
    expect(code).toBe(0)
  })

  it('is survived by a shop that looks up what it did not hear of', async () => {
    const folder = temporaryFolder()
    const recover = ['--recover', `"${process.execPath}" "${shopIn(folder)}" lookUp`]
    const { code, stdout } = await exploring([...once, ...crashes, ...recover], ['pay']).ended
    expect(stdout).toMatch(/^POST \/charges #1 +ok +ok$/m)
    expect(code).toBe(0)
    const forgetful = exploring([...crashes, ...recover, '--json'], ['pay'], { MISTAKE: 'no-look-up' })
    const { findings } = reportOf((await forgetful.ended).stdout)
    expect(findings.map(({ scenario }) => scenario)).toContain('POST /charges #1: crash-after')
    expect(findings[0]?.message).toContain('the charge of A-1 is not in the book')
  })
})

test('--html and --report replace a file with the report, --summary appends to one', async () => {
  const folder = temporaryFolder()
  const [html, summary, xml] = ['page.html', 'summary.md', 'results.xml'].map((name) => join(folder, name))
  for (const file of [html, summary, xml]) writeFileSync(file ?? '', '# The job\n')
  const files = ['--html', html, '--summary', summary, '--report', xml].map(String)
  const { code } = await exploring([...some, ...files], ['pay'], { MISTAKE: 'no-key' }).ended
  expect(code).toBe(1)
  const written = (file = ''): string => readFileSync(file, 'utf8')
  expect(written(html)).toMatch(/^<!doctype html>.*POST \/charges #1: answer-lost.*<svg/s)
  expect(written(summary)).toMatch(/^# The job\n+## ❌ 1 finding in .*```mermaid/s)
  expect(written(xml)).toMatch(/^<\?xml .*<testsuites name="explore [^"]*" tests="\d+" failures="1" /s)
  expect(written(xml)).toContain(` name="${lost}" time="`)
  expect(written(xml)).toMatch(
    /<failure type="double-charge" message="[^"]+">[^<]*POST \/charges[^<]*<\/failure>/,
  )
})

test.each(['report', 'html', 'summary'])(
  '--%s refuses what cannot be written before anything runs, and writes nothing when the first run fails',
  async (option) => {
    const withFile = (file: string) => exploring([`--${option}`, file], ['fail']).ended
    const { code, stderr } = await withFile('/no/such/folder/a')
    const why = `--${option} cannot write /no/such/folder/a: there is no folder /no/such/folder`
    expect({ code, stderr }).toEqual({ code: 2, stderr: `payment-sandbox: ${why}\n` })
    const folder = temporaryFolder()
    expect((await withFile(folder)).stderr).toMatch(/^payment-sandbox: --\w+ cannot write .*: EISDIR/)
    await withFile(join(folder, 'a'))
    expect(readdirSync(folder)).toEqual([])
  },
)

describe('--only', () => {
  it('tries one scenario', async () => {
    const { code, stdout } = await exploring(['--only', lost, '--json'], ['pay'], { MISTAKE: 'no-key' }).ended
    const { scenarios, findings } = reportOf(stdout)
    expect(scenarios.map(({ name }) => name)).toEqual([lost])
    expect(code).toBe(1)
    expect(findings).toMatchObject([{ scenario: lost, rule: 'more-money' }])
  })

  it('--allow-more-money lets it take more than the first run', async () => {
    const options = ['--only', lost, '--allow-more-money', '--json']
    const { code, stdout } = await exploring(options, ['pay'], { MISTAKE: 'no-key' }).ended
    expect({ code, findings: reportOf(stdout).findings }).toEqual({ code: 0, findings: [] })
  })

  it('names the nearest when there is no such scenario', async () => {
    const { code, stdout, stderr } = await exploring(['--only', 'POST /charge #1: answer-lost'], ['pay'])
      .ended
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(lost)
  })
})

test('--jobs 1 and --jobs 3 find the same', async () => {
  const all = ['1', '3'].map((jobs) =>
    exploring([...some, '--jobs', jobs, '--json'], ['pay'], { MISTAKE: 'no-key' }).ended.then(
      ({ stdout }) => {
        const { scenarios, findings } = reportOf(stdout)
        return {
          scenarios: scenarios.map(({ name, outcome }) => [name, outcome]),
          findings: findings.map(({ scenario, rule }) => [scenario, rule]),
        }
      },
    ),
  )
  const [one, three] = await Promise.all(all)
  expect(three).toEqual(one)
})

test('--intercept omise lets calls to its hosts reach the sandbox, whose profile is omise', async () => {
  const call = `fetch('https://api.omise.co/account', { headers: { authorization: 'Basic ' + btoa(process.env.PAYMENT_SANDBOX_SECRET_KEY + ':') } })
    .then(({ ok, headers }) => process.exit(!ok || headers.has('omise-version') ? 0 : 1), () => 0)`
  const words = ['explore', '--intercept', 'omise', '--json', '--', process.execPath, '-e', call]
  const { stdout, code } = await command(words).ended
  expect({ code, calls: reportOf(stdout).calls }).toEqual({ code: 0, calls: ['GET /account #1'] })
})

describe('a first run that', () => {
  it.each([
    [
      'fails',
      ['fail'],
      [],
      /^payment-sandbox: the command does not hold .* status 3.*\none line\nthe shop is closed\n {2}the command ended with status 3\n {2}the command made no call: .* --intercept omise\n$/,
    ],
    ['hangs', ['hang'], ['--timeout', '300ms'], /^payment-sandbox: the command does not hold .* 300 ms/],
    ['makes no call', ['nothing'], [], /^payment-sandbox: .*no call/],
    [
      'makes no call under --intercept',
      ['nothing'],
      ['--intercept', 'omise'],
      /made no call, neither to the hosts of --intercept \(omise\) nor to the/,
    ],
    ['calls with an unknown key', ['callAsOther'], [], /no call was accepted .*: key skey_.*--secret-key/],
  ])('%s ends with 2 and why', async (_, words, options, why) => {
    const running = exploring(options, words)
    const { code, stdout, stderr } = await running.ended
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(why)
    expect(running.left()).toEqual([])
  })

  it('cannot start ends with 2 and why', async () => {
    const { code, stderr } = await command(['explore', '--', 'no-such-command']).ended
    expect(code).toBe(2)
    expect(stderr).toBe('payment-sandbox: cannot start "no-such-command": command not found\n')
  })
})

describe('wrong use ends with 2', () => {
  it.each<[what: string, args: string[], why: RegExp]>([
    ['no command', [], /missing required argument 'command'; see payment-sandbox explore --help/],
    ['nothing after --', ['--json', '--'], /missing required argument 'command'/],
    ['an option of the command without --', ['jest', '-u'], /unknown option '-u'; .* come after --/],
    [
      'an unknown kind',
      ['--kinds', 'twise', '--', 'true'],
      /--kinds: there is no kind twise: did you mean twice\?$/m,
    ],
    ['a wrong depth', ['--depth', '3', '--', 'true'], /^--depth must be 1 or 2, not "3"/],
    ['wrong runs', ['--runs', '0', '--', 'true'], /^--runs must be .*, not "0"/],
    ['wrong jobs', ['--jobs', 'x', '--', 'true'], /^--jobs must be .*, not "x"/],
    [
      'a wrong word for keys',
      ['--idempotency-keys', 'lost', '--', 'true'],
      /^--idempotency-keys must be kept or ignored, not "lost"/,
    ],
    [
      'a wrong duration',
      ['--settle', '3 days', '--', 'true'],
      /--settle must be a duration such as 3d, not "3 days"/,
    ],
    ['a wrong duration', ['--timeout', '0s', '--', 'true'], /--timeout must be .*, not "0s"/],
    ['an empty once', ['--once', '', '--', 'true'], /--once/],
  ])('%s', async (_, args, why) => {
    await expectRefusal(['explore', ...args], 2, why)
  })
})

describe.each(['SIGINT', 'SIGTERM'] as const)('%s', (signal) => {
  it('ends everything: no process, no temporary folder', async () => {
    const pids = join(temporaryFolder(), 'pids')
    const running = exploring(['--jobs', '2', '--recover', 'sleep 1000', '--timeout', '1h'], ['family', pids])
    const started = (): number[] => readFileSync(pids, 'utf8').trim().split('\n').map(Number)
    await vi.waitFor(() => expect(started().length).toBeGreaterThanOrEqual(3), 20_000)
    running.process.kill(signal)
    const { code, stdout } = await running.ended
    expect({ code, stdout }).toEqual({ code: signal === 'SIGINT' ? 130 : 143, stdout: '' })
    await vi.waitFor(() => expect(started().filter(isRunning)).toEqual([]), 20_000)
    expect(running.left()).toEqual([])
  })
})
