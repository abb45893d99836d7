/** `payment-sandbox docs`: the documentation in a terminal. */
import { describe, expect, it } from 'vitest'
import { allNames, topicNames } from '../../src/pages/docs/content'
import { expectRefusal, inside } from './inside'

describe('docs', () => {
  it('prints with --all about as much as its help says', async () => {
    const { stdout } = await inside(['docs', '--help'])
    const [, kilobytes] = /--all .*, about (\d+) kB/.exec(stdout) ?? []
    const all = await inside(['docs', '--all'])
    expect(Math.abs(Buffer.byteLength(all.stdout) / 1000 / Number(kilobytes) - 1)).toBeLessThan(0.05)
  })

  it('without a topic lists all topics', async () => {
    const { code, stdout } = await inside(['docs'])
    expect(code).toBe(0)
    for (const name of allNames) expect(stdout).toMatch(new RegExp(`^  ${name} `, 'm'))
  })

  it.each(topicNames)('prints %s as Markdown, without what is HTML to a reader of it', async (name) => {
    const { code, stdout, stderr } = await inside(['docs', name])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^# \w.*\n\n\S/)
    expect(stdout.match(/^#{2,3} /gm)?.length).toBeGreaterThan(2)
    const text = stdout.replace(/^```[\s\S]*?^```$/gm, '').replace(/`[^`]*`/g, '')
    expect(text.match(/<[a-z/!].*/g)).toBeNull()
  })

  it('prints nothing but the entries of a name that stands in other texts too, as errors tell their readers', async () => {
    const { stdout } = await inside(['docs', 'not_found'])
    expect(stdout.match(/^#{1,3} .*/gm)).toEqual([
      '# Errors',
      '## All codes',
      '### 404 not_found',
      '# Library',
      '## Errors',
    ])
    expect((await inside(['docs', 'payment_declined'])).stdout).not.toContain('# Operations')
  })

  it('prints what each field of an operation means where it is asked for, else the names alone', async () => {
    const { stdout } = await inside(['docs', 'postFaults'])
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      '- `delay_ms` (whole number, 0 to 600000 or [least, most]): Waits before the operation runs, in milliseconds of real time; nothing happens until then',
    )
    expect(stdout).toContain(
      '- Body, a fault of deliveries:\n  - `webhook` (text, required): Key of the event',
    )
    expect((await inside(['docs', 'control', 'faults', 'drop'])).stdout).toContain('  - `drop` (one of')
    const whole = (await inside(['docs', 'control'])).stdout
    expect(whole).toContain('- Body, a fault of deliveries: `webhook` (required)')
    expect(whole).not.toContain('  - `')
  })

  it('finds words in all topics, headings and examples too, where the first is no topic', async () => {
    const { code, stdout } = await inside(['docs', 'xdist', 'pytest'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^# A shop in Python under pytest$/m)
    expect((await inside(['docs', 'retries', 'tries', 'again'])).stdout).toMatch(
      /^# Webhooks\n[\s\S]*`Retries`/,
    )
    expect((await inside(['docs', 'webhook', 'retry', 'schedule'])).stdout).toMatch(/^# Choices$/m)
  })

  it('calls in its commands the sandbox of the environment', async () => {
    const { stdout } = await inside(['docs', 'errors', 'missing_card'], {
      PAYMENT_SANDBOX_URL: 'http://127.0.0.1:5555',
      PAYMENT_SANDBOX_SECRET_KEY: 'skey_test_mine',
    })
    expect(stdout).toContain('curl http://127.0.0.1:5555/charges -u skey_test_mine: -d amount=10000')
  })

  it.each([
    [['errors', 'insuficient'], 'insufficient_fund'],
    [['insuficient_fund'], 'insufficient_fund'],
    [['insuficient', 'fund'], 'insufficient_fund'],
    [['server', 'sandbox-waring'], 'Sandbox-Warning'],
  ])('suggests the nearest entry for %j', async (words, near) => {
    const { code, stdout, stderr } = await inside(['docs', ...words])
    expect([code === 0, stdout]).toEqual([false, ''])
    expect(stderr).toMatch(/^payment-sandbox: [^\n]+\n$/)
    expect(stderr).toContain(`: did you mean ${near}?`)
  })

  it('suggests the nearest topic for a misspelled one, and lists all where none is near', async () => {
    await expectRefusal(['docs', 'erorrs'], 2, "there is no topic 'erorrs': did you mean errors?")
    await expectRefusal(['docs', 'weather-forecast'], 2, new RegExp(`there are ${topicNames.join(', ')}`))
  })

  it('says where nothing was found', async () => {
    const why = 'nothing has "zeppelin": payment-sandbox docs errors shows all of errors'
    await expectRefusal(['docs', 'errors', 'zeppelin'], 1, why)
    await expectRefusal(['docs', 'no', 'such', 'words', 'here'], 1, /"no such words here": [^?]+$/)
  })

  it.each([
    ['webhook', 'webhooks'],
    ['error', 'errors'],
    ['example', 'examples'],
  ])('%s means %s', async (word, topic) => {
    const { stdout, code } = await inside(['docs', word])
    expect({ code, stdout }).toEqual({ code: 0, stdout: (await inside(['docs', topic])).stdout })
  })

  it('prints examples as JSON too, and in the list of topics and in all of them', async () => {
    const json = async (...args: readonly string[]) => {
      const { code, stdout } = await inside(['docs', ...args, '--json'])
      expect(code).toBe(0)
      return JSON.parse(stdout)
    }
    const examples = await json('examples')
    expect(examples).toMatchObject({ name: 'examples', title: 'Examples', text: expect.stringMatching(/\S/) })
    const { stdout } = await inside(['docs', 'examples'])
    expect(examples.sections.map((one: { title: string }) => `## ${one.title}`)).toEqual(
      stdout.match(/^## .*$/gm),
    )
    for (const topics of [await json(), await json('--all')])
      expect(topics.map((one: { name: string }) => one.name)).toEqual(allNames)
  })

  it('prints choices within 80 columns', async () => {
    const { stdout } = await inside(['docs', 'choices'])
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
  })
})
