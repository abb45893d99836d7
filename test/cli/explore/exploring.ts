/** `payment-sandbox explore` with the shops of `explore-shops.ts`. */
import { readdirSync } from 'node:fs'
import { temporaryFolder } from '../../support/folder'
import { command } from '../command'
import { shopIn } from './shops'

/** `payment-sandbox explore <options> -- node shop.mjs <words>`, with a folder for temporary files of its own. */
export const exploring = (
  options: readonly string[],
  words: readonly string[],
  env: NodeJS.ProcessEnv = {},
) => {
  const folder = temporaryFolder()
  const shop = shopIn(temporaryFolder())
  const fixed = ['explore', '--fixture', 'saved-card', ...options]
  const running = command([...fixed, '--', process.execPath, shop, ...words], { ...env, TMPDIR: folder })
  const left = (): readonly string[] => readdirSync(folder)
  return { ...running, left, shop, folder }
}

export const once = ['--once', 'metadata.order']
/** Enough where it is not the kinds that matter: each scenario starts a process. */
export const some = [...once, '--kinds', 'answer-lost,rate-limited']
export const lost = 'POST /charges #1: answer-lost'

interface Report {
  readonly ok: boolean
  readonly runs: number
  readonly calls: readonly string[]
  readonly scenarios: readonly { readonly name: string; readonly outcome: string }[]
  readonly findings: readonly {
    readonly scenario: string
    readonly rule: string
    readonly message: string
    readonly story: readonly string[]
  }[]
}

export const reportOf = (stdout: string): Report => JSON.parse(stdout)
