/** Another service for `payment-sandbox compare`: a sandbox behind servers that can change what it answers. */

import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { onTestFinished, vi } from 'vitest'
import type { ComparisonReport } from '../../../src/cli/compare/comparison'
import { OtherService } from '../../../src/cli/compare/other-service'
import { createSandbox, type SandboxOptions } from '../../../src/index'
import { temporaryFolder } from '../../support/folder'
import { serverOf } from '../../support/server'
import type { Ended } from '../command'
import { inside } from '../inside'

export type Json = Record<string, unknown>

/** A request that came, and what the sandbox would answer. */
export interface Exchange {
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly status: number
  readonly body: Json
}

export const isCapture = ({ method, path }: Exchange): boolean =>
  method === 'POST' && path.endsWith('/capture')

/** Of an operation such as `GET /charges/:id`. */
export const isCallOf = (operation: string, { method, path }: Exchange): boolean =>
  new RegExp(`^${operation.replace(/:\w+/g, '[^/]+')}$`).test(`${method} ${path}`)

/** What is answered instead: another status, another body; a function has the connection to itself. */
export type Changed =
  | { readonly status?: number; readonly body?: unknown }
  | ((answer: ServerResponse) => void)

export interface Service {
  readonly api: string
  readonly vault: string
  /** What came, in order: `POST /charges`. */
  readonly calls: string[]
  readonly sandbox: ReturnType<typeof createSandbox>
}

export const otherService = async (
  change: (exchange: Exchange) => Changed | undefined = () => undefined,
  options: SandboxOptions = { profile: 'omise' },
): Promise<Service> => {
  const sandbox = createSandbox(options)
  onTestFinished(() => sandbox.close())
  const calls: string[] = []
  const through = (base: string) => async (request: IncomingMessage, answer: ServerResponse) => {
    const { method = '', url = '', headers } = request
    const [path = ''] = url.split('?')
    calls.push(`${method} ${path}`)
    const body = await buffer(request)
    const { authorization = '', 'content-type': type = '', ...others } = headers
    const sent: Record<string, string> = { authorization, 'content-type': type }
    for (const name of ['service-version', 'omise-version', 'idempotency-key'])
      if (others[name]) sent[name] = String(others[name])
    const own = await sandbox.fetch(`${base}${url}`, {
      method,
      headers: sent,
      ...(body.length === 0 ? {} : { body: new Uint8Array(body) }),
    })
    const shown = { method, path, status: own.status, body: (await own.json()) as Json }
    const changed = change(shown)
    if (typeof changed === 'function') return changed(answer)
    const { status = shown.status, body: other = shown.body } = changed ?? {}
    const versions = [...own.headers].filter(([name]) => name.endsWith('-version'))
    answer.writeHead(status, { ...Object.fromEntries(versions), 'content-type': 'application/json' })
    answer.end(JSON.stringify(other))
  }
  const api = await serverOf(through(sandbox.url))
  const vault = await serverOf(through(sandbox.vaultUrl))
  return { api, vault, calls, sandbox }
}

export const keys = ['--public-key', 'pkey_test_sandbox', '--secret-key', 'skey_test_sandbox'] as const

/** What is typed to compare with a service, without keys. */
export const comparing = ({ api, vault }: Pick<Service, 'api' | 'vault'>, ...more: readonly string[]) => [
  ...['compare', '--api', api, '--vault', vault],
  ...more,
]

export interface Compared extends Ended {
  readonly report: ComparisonReport
}

/** `payment-sandbox compare` against a service, with its report. */
export const compared = async (
  service: Pick<Service, 'api' | 'vault'>,
  ...more: readonly string[]
): Promise<Compared> => {
  const file = join(temporaryFolder(), 'report.json')
  const ended = await inside(comparing(service, ...keys, '--json', file, ...more))
  if (!existsSync(file)) throw new Error(`no report: ${ended.stderr}${ended.stdout}`)
  return { ...ended, report: JSON.parse(readFileSync(file, 'utf8')) }
}

/** What is not there yet is asked again after 0.5, 1 and 2 seconds: in this test at once. @returns the attempts */
export const withoutPauses = (): readonly number[] => {
  const pauses: number[] = []
  const pause = vi.spyOn(OtherService.prototype, 'pause').mockImplementation(async (attempt) => {
    pauses.push(attempt)
  })
  onTestFinished(() => pause.mockRestore())
  return pauses
}

/** Where the unknown differences are: `POST /charges card.bank`. */
export const differencesIn = ({ operations }: ComparisonReport): readonly string[] => [
  ...new Set(
    operations.flatMap(({ operation, differences }) =>
      differences.filter(({ choice }) => choice === null).map(({ field }) => `${operation} ${field}`),
    ),
  ),
]
