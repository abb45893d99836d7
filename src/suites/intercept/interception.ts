import type { Using } from '../../kernel/lifetime'
import { SandboxError } from '../../kernel/sandbox-error'
import type { HostNames, Hosts } from '../../options/hosts'
import type { Receiver } from '../../sandbox/call'
import { interceptAgents } from './agents'
import { interceptDispatchers } from './dispatcher'
import { interceptFetch } from './fetch'
import { givenHosts } from './given'
import { type ReceiverLine, Switchboard } from './switchboard'

export interface InterceptedHosts extends HostNames {
  /**
   * What happens to calls to other hosts: `pass` (default), or `refuse`, except for calls to this machine. A host beside
   * a mapped one, as `anything.example.com` is beside `api.example.com`, is refused in both cases.
   */
  readonly others?: 'pass' | 'refuse' | undefined
}

export interface Interception extends Using<'dispose', () => void> {
  /** Ends it: calls go to their usual place again. A second call does nothing. */
  stop(): void
}

const switchboard = new Switchboard()
let stopIntercepting = (): void => undefined

/** `intercept`, for any receiver of calls. @param given text as in the environment, too */
export const interceptFor = (receiver: Receiver, given: Hosts | InterceptedHosts | string): Interception => {
  const { others = 'pass', ...names }: InterceptedHosts = typeof given === 'string' ? {} : given
  const hosts = givenHosts(typeof given === 'string' ? given : names)
  if (others !== 'pass' && others !== 'refuse')
    throw new SandboxError('invalid_option', 'hosts.others: must be pass or refuse')
  const line: ReceiverLine = { hosts, receiver, refusesOthers: others === 'refuse' }
  if (switchboard.isIdle) stopIntercepting = begin()
  switchboard.add(line)
  let isStopped = false
  const stop = (): void => {
    if (isStopped) return
    isStopped = true
    switchboard.remove(line)
    if (switchboard.isIdle) stopIntercepting()
  }
  return { stop, [Symbol.dispose]: stop }
}

const begin = (): (() => void) => {
  for (const runtime of ['bun', 'deno'])
    if (process.versions[runtime] !== undefined)
      throw new SandboxError(
        'unsupported_runtime',
        `calls can be intercepted in Node, not in ${runtime}: give your code the fetch of createSandbox({ hosts })`,
      )
  const ends = [interceptAgents, interceptDispatchers, interceptFetch].map((start) => start(switchboard))
  return () => {
    for (const end of ends.reverse()) end()
  }
}
