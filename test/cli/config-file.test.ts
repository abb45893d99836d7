/** Contract 1: options in a file. The command line wins over the environment, and that over the file. */
import { writeFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { readOptions } from '../../src/cli/command-line'
import { configFileOf } from '../../src/cli/config-file'
import { listenOptions, sandboxOptions } from '../../src/options/config'
import { temporaryFolder } from '../support/folder'
import { cli, readyOn, run, serving, totalOf } from './command'

const fileWith = (text: string, name = 'sandbox.yaml'): string => {
  const file = `${temporaryFolder()}/${name}`
  writeFileSync(file, text)
  return file
}

describe('a file of options', () => {
  const given = (text: string, name?: string) => {
    const file = fileWith(text, name)
    return { file, given: { flags: {}, env: {}, file: configFileOf({ config: file }, {}) } }
  }

  it.each([
    ['YAML', 'port: 4300\nheaderPrefix: Pay\nrequire3ds: true\n', 'a.yaml'],
    ['JSON', '{ "port": 4300, "headerPrefix": "Pay", "require3ds": true }', 'a.json'],
  ])('in %s gives options in their own types', (_, text, name) => {
    const read = given(text, name).given
    expect(readOptions(listenOptions(), read)).toEqual({ port: 4300 })
    expect(readOptions(sandboxOptions(), read)).toEqual({ headerPrefix: 'Pay', require3ds: true })
  })

  it('can hold options that have no flag', () => {
    const read = given('webhooks: { retry: [1m, 5m] }\naccounts: [{ email: a@example.com }]\n').given
    expect(readOptions(sandboxOptions(), read)).toEqual({
      webhooks: { retry: [60_000, 300_000] },
      accounts: [{ email: 'a@example.com' }],
    })
  })

  it('yields to the environment, and both to the command line', () => {
    const read = given('headerPrefix: File\nnow: 2026-01-01\n').given
    const env = { PAYMENT_SANDBOX_HEADER_PREFIX: 'Env' }
    expect(readOptions(sandboxOptions(), { ...read, env }).headerPrefix).toBe('Env')
    const flags = { headerPrefix: 'Flag' }
    expect(readOptions(sandboxOptions(), { ...read, env, flags }).headerPrefix).toBe('Flag')
  })

  it('names files relative to its folder', () => {
    const { file, given: read } = given('fixtures: [saved-card, ./shop.yaml]\n')
    const folder = file.slice(0, file.lastIndexOf('/'))
    expect(readOptions(sandboxOptions(), read).fixtures).toEqual(['saved-card', `${folder}/shop.yaml`])
  })

  it.each([
    [
      'an unknown option',
      'port: 1\nprot: 2\n',
      'line 2, column 1: prot is not an option: did you mean port?',
    ],
    [
      'a flag instead of its name',
      'random-seed: a\n',
      'line 1, column 1: random-seed is not an option: did you mean randomSeed?',
    ],
    [
      'a flag with another name',
      'fixture: empty\n',
      'line 1, column 1: fixture is not an option: did you mean fixtures?',
    ],
    [
      'something else',
      'zzzzzzz: 1\n',
      'line 1, column 1: zzzzzzz is not an option: see payment-sandbox --help',
    ],
    ['a file that names another', 'config: b.yaml\n', /line 1, column 1: config is not an option/],
    ['broken text', 'port: [1\n', /line \d, column \d: /],
    ['a list', '- port\n', 'must hold a mapping of options, such as "port: 4211"'],
  ])('with %s is refused with its place', (_, text, says) => {
    expect(() => given(text)).toThrow(says)
  })

  it.each([
    ['webhooks:\n  retri: [1m]\n', 'line 2, column 10: webhooks.retri is not an option; did you mean retry?'],
    [
      'overrides: { currencyCas: upper }\n',
      'line 1, column 27: overrides.currencyCas is not an option; did you mean currencyCase?',
    ],
    [
      'accounts:\n  - { email: a@example.com }\n  - { zzzzzz: 1 }\n',
      'line 3, column 15: accounts.1.zzzzzz is not an option; there are email, country, currency, keys, require3ds',
    ],
    [
      'accounts: [{ keys: { test: { publik: pkey_test_a } } }]\n',
      'line 1, column 38: accounts.0.keys.test.publik is not an option; did you mean public?',
    ],
  ])('with %j, an unknown option inside another, is refused with its place', (text, says) => {
    expect(() => given(text)).toThrow(says)
  })

  it('with a fault that does nothing is refused with its place', () => {
    const text = 'faults:\n  - { path: /charges, times: 2 }\n  - { path: charges, drop: request }\n'
    expect(() => given(text)).toThrow(
      /line 2, column 5: faults.0 does nothing[\s\S]*line 3, column 13: faults.1.path must begin with \//,
    )
  })

  it('with a wrong value is refused with its place', () => {
    expect(() => given('freeze: true\nport: abc\n')).toThrow(
      /\/sandbox\.yaml, line 2, column 7: port must be a whole number from 0 to 65535$/,
    )
  })

  it('with several mistakes is refused with each of them, whichever command reads it', () => {
    expect(() => given('prot: 1\nport: abc\nprofile: real\nlog: loud\n')).toThrow(
      /line 1, .*: prot is not[\s\S]*line 3, .*: profile must[\s\S]*line 2, .*: port must[\s\S]*line 4, .*: log must/,
    )
  })

  it('may have a wrong value that the command line replaces', () => {
    const file = fileWith('port: abc\n')
    const flags = { config: file, port: '4300' }
    expect(readOptions(listenOptions(), { flags, env: {}, file: configFileOf(flags, {}) })).toEqual({
      port: 4300,
    })
  })

  it('that does not exist is a wrong use', () => {
    expect(() => configFileOf({ config: './no-such-file.yaml' }, {})).toThrow(
      '--config: cannot read ./no-such-file.yaml: no such file or directory',
    )
  })
})

test('serve takes the file with --config, fixtures beside it', async () => {
  const file = fileWith('secretKey: skey_test_mine\nfixtures: [./shop.yaml, first-sale]\n')
  writeFileSync(file.replace('sandbox.yaml', 'shop.yaml'), 'customers: [{ email: a@example.com }]\n')
  const { url } = await serving(['--config', file])
  expect(await totalOf(url, '/charges', 'skey_test_mine')).toBe(1)
  expect(await totalOf(url, '/customers', 'skey_test_mine')).toBe(1)
})

test('serve finds payment-sandbox.config.yaml in the folder where it runs', async () => {
  const folder = temporaryFolder()
  writeFileSync(`${folder}/payment-sandbox.config.yaml`, 'port: 0\nfixtures: [first-sale]\n')
  const start = `cd '${folder}' && exec '${process.execPath}' '${cli}' serve`
  const { url } = await readyOn(run('sh', ['-c', start]))
  expect(await totalOf(url, '/charges')).toBe(1)
})
