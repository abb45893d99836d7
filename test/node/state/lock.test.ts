/** One process at a time has a state file, and one that has ended has it no more. */
import fs, { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { dirname } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { lock } from '../../../src/node/state/lock'
import { Log } from '../../../src/node/state/log'
import { linesOf, newFile } from '../../support/state-files'

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
    expect(readFileSync(`${file}.lock`, 'utf8')).toBe(`${process.pid}`)
    if (process.platform !== 'win32') expect(statSync(`${file}.lock`).mode & 0o777).toBe(0o600)
    release()
    expect(readdirSync(dirname(file))).toEqual([])
    // A second time it does nothing.
    release()
    expect(readdirSync(dirname(file))).toEqual([])
  })

  test('of a process that runs is respected', () => {
    const text = `${process.ppid}`
    const { file, found, left } = taken(text)
    expect(found).toBe(process.ppid)
    expect([left(), readFileSync(`${file}.lock`, 'utf8')]).toEqual([['shop.state.lock'], text])
  })

  test.each([
    ['of a process that has ended', '99999999'],
    ['of this process, from before', `${process.pid}`],
    ['of nobody', ''],
    ['of no number', 'x y'],
    ['of all processes', '0'],
    ['of a group of processes', '-1'],
  ])('%s is taken over', (_, text) => {
    const { found, left } = taken(text)
    expect([typeof found, left()]).toEqual(['function', ['shop.state.lock']])
    if (typeof found === 'function') found()
    expect(left()).toEqual([])
  })

  test('of a process that has ended is left to the one that took it over a moment before', () => {
    const file = newFile()
    writeFileSync(`${file}.lock`, '99999999')
    const asked = vi.spyOn(process, 'kill').mockImplementationOnce(() => {
      writeFileSync(`${file}.lock`, `${process.ppid}`)
      throw Object.assign(new Error('none'), { code: 'ESRCH' })
    })
    onTestFinished(() => asked.mockRestore())
    expect(lock(file)).toBe(process.ppid)
    expect(readFileSync(`${file}.lock`, 'utf8')).toBe(`${process.ppid}`)
    expect(readdirSync(dirname(file))).toEqual(['shop.state.lock'])
  })

  test('of a process that has ended is left to the one that is taking it over', () => {
    const file = newFile()
    writeFileSync(`${file}.lock`, '99999999')
    writeFileSync(`${file}.lock.lock`, `${process.ppid}`)
    expect(lock(file)).toBe(process.ppid)
    expect(readFileSync(`${file}.lock`, 'utf8')).toBe('99999999')
  })

  test('that another process now holds is not released', () => {
    const file = newFile()
    const release = lock(file)
    writeFileSync(`${file}.lock`, 'other')
    if (typeof release === 'function') release()
    expect(readFileSync(`${file}.lock`, 'utf8')).toBe('other')
  })

  test('that cannot be made says why', () => {
    expect(() => lock(`${newFile()}/none`)).toThrow('ENOENT')
  })
})

test('a file that is written is as it was where a change could not be written', () => {
  const path = newFile()
  const log = new Log(path)
  log.add('{"ids":1}')
  const before = readFileSync(path)
  const half = vi.spyOn(fs, 'writeFileSync').mockImplementationOnce((file, line) => {
    fs.writeSync(file as number, line as Uint8Array, 0, 5)
    throw new Error('disk full')
  })
  syncBuiltinESMExports()
  onTestFinished(() => {
    half.mockRestore()
    syncBuiltinESMExports()
  })
  expect(() => log.add('{"ids":2}')).toThrow('disk full')
  expect([readFileSync(path).equals(before), log.bytes]).toEqual([true, before.length])
  log.add('{"ids":3}')
  log.close()
  expect(readFileSync(path).equals(Buffer.concat(linesOf(['{"ids":1}', '{"ids":3}'])))).toBe(true)
})
