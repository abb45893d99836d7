/** The help of every command, and the suggestions for misspelled words. */
import { describe, expect, it } from 'vitest'
import { commands } from '../../src/cli/commands'
import { defaultTextOf, envOf, type OptionRow, optionRows } from '../../src/options/config'
import { expectRefusal, inside } from './inside'

const flags = Object.entries<OptionRow>(optionRows).flatMap(([name, doc]) =>
  doc.flag === null ? [] : [{ ...doc, name, flag: doc.flag, defaultText: defaultTextOf(doc) }],
)

/** The last two letters changed places. */
const typo = (word: string): string => `${word.slice(0, -2)}${word.at(-1)}${word.at(-2)}`

const slips = commands.flatMap(({ name, options = {}, own = [], actions = [] }) => {
  const long = (flag: string): string => /--[\w-]+/.exec(flag)?.[0] ?? flag
  const shared = Object.values(options).flat()
  const flagsOfIt = [...own.map(([flag]) => flag), ...shared.map((one) => optionRows[one].flag)].map(long)
  return [
    [[typo(name)], name] as const,
    ...[...flagsOfIt, ...actions.filter((action) => action.length > 2)]
      // The last two letters of --all are the same.
      .filter((word) => typo(word) !== word)
      .map((word) => [[name, typo(word)], word] as const),
  ]
})

describe('a misspelled word ends with 2 and a suggestion', () => {
  it.each(commands.map(({ name }) => [name]))('in calls of %s', async (name) => {
    for (const [args, meant] of slips.filter(([[first], word]) => first === name || word === name)) {
      // An id may be anything.
      if (args[0] === 'events' && meant === 'resend') continue
      await expectRefusal(args, 2, new RegExp(`: did you mean (.*, )?${meant}(, .*)?\\?$`))
    }
  })
})

describe('the help', () => {
  const helps = [['--help'], ['-h'], ['help'], ['serve', '--help'], ['help', 'serve'], ['--port', '1', '-h']]
  it.each(helps.map((args) => [args]))('%j fits 80 columns and lists every option', async (args) => {
    const { code, stdout, stderr } = await inside(args)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
    expect(stdout).toMatch(/^Documentation: payment-sandbox docs/m)
    const text = stdout.replace(/\s+/g, ' ')
    for (const { flag, text: about, defaultText, name } of flags) {
      expect(text).toContain(`${flag} ${about} [${defaultText}] ${envOf(name)}`)
    }
  })

  it.each(commands.map(({ name }) => [name]))('of %s is wrapped once: no word is left over', async (name) => {
    const lines = (await inside([name, '--help'])).stdout.split('\n')
    const wide = lines.flatMap((line, i) => {
      const [indent = ''] = /^ {10,}/.exec(line) ?? []
      const before = lines[i - 1] ?? ''
      const isContinued = indent !== '' && before.length > indent.length && !/^ *[A-Z_]+$/.test(line)
      // A default in brackets stays whole.
      const next = /^\[[^\]]*\]/.exec(line.trim())?.[0] ?? line.trim().split(' ')[0] ?? ''
      return isContinued && before.length + 1 + next.length <= 80 ? [`${before}\n${line}`] : []
    })
    expect(wide).toEqual([])
  })

  it.each(commands.map(({ name }) => [name]))(
    'of %s fits 80 columns, says what it takes, and names examples and the documentation',
    async (name) => {
      const { code, stdout } = await inside([name, '--help'])
      expect(code).toBe(0)
      expect(stdout).toMatch(/^Documentation: payment-sandbox docs/m)
      expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
      const { words = [], actions = [], own = [] } = commands.find((one) => one.name === name) ?? {}
      for (const word of [...words.map(([one]) => one.replace(/[<>[\].]/g, '')), ...actions])
        expect(stdout).toMatch(new RegExp(`\\b${word}\\b`))
      for (const [flag] of own) expect(stdout).toContain(`  ${flag}`)
      const [, examples = ''] = stdout.split(/^Examples.*\n/m)
      expect(examples).toMatch(new RegExp(`^ {2}.*\\bpayment-sandbox${name === 'serve' ? '' : ` ${name}`}`))
    },
  )

  it.each([['exec'], ['mcp']])('of %s says that its own sandbox takes free ports', async (name) => {
    const { stdout } = await inside([name, '--help'])
    expect(stdout.replace(/\s+/g, ' ')).toContain('the vault gets the next one [a free one] --vault-port')
  })

  it('names the commands', async () => {
    const { stdout } = await inside(['--help'])
    expect(stdout).toMatch(/^Commands:\n {2}serve /m)
  })
})
