import { unwatchFile, watchFile } from 'node:fs'
import { resolve } from 'node:path'
import { isFixturePath } from '../fixtures/shipped'

/** Editors write a file in several steps, replace it, or work on a mount without change events: polling always works. */
const lookEveryMs = 250

/**
 * Calls back when one of the files has changed.
 * @param fixtures names of shipped fixtures among them never change
 * @returns stops watching
 */
export const watchFiles = (fixtures: readonly unknown[], onChange: (file: string) => void): (() => void) => {
  const files = fixtures
    .filter((fixture) => typeof fixture === 'string' && isFixturePath(fixture))
    .map(String)
  const stops = files.map((file) => {
    const path = resolve(file)
    const listener = (now: { mtimeMs: number; size: number }, before: { mtimeMs: number; size: number }) => {
      if (now.mtimeMs !== before.mtimeMs || now.size !== before.size) onChange(file)
    }
    watchFile(path, { interval: lookEveryMs, persistent: false }, listener)
    return () => unwatchFile(path, listener)
  })
  return () => {
    for (const stop of stops) stop()
  }
}
