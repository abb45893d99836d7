/** A command and all that it starts end together. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { startTree } from '../../../src/cli/exec/process-tree'
import { isRunning } from '../../../src/node/state/lock'
import { temporaryFolder } from '../../support/folder'
import { plainEnv } from '../command'

/** A program that starts others, writes their ids to a file, and then does `last`. */
const family = (last: string) => {
  const folder = temporaryFolder()
  const file = join(folder, 'family.cjs')
  writeFileSync(
    file,
    `const { spawn } = require('node:child_process')
     const { writeFileSync, renameSync } = require('node:fs')
     const forever = ['-e', 'setInterval(() => {}, 1000)']
     const shell = spawn('sh', ['-c', 'sleep 1000 & echo $!; wait'])
     shell.stdout.once('data', (text) => {
       const child = spawn(process.execPath, forever)
       const away = spawn(process.execPath, forever, { detached: true, stdio: 'inherit' })
       const pids = [process.pid, shell.pid, Number(text), child.pid, away.pid]
       writeFileSync('${folder}/draft', JSON.stringify(pids))
       renameSync('${folder}/draft', '${folder}/pids')
       ${last}
     })`,
  )
  const tree = startTree([process.execPath, file], plainEnv())
  const pids = async (): Promise<number[]> =>
    JSON.parse(await vi.waitFor(() => readFileSync(join(folder, 'pids'), 'utf8'), 20_000))
  return { tree, pids }
}

/** A killed child of nobody stays a moment until the system takes it away. */
const gone = (pids: readonly number[]) => vi.waitFor(() => expect(pids.filter(isRunning)).toEqual([]), 20_000)

describe('a process tree', () => {
  it('is killed as a whole: children, grandchildren, and those that lead a group of their own', async () => {
    const { tree, pids } = family('')
    const all = await pids()
    expect(all.filter(isRunning)).toHaveLength(5)
    await tree.kill()
    expect(await tree.ended).toMatchObject({ status: 137, output: '' })
    await gone(all)
  })

  it('is killed as a whole also when the command has ended by itself', async () => {
    const { tree, pids } = family("console.log('bye'); process.exit(3)")
    expect(await tree.ended).toMatchObject({ status: 3, output: 'bye\n' })
    const [own, ...others] = await pids()
    expect([own ?? 0, ...others].filter(isRunning)).toEqual(others)
    await tree.kill()
    await gone(others)
  })

  it('tells the end of a long output', async () => {
    const { ended } = startTree('yes | head -c 100000; echo last', plainEnv())
    const { status, output } = await ended
    expect(status).toBe(0)
    expect(output).toMatch(/y\nlast\n$/)
    expect(output.length).toBeLessThanOrEqual(10_000)
  })

  it.each([
    ['no-such-command', 'cannot start "no-such-command": command not found'],
    ['/', 'cannot start "/": '],
  ])('says why it cannot start %s', async (program, why) => {
    await expect(startTree([program], plainEnv()).ended).rejects.toThrow(why)
  })
})
