/** Completion of a shell: bash is really asked, the scripts of the others are held against the table of commands. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { commands } from '../../src/cli/commands'
import { inside } from './inside'

const run = promisify(execFile)

const scriptOf = async (shell: string): Promise<string> => {
  const { stdout, code } = await inside(['completion', shell])
  expect(code).toBe(0)
  return stdout
}

/** What bash offers after these words, the last of which is being written. */
const offered = async (script: string, words: readonly string[]): Promise<string[]> => {
  const ask = `${script}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _payment_sandbox; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout } = await run('bash', ['-u', '-c', ask, 'bash', ...words])
  return stdout.split('\n').filter((line) => line !== '')
}

describe('completion', () => {
  it('in bash offers commands, their actions, and options by their beginning', async () => {
    const script = await scriptOf('bash')
    const all = commands.map(({ name }) => name)
    expect(await offered(script, ['payment-sandbox', ''])).toEqual(expect.arrayContaining([...all, '--port']))
    const cases: [words: string[], offers: string[]][] = [
      [['ch'], ['check-webhook']],
      [['--po'], ['--port']],
      [['--ver'], ['--version']],
      [['--port', '0', '--fix'], ['--fixture']],
      [['clock', 'f'], ['freeze']],
      [['snapshot', 's'], ['save']],
      [['trigger', '--over'], ['--override']],
      [['fixtures', 'validate', 'shop'], []],
      [['trigger', 'charge.com'], ['charge.complete']],
      [
        ['trigger', '--li'],
        ['--list', '--live'],
      ],
      [['fixtures', 'show', 'saved'], ['saved-card']],
      [['fixtures', 'load', 'saved'], ['saved-card']],
      [['--fixture', 'q'], ['qr-pending']],
      [['--fixture', './shop'], []],
      [
        ['serve', '--log', ''],
        ['pretty', 'json', 'silent'],
      ],
      [['serve', '--log', '=', 's'], ['silent']],
      [['--declines', 'c'], ['charge']],
      [['--accounts', 'a'], ['auto']],
      [['exec', '--intercept', ''], ['omise']],
      [['verify', '--secret-encoding', 'b'], ['base64']],
      [['snapshot', 'load', 'saved'], []],
      [['docs', 'e'], ['errors']],
    ]
    for (const [words, offers] of cases)
      expect(await offered(script, ['payment-sandbox', ...words]), words.join(' ')).toEqual(offers)
  })

  it.each(['bash', 'zsh', 'fish'])('in %s knows every command, and ends each quotation', async (shell) => {
    const script = await scriptOf(shell)
    for (const { name, actions = [] } of commands)
      for (const word of [name, ...actions]) expect(script).toMatch(new RegExp(`\\b${word}\\b`))
    expect(script).toContain('fixture')
    const quotes = script.replaceAll("\\'", '').match(/'/g) ?? []
    expect(quotes.length % 2).toBe(0)
    expect(script).not.toContain('undefined')
  })

  it('in fish offers no files where the name of a command or an action belongs', async () => {
    const lines = (await scriptOf('fish'))
      .split('\n')
      .filter((line) => line.includes(' -a ') && !line.includes(' -l '))
    expect(lines.length).toBeGreaterThan(commands.length)
    const withFiles = lines.filter((line) => !line.startsWith('complete -c payment-sandbox -f '))
    expect(
      withFiles.filter((line) => !line.includes('_from fixtures; and __fish_seen_subcommand_from load')),
    ).toEqual([])
    expect(lines).toContain(
      "complete -c payment-sandbox -f -n '__fish_seen_subcommand_from snapshot; and not __fish_seen_subcommand_from save load repair' -a load",
    )
  })

  it('for an unknown shell lists the supported ones', async () => {
    const { stderr, code } = await inside(['completion', 'tcsh'])
    expect(stderr).toMatch(/unknown completion action 'tcsh': there are bash, zsh, fish/)
    expect(code).toBe(2)
  })
})
