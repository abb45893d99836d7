import { controlPlane } from './control/plane'
import { once } from './kernel/json'
import { processDate, realTime } from './kernel/real-time'
import { certificatesIn, openFixture, openText, printFixture } from './node/files'
import { type CheckedOptions, checkOptions, type SandboxOptions, sandboxOptions } from './options/config'
import { app } from './pages/service-app'
import type { FixtureFiles } from './sandbox/core'
import { SandboxHost } from './sandbox/host'
import { followsDate, type HostOptions, type OwnOptions } from './sandbox/opening'
import { createParts } from './sandbox/parts'
import { Sandbox } from './sandbox/sandbox'

/** The code of each is loaded at its first use. */
const fixtureFiles: FixtureFiles = {
  open: (fixture) => openFixture(fixture),
  read: (origin, text) => openText(origin, text),
  print: (fixture, remarks) => printFixture(fixture, remarks),
}

/** The certificates, in PEM, that deliveries trust besides the usual ones. @throws SandboxError `invalid_option` */
const trustedIn = ({ webhooks, webhookCa }: CheckedOptions): readonly string[] => {
  if (webhooks?.ca !== undefined) return certificatesIn(webhooks.ca, 'webhooks.ca')
  return webhookCa === undefined ? [] : certificatesIn(webhookCa, 'webhookCa')
}

const composeSandbox = (options: OwnOptions): Sandbox => {
  const parts = createParts(options, fixtureFiles, followsDate(options) ? processDate : realTime)
  // Called at the first request under /_sandbox: these operations drive the sandbox that they are part of.
  const control = controlPlane(realTime, async () => {
    const { askForToken, controlRoutes, missingPage } = await import('./pages/routes')
    const { snapshots } = options
    return { parts, sandbox, snapshots, routes: controlRoutes(), missing: missingPage, askForToken }
  })
  const trusted = trustedIn(options)
  const network = once(async () => (await import('./node/server')).nodeNetworkOf(trusted))
  // The global fetch takes no certificates.
  if (trusted.length > 0) parts.servers.network = async (outgoing) => (await network())(outgoing)
  const host = new SandboxHost(parts, {
    app,
    control,
    network,
    startServers: async (...given) => (await import('./node/server')).startServers(...given),
  })
  const sandbox = new Sandbox(parts, host)
  return sandbox
}

/** A sandbox with what only the host of many sandboxes sets. */
export const createHostedSandbox = (options: SandboxOptions, hostOptions: HostOptions): Sandbox =>
  composeSandbox({ ...checkOptions(sandboxOptions(), options), ...hostOptions })

/** Makes sandboxes of the same options, which it checks once. @throws SandboxError `invalid_option` */
export const sandboxMaker = (options: SandboxOptions): (() => Sandbox) => {
  const checked = checkOptions(sandboxOptions(), options)
  return () => composeSandbox(checked)
}

/**
 * A payment service in memory: offline, instant, with the rules of the real one.
 *
 * @example
 * const sandbox = createSandbox({ now: '2026-01-15T09:00:00Z', randomSeed: 'any' })
 * const answer = await sandbox.fetch(`${sandbox.url}/charges`, {
 *   method: 'POST',
 *   headers: { authorization: sandbox.authorization.secret },
 *   body: new URLSearchParams({ amount: '10000', currency: 'thb', card: 'tokn_test_…' }),
 * })
 *
 * @throws SandboxError `invalid_option`, naming each option that is wrong
 * @throws FixtureError naming each mistake in a fixture with its path and, from a file, its line
 */
export const createSandbox = (options?: SandboxOptions): Sandbox =>
  composeSandbox(options === undefined ? {} : checkOptions(sandboxOptions(), options))
