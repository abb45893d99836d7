/** `serve --state` with a file that it cannot take as it is: torn, damaged, of another kind, or in use. */
import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { newFile } from '../support/state-files'
import { command, kill, post, serving, stop, totalOf } from './command'

describe('a torn last line, which no client was answered,', () => {
  it.each([
    ['json', [], /^\{"event":"torn","file":".*","line":\d+\}$/],
    [
      'pretty',
      ['--log', 'pretty'],
      /^dropped line \d+ of .*, the last one: it was not complete, and no client had its answer$/,
    ],
  ])('is dropped at the start, and the log says so (%s)', async (_, args, said) => {
    const file = newFile()
    const first = await serving(['--state', file])
    await post(`${first.url}/customers`, {})
    await post(`${first.url}/customers`, {})
    await kill(first)
    truncateSync(file, statSync(file).size - 10)
    const again = await serving(['--state', file, ...args])
    expect(again.lines).toContainEqual(expect.stringMatching(said))
    expect(await totalOf(again.url)).toBe(1)
    await stop(again)
    const last = await serving(['--state', file, ...args])
    expect(last.lines).not.toContainEqual(expect.stringMatching(said))
    await stop(last)
  })
})

describe('a wrong state file is refused with exit status 2 and left as it is:', () => {
  const refused = async (args: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await command(['--port', '0', ...args]).ended
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr.split('\n')).toHaveLength(2)
    return stderr
  }

  it('a file that another process uses, until that process ends', async () => {
    const file = newFile()
    const first = await serving(['--state', file])
    expect(await refused(['--state', file])).toBe(
      `payment-sandbox: --state ${file} is in use by process ${first.process.pid}: stop that one, or take another file; if it is another program, delete ${file}.lock\n`,
    )
    expect((await post(`${first.url}/customers`, {})).status).toBe(200)
    await kill(first)
    await stop(await serving(['--state', file]))
  })

  it('a damaged file, which `snapshot repair` cuts at its first damaged line', async () => {
    const file = newFile()
    const first = await serving(['--state', file])
    await post(`${first.url}/customers`, {})
    await post(`${first.url}/customers`, {})
    await kill(first)
    const damaged = readFileSync(file)
    const last = damaged.lastIndexOf('\n', -2)
    const line = damaged.toString('latin1').split('\n').length - 1
    damaged[last + 20] = 0
    writeFileSync(file, damaged)
    expect(await refused(['--state', file])).toMatch(
      `payment-sandbox: --state ${file}: line ${line} is damaged; nothing was changed: "payment-sandbox snapshot repair ${file}" goes back to its last whole state, without the last change; a state cannot be edited; `,
    )
    expect(readFileSync(file).equals(damaged)).toBe(true)
    const { code, stdout } = await command(['snapshot', 'repair', file]).ended
    expect(stdout).toMatch(
      new RegExp(
        `^repaired .*: line ${line} is damaged; the last change is lost, its newest record is from 20.*Z; the damaged file is now .*\\.damaged\n$`,
      ),
    )
    expect(code).toBe(0)
    const again = await serving(['--state', file])
    expect(await totalOf(again.url)).toBe(1)
    await stop(again)
    expect((await command(['snapshot', 'repair', file]).ended).stdout).toBe(
      `${file} is intact: there is nothing to repair\n`,
    )
    const json = JSON.parse((await command(['snapshot', 'repair', '--json', file]).ended).stdout)
    expect(json).toMatchObject({ repaired: false, lost: 0, kept: null })
  })
})
