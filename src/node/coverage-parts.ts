/** Coverage of several processes: each leaves its part in a folder, which the one that made the folder reads. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Coverage } from '../sandbox/coverage/summary'

export const makePartsFolder = (): string => mkdtempSync(join(tmpdir(), 'payment-sandbox-coverage-'))

export const savePart = (folder: string, coverage: Coverage): void =>
  writeFileSync(join(mkdtempSync(join(folder, 'part-')), 'coverage.json'), JSON.stringify(coverage))

/** Reads all parts and removes the folder. */
export const takeParts = (folder: string): readonly Coverage[] => {
  const parts = readdirSync(folder).map((part) =>
    JSON.parse(readFileSync(join(folder, part, 'coverage.json'), 'utf8')),
  )
  rmSync(folder, { recursive: true, force: true })
  return parts
}
