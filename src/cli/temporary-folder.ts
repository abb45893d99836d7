import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folders = new Set<string>()

export const deleteFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true })

/** An empty folder, which is deleted when this process ends. */
export const temporaryFolder = (name: string): string => {
  if (folders.size === 0) process.once('exit', () => folders.forEach(deleteFolder))
  const folder = mkdtempSync(join(tmpdir(), `payment-sandbox-${name}-`))
  folders.add(folder)
  return folder
}
