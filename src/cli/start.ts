#!/usr/bin/env node
/**
 * Loads the program beside it, compiled where an earlier start has left what the engine made of it: that is half of
 * a start. Since 22.8 Node does so itself; for older ones it is done here as Node does it, with the same two
 * variables. Nothing depends on it: what is missing, damaged, or another engine's is compiled from the source.
 */
import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cachedDataVersionTag } from 'node:v8'
import * as vm from 'node:vm'
import { version } from '../../package.json'

type Wrapper = (...words: readonly unknown[]) => void

const program = join(__dirname, 'program.cjs')

/** By then a server listens and may have answered a first request: what those need is compiled. */
const settledMs = 500

const digestOf = (bytes: Buffer): Buffer => createHash('sha1').update(bytes).digest()
const digestBytes = 20

/** `null` where somebody else could write what is run here. */
const ownFolder = (): string | null => {
  const uid = process.getuid?.()
  const folder = process.env.NODE_COMPILE_CACHE || join(tmpdir(), `payment-sandbox-${uid ?? 'cache'}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const stat = lstatSync(folder)
  const isOurs = uid === undefined || (stat.uid === uid && (stat.mode & 0o022) === 0)
  return stat.isDirectory() && isOurs ? folder : null
}

/** What was compiled stands behind its digest: the engine itself would believe whatever it is given. */
const read = (file: string): Buffer | undefined => {
  try {
    const bytes = readFileSync(file)
    const compiled = bytes.subarray(digestBytes)
    return digestOf(compiled).equals(bytes.subarray(0, digestBytes)) ? compiled : undefined
  } catch {
    // The first start, or a folder that cannot be read.
    return undefined
  }
}

/** Whole or not at all: others start meanwhile. */
const write = (file: string, compiled: Buffer): void => {
  const part = `${file}.${process.pid}`
  try {
    writeFileSync(part, Buffer.concat([digestOf(compiled), compiled]), { mode: 0o600 })
    renameSync(part, file)
  } catch {
    // A full or read-only disk: the next start takes as long as this one.
  }
}

/**
 * One for each program and engine. The time is that of its arrival on this disk: npm gives all that it packs the same
 * time of change, and another program of the same length would pass for this one.
 */
const compiledFile = (): string | null => {
  try {
    const folder = ownFolder()
    const { size, ctimeMs } = statSync(program)
    const name = `payment-sandbox-${version}-${size}-${ctimeMs}-${process.arch}-${cachedDataVersionTag()}`
    return folder === null ? null : join(folder, name)
  } catch {
    // No folder can be made there.
    return null
  }
}

const runCompiled = (): boolean => {
  const file = compiledFile()
  if (file === null) return false
  // The build writes nothing but ASCII.
  const source = nodeModule.wrap(readFileSync(program, 'latin1'))
  const cachedData = read(file)
  const script = new vm.Script(source, {
    filename: program,
    ...(cachedData === undefined ? {} : { cachedData }),
  })
  const loaded: { exports: { readonly started?: Promise<void> } } = { exports: {} }
  const run: Wrapper = script.runInThisContext()
  run.call(loaded.exports, loaded.exports, require, loaded, program, __dirname)
  if (cachedData === undefined || script.cachedDataRejected === true)
    keepWhenSettled(loaded.exports.started, () => write(file, script.createCachedData()))
  return true
}

/**
 * Keeps what was compiled: a while after the start, or earlier, when a server that has listened ends. Of commands that
 * end by themselves nothing is kept, as they know too little of the program.
 */
const keepWhenSettled = (started: Promise<void> | undefined, keep: () => void): void => {
  let isKept = false
  const keepOnce = (): void => {
    if (!isKept) keep()
    isKept = true
  }
  setTimeout(keepOnce, settledMs).unref()
  // Where nothing is left to do, this timer never rings.
  started?.then(() => setTimeout(() => process.once('exit', keepOnce), 0).unref())
}

/** What newer Nodes have than the types do. */
const { enableCompileCache }: { readonly enableCompileCache?: () => unknown; wrap: unknown } = nodeModule

if (enableCompileCache !== undefined) {
  enableCompileCache()
  require(program)
} else if (process.env.NODE_DISABLE_COMPILE_CACHE || !runCompiled()) require(program)
