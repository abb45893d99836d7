import type { APIResponse, BrowserContext } from '@playwright/test'
import type { Hosts } from 'payment-sandbox'
import { calledHostHeader, type NamedServer, serverFor } from '../../../options/hosts'
import { readHosts } from '../../intercept/options'

/** Where the browser of a test finds the service. */

interface SandboxAddress {
  readonly url: string
  readonly vaultUrl: string
}

/** Other hosts of the real service: a test must not reach it by accident. */
const ofService = /(^|\.)omise\.co\.*$/

/**
 * Lets the pages of a context reach a sandbox at these hosts. The browser asks Playwright before it looks for a host, so
 * that there is no name to resolve and no certificate to trust.
 * @param refused called with the address of each call to another host of the service, which is cut
 */
export const routeHosts = async (
  context: BrowserContext,
  sandbox: SandboxAddress,
  given: Hosts,
  refused: (url: string) => void,
): Promise<void> => {
  const hosts = readHosts(given)
  const isMeant = (url: URL): boolean => serverFor(hosts, url) !== null || ofService.test(url.hostname)
  const addressOf = (server: NamedServer, { pathname, search }: URL): string =>
    `${server === 'api' ? sandbox.url : sandbox.vaultUrl}${pathname}${search}`
  /** A browser follows redirects without asking again: none may lead to the real service. */
  const redirectIn = (response: APIResponse, from: URL): Readonly<Record<string, string>> => {
    const { location } = response.headers()
    if (location === undefined || !URL.canParse(location, from.href)) return {}
    const to = new URL(location, from)
    const server = serverFor(hosts, to)
    return server === null ? {} : { location: addressOf(server, to) }
  }
  await context.route(isMeant, async (route) => {
    const request = route.request()
    const address = new URL(request.url())
    const server = serverFor(hosts, address)
    if (server === null) {
      refused(request.url())
      return route.abort('blockedbyclient')
    }
    const headers = { ...(await request.allHeaders()), [calledHostHeader]: address.host }
    try {
      const response = await route.fetch({ url: addressOf(server, address), headers, maxRedirects: 0 })
      await route.fulfill({ response, headers: { ...response.headers(), ...redirectIn(response, address) } })
    } catch {
      // A fault has cut the answer, or the page is gone.
      await route.abort('connectionreset').catch(() => undefined)
    }
  })
}
