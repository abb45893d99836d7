/** Contract 1: `fixtures`, and `--fixture` with `--watch`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import schema from '../../fixtures/schema.json'
import { shippedFixtures } from '../../src/fixtures/shipped'
import { shippedText } from '../../src/node/files'
import { temporaryFolder } from '../support/folder'
import { makeSandbox } from '../support/set-up'
import { serving, totalOf } from './command'
import { expectRefusal, inside } from './inside'

const good = `customers:
  - { as: somchai, email: somchai@example.com, cards: ['4242424242424242'] }
charges:
  - { amount: 50000, currency: thb, customer: somchai }
`
const bad = 'charges:\n  - { amount: 1, currency: thb }\n  - { amount: 5000 }\n'

const fileWith = (text: string): string => {
  const file = `${temporaryFolder()}/shop.yaml`
  writeFileSync(file, text)
  return file
}

describe('fixtures', () => {
  it.each([[['fixtures']], [['fixtures', 'list']]])(
    '%j lists those that ship, within 80 columns',
    async (args) => {
      const { code, stdout } = await inside(args)
      expect(code).toBe(0)
      const lines = stdout.trimEnd().split('\n')
      expect(lines.filter((line) => line.length > 80)).toEqual([])
      const names = lines.flatMap((line) => /^\S+/.exec(line)?.[0] ?? [])
      expect(names).toEqual(shippedFixtures())
    },
  )

  it('list --json gives names and descriptions', async () => {
    const { stdout } = await inside(['fixtures', 'list', '--json'])
    const all: { name: string; description: string }[] = JSON.parse(stdout)
    expect(all.map(({ name }) => name)).toEqual(shippedFixtures())
    expect(all.filter(({ description }) => description.length < 10)).toEqual([])
  })

  it('show prints a fixture with a schema line that leads to the installed package; --json prints it as JSON', async () => {
    expect((await inside(['fixtures', 'show', 'payout'])).stdout).toBe(
      shippedText('payout').replace('./schema.json', './node_modules/payment-sandbox/fixtures/schema.json'),
    )
    const { stdout } = await inside(['fixtures', 'show', 'payout', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ name: 'payout', transfers: expect.any(Array) })
  })

  it('schema prints the JSON Schema that ships', async () => {
    expect(JSON.parse((await inside(['fixtures', 'schema'])).stdout)).toEqual(schema)
  })

  it('schema --out writes it to a file', async () => {
    const file = `${temporaryFolder()}/fixture.schema.json`
    expect(await inside(['fixtures', 'schema', '--out', file])).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(schema)
  })

  it('validate counts the records of a valid file, and ends with 0', async () => {
    const file = fileWith(good)
    expect(await inside(['fixtures', 'validate', file])).toEqual({
      code: 0,
      stdout: `${file} is valid: 1 customer, 1 card, 1 charge, 4 events\n`,
      stderr: '',
    })
  })

  it('validate names line and path of every mistake, of each file, and ends with 2', async () => {
    const [one, other] = [fileWith(bad), fileWith(good)]
    const { code, stdout, stderr } = await inside(['fixtures', 'validate', one, other])
    expect(code).toBe(2)
    expect(stdout).toMatch(/^\S+ is valid: /)
    expect(stderr.trimEnd().split('\n')).toEqual([
      `payment-sandbox: ${one}, line 3, column 5: charges[1].currency is missing`,
    ])
  })

  it('validate --json gives the mistakes as facts', async () => {
    const file = fileWith(bad)
    const { code, stdout, stderr } = await inside(['fixtures', 'validate', file, '--json'])
    expect({ code, stderr }).toEqual({ code: 2, stderr: '' })
    expect(JSON.parse(stdout)).toEqual({
      file,
      valid: false,
      problems: [{ path: 'charges[1].currency', message: 'is missing', line: 3, column: 5 }],
    })
  })
})

describe('serve', () => {
  it('starts with the given fixtures; an invalid file ends with 2', async () => {
    const { url } = await serving(['--fixture', 'first-sale', '--fixture', fileWith(good)])
    expect(await totalOf(url, '/charges')).toBe(2)
    const why = /shop\.yaml, line 3, column 5: charges\[1\]\.currency is/
    await expectRefusal(['--port', '0', '--fixture', fileWith(bad)], 2, why)
  })

  it('--watch starts over when a file changes, and keeps the records when the file has mistakes', async () => {
    const file = fileWith(good)
    const running = await serving(['--fixture', file, '--watch'])
    writeFileSync(file, `${good}  - { amount: 70000, currency: thb }\n`)
    await running.line(/"event":"reloaded".*"loaded":true/)
    expect(await totalOf(running.url, '/charges')).toBe(2)
    writeFileSync(file, bad)
    const said = await running.line(/"event":"reloaded".*"loaded":false/)
    expect(JSON.parse(said).mistakes).toEqual([
      expect.stringContaining('line 3, column 5: charges[1].currency'),
    ])
    expect(await totalOf(running.url, '/charges')).toBe(2)
  })
})

describe('fixtures on a sandbox that runs', () => {
  const session = async () => {
    const { url } = await makeSandbox().listen({ port: 0 })
    const say = (...args: string[]) => inside(['fixtures', ...args, '--url', url])
    return { folder: temporaryFolder(), say }
  }

  it('load creates the records and prints their ids; record writes them into a file that loads again', async () => {
    const { folder, say } = await session()
    const loaded = await say('load', fileWith(good.replace('amount: 50000', 'as: order, amount: 50000')))
    expect(loaded).toMatchObject({ code: 0, stderr: '' })
    expect(loaded.stdout).toMatch(/^somchai {2}cust_test_\w{19}\norder {4}chrg_test_\w{19}\n$/)
    const file = `${folder}/session.yaml`
    expect(await say('record', file)).toEqual({
      code: 0,
      stdout: `recorded ${file}: 1 customer, 1 charge\n`,
      stderr: '',
    })
    const text = readFileSync(file, 'utf8')
    expect(text).toMatch(
      /^# yaml-language-server: \$schema=(?:\.\.\/)+\S*node_modules\/payment-sandbox\/fixtures\/schema\.json\n# Loading it brings back all that was there\.\n/,
    )
    expect((await say('record')).stdout.split('\n').slice(1)).toEqual(text.split('\n').slice(1))
    expect(await say('record', file)).toEqual({
      code: 1,
      stdout: '',
      stderr: `payment-sandbox: ${file} exists, and nothing was recorded: name another file, or overwrite it with --force\n`,
    })
    expect((await say('record', file, '--force')).code).toBe(0)
    const { code, stderr } = await say('record', `${folder}/nowhere/session.yaml`)
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^payment-sandbox: cannot write \S+ \(no such file or directory\): name a file in a folder that exists\n$/,
    )
  })

  it('load says which names were there, and each mistake with its line; --reset empties the account first', async () => {
    const { say } = await session()
    const file = fileWith(good.replace('amount: 50000', 'as: order, amount: 50000'))
    await say('load', file)
    const again = await say('load', file, '--json')
    expect(again.stderr).toBe(
      'payment-sandbox: made again: somchai, order. The records that had these names before are still there: --reset empties the account first\n',
    )
    expect(JSON.parse(again.stdout)).toMatchObject({ again: ['somchai', 'order'] })
    expect(await say('load', file, '--reset')).toMatchObject({ code: 0, stderr: '' })
    expect((await say('load', 'saved-card', '--reset')).stderr).toBe('')
    const { customers, charges } = JSON.parse((await say('record', '--json')).stdout).fixture
    expect([customers.length, charges]).toEqual([1, undefined])
    const wrong = fileWith(bad)
    const stderr = `payment-sandbox: ${wrong}, line 3, column 5: charges[1].currency is missing\n`
    expect(await say('load', wrong, '--reset')).toMatchObject({ code: 2, stderr })
  })

  it('record writes JSON into a .json file, and prints JSON with --json', async () => {
    const { folder, say } = await session()
    await say('load', 'first-sale', '--live')
    const file = `${folder}/live.json`
    const { stdout } = await say('record', file, '--live', '--json')
    expect(JSON.parse(stdout)).toEqual({ recorded: file, left_out: [] })
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      charges: [{ as: 'sale', amount: 100_000 }],
    })
    expect(JSON.parse((await say('record', '--json')).stdout)).toMatchObject({
      fixture: { live: { charges: [{ as: 'sale' }] } },
      left_out: [],
    })
  })
})
