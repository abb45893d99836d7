/** A sandbox that has the calls of this process for one test. */
import http from 'node:http'
import https from 'node:https'
import { createRequire, syncBuiltinESMExports } from 'node:module'
import { onTestFinished } from 'vitest'
import type { Sandbox } from '../../../src/index'
import { type InterceptedHosts, intercept } from '../../../src/suites/intercept/intercept'
import { keep } from '../../../src/suites/intercept/patch'
import { makeSandbox } from '../../support/set-up'

export const own = { api: 'api.example.com', vault: 'vault.example.com' }

export const intercepted = (hosts: 'omise' | InterceptedHosts = own, sandbox = makeSandbox()): Sandbox => {
  const interception = intercept(sandbox, hosts)
  onTestFinished(() => interception.stop())
  return sandbox
}

export const headersOf = ({ authorization }: Sandbox) => ({ authorization: authorization.secret })

/** Takes away, after the test, what other libraries leave in place of functions of Node. */
export const restoreNatives = (): void => {
  const natives = [http, https].flatMap((module) => [keep(module, 'request'), keep(module, 'get')])
  onTestFinished(() => {
    for (const putBack of natives) putBack()
    syncBuiltinESMExports()
  })
}

const require = createRequire(import.meta.url)

/** Loads the published client anew, with agent-base 4, which replaces functions of node:https for the whole process. */
export const loadOmise = () => {
  restoreNatives()
  for (const file of Object.keys(require.cache))
    if (/[\\/](?:omise|agent-base|https-proxy-agent)[\\/]/.test(file)) delete require.cache[file]
  return require('omise')
}
