import { createSandbox } from '../../create-sandbox'
import type { ProfileName } from '../../options/profiles'
import type { PlayedService, PlayedStory } from './play'

/** What the account has from the start is older than what the stories make. */
const earlierMs = 60_000

interface SandboxRun {
  readonly profile: ProfileName
  readonly apiVersion: string | null
  /** The stories as the other service was called: the sandbox is called at the same times. */
  readonly played: readonly PlayedStory[]
}

/** A fresh sandbox, whose clock shows at each call the time at which the other service was called. */
export const ownSandbox = ({ profile, apiVersion, played }: SandboxRun) => {
  const times = new Map(
    played.flatMap(({ name, calls }) => calls.map(({ label, at }) => [`${name} ${label}`, at] as const)),
  )
  const first = times.size === 0 ? Date.now() : Math.min(...times.values())
  const sandbox = createSandbox({ profile, now: first - earlierMs, freeze: true, randomSeed: 'compare' })
  const addresses = { api: sandbox.url, vault: sandbox.vaultUrl }
  const service: PlayedService = {
    caller: { keys: sandbox.keys, headerPrefix: 'Service', apiVersion },
    moment: async (story, label) => {
      const now = sandbox.clock.now().getTime()
      const at = Math.max(now, times.get(`${story} ${label}`) ?? now + 1)
      if (at > now) await sandbox.clock.set(at)
      return at
    },
    send: async ({ method, host, path, headers, body }) => {
      const answer = await sandbox.fetch(`${addresses[host]}${path}`, { method, headers, body })
      return { status: answer.status, body: await answer.json() }
    },
  }
  return { service, addresses, close: () => sandbox.close() }
}
