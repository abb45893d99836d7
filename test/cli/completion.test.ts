/** Completion of a shell: bash is really asked, and all scripts ask the command what may come next. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { commands } from '../../src/cli/commands'
import { cli } from './command'
import { expectRefusal, inside } from './inside'

const run = promisify(execFile)

const printed = async (...words: readonly string[]): Promise<string> => {
  const { stdout, code } = await inside(['completion', ...words])
  expect(code).toBe(0)
  return stdout
}

const offered = async (words: readonly string[]): Promise<string[]> =>
  (await printed('bash', '--', ...words)).split('\n').filter((line) => line !== '')

describe('completion', () => {
  it('offers commands, their actions, and options by their beginning', async () => {
    const all = commands.map(({ name }) => name)
    expect(await offered([''])).toEqual(expect.arrayContaining([...all, '--port']))
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
      [['serve', '--log=s'], ['--log=silent']],
      [['serve', '--log', '=', 's'], ['silent']],
      [['--declines', 'c'], ['charge']],
      [['--accounts', 'a'], ['auto']],
      [['exec', '--intercept', ''], ['omise']],
      [['verify', '--secret-encoding', 'b'], ['base64']],
      [['snapshot', 'load', 'saved'], []],
      [['docs', 'er'], ['errors']],
    ]
    for (const [words, offers] of cases) expect(await offered(words), words.join(' ')).toEqual(offers)
  })

  it('in zsh and fish says what each word is', async () => {
    expect(await printed('zsh', '--', 'cl')).toBe('clock:Read and move the clock of a running sandbox\n')
    expect(await printed('fish', '--', 'events', '--limi')).toMatch(/^--limit\t\w.+\n$/)
  })

  it('in bash completes what the script is told', async () => {
    const ask = `payment-sandbox() { "$NODE" "$CLI" "$@"; }
${await printed('bash')}
COMP_WORDS=(payment-sandbox clock f); COMP_CWORD=2
_payment_sandbox payment-sandbox; printf '%s\\n' "\${COMPREPLY[@]}"`
    const env = { ...process.env, NODE: process.execPath, CLI: cli }
    expect((await run('bash', ['-u', '-c', ask], { env })).stdout).toBe('freeze\n')
  })

  it.each(['zsh', 'fish'])('in %s has a script that asks the command', async (shell) => {
    expect(await printed(shell)).toContain(` completion ${shell} -- `)
  })

  it('for an unknown shell lists the supported ones', async () => {
    const why = /unknown completion action 'tcsh': there are bash, zsh, fish/
    await expectRefusal(['completion', 'tcsh'], 2, why)
  })
})
