/** Whatever tests, and the programs that they start, leave in the folder for temporary files is removed after a run. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export default (): (() => void) => {
  const folder = mkdtempSync(join(tmpdir(), 'payment-sandbox-tests-'))
  Object.assign(process.env, { TMPDIR: folder, TEMP: folder, TMP: folder })
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
