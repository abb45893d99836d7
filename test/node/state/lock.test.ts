/** One process at a time has a state file, and one that has ended has it no more. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { copy, link, lock } from '../../../src/node/state/lock'
import { Log } from '../../../src/node/state/log'
import { newFile } from '../../support/state-files'

/** The start of a process is beside its number, where the system shows it. */
const isLinux = process.platform === 'linux'
const beginningOf = (pid: number): string => {
  if (!isLinux) return '-'
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '-'
}

describe('a lock', () => {
  const taken = (text: string) => {
    const file = newFile()
    writeFileSync(`${file}.lock`, text)
    const found = lock(file)
    return { file, found, left: () => readdirSync(dirname(file)) }
  }

  test('exists until its release, and is the only file', () => {
    const file = newFile()
    const release = lock(file)
    if (typeof release === 'number') return expect.fail('somebody has it')
    expect(readdirSync(dirname(file))).toEqual(['shop.state.lock'])
    expect(readFileSync(`${file}.lock`, 'utf8')).toBe(`${process.pid} ${beginningOf(process.pid)}`)
    if (process.platform !== 'win32') expect(statSync(`${file}.lock`).mode & 0o777).toBe(0o600)
    release()
    expect(readdirSync(dirname(file))).toEqual([])
    // A second time it does nothing.
    release()
    expect(readdirSync(dirname(file))).toEqual([])
  })

  test('of a process that runs is respected', () => {
    const text = `${process.ppid} ${beginningOf(process.ppid)}`
    const { file, found, left } = taken(text)
    expect(found).toBe(process.ppid)
    expect([left(), readFileSync(`${file}.lock`, 'utf8')]).toEqual([['shop.state.lock'], text])
  })

  test.each([
    ['of a process that has ended', '99999999 1'],
    ['of one that has ended, where it is not known when it began', '99999999 -'],
    ['of one with the number of another that runs', `${process.ppid} 0`],
    ['of this process, from before', `${process.pid} ${beginningOf(process.pid)}`],
    ['of nobody', ''],
    ['of no number', 'x y'],
    ['of all processes', '0 -'],
    ['of a group of processes', '-1 -'],
    ['of a part of a process', '1.5 -'],
  ])('%s is taken over', (_, text) => {
    const { found, left } = taken(text)
    expect([typeof found, left()]).toEqual(['function', ['shop.state.lock']])
    if (typeof found === 'function') found()
    expect(left()).toEqual([])
  })

  test('that another process now holds is not released', () => {
    const file = newFile()
    const release = lock(file)
    writeFileSync(`${file}.lock`, 'other')
    if (typeof release === 'function') release()
    expect(readFileSync(`${file}.lock`, 'utf8')).toBe('other')
  })

  test.each([
    ['a link', link],
    ['a copy, where the file system has no links,', copy],
  ])('by %s takes no name that there is already, and says what else is wrong', (_, give) => {
    const [from, to] = [newFile(), newFile()]
    writeFileSync(from, 'a')
    expect([give(from, to), give(from, to), readFileSync(to, 'utf8')]).toEqual([true, false, 'a'])
    expect(() => give(`${from}.none`, newFile())).toThrow('ENOENT')
  })

  test('is copied only where the file system has no links', () => {
    expect(() => link(`${newFile()}.none`, newFile())).toThrow(/, link /)
    // Folders have no second name, and cannot be copied as a file.
    if (isLinux) expect(() => link(dirname(newFile()), newFile())).toThrow(/copyfile|cp/)
  })
})

test('a file that is written is as it was where a change could not be written', () => {
  const path = newFile()
  const log = new Log(path)
  log.append('{"ids":1}')
  const before = readFileSync(path)
  const mark = log.mark.bind(log)
  log.mark = () => {
    throw new Error('disk full')
  }
  expect(() => log.append('{"ids":2}')).toThrow('disk full')
  log.mark = mark
  expect([readFileSync(path).equals(before), log.bytes]).toEqual([true, before.length])
  const [one, other] = [path, newFile()].map((file) => (file === path ? log : new Log(file)))
  other?.append('{"ids":1}')
  for (const each of [one, other]) each?.append('{"ids":3}')
  expect(readFileSync(path).equals(readFileSync(other?.path ?? ''))).toBe(true)
  for (const each of [one, other]) each?.close()
})
