/** A sandbox that has the calls of this process for one test. */
import { onTestFinished } from 'vitest'
import type { Sandbox } from '../../../src/index'
import { type InterceptedHosts, intercept } from '../../../src/suites/intercept/intercept'
import { makeSandbox } from '../../support/set-up'

export const own = { api: 'api.example.com', vault: 'vault.example.com' }

export const intercepted = (hosts: 'omise' | InterceptedHosts = own, sandbox = makeSandbox()): Sandbox => {
  const interception = intercept(sandbox, hosts)
  onTestFinished(() => interception.stop())
  return sandbox
}

export const headersOf = ({ authorization }: Sandbox) => ({ authorization: authorization.secret })
