import { arrived } from '../../service/faults/apply'
import type { Service } from '../../service/http/entrance'
import type { Sandbox } from '../surface'
import type { Addressing } from './addressing'
import { requestOf, unlessAborted } from './request'

/** `sandbox.fetch` */
export const fetching =
  (service: Service, addressing: Addressing, settings: { readonly baseUrl: string }): Sandbox['fetch'] =>
  async (input, init) => {
    const url = typeof input === 'string' && /^\/(?!\/)/.test(input) ? `${settings.baseUrl}${input}` : input
    const { request, sent } = requestOf(url, init)
    request.signal.throwIfAborted()
    const { server: host, address } = addressing.find(request.url)
    const seen = address === request.url ? request : new Request(address, request)
    const answer = service.answer(seen, { host, sent })
    return arrived(await (answer instanceof Promise ? unlessAborted(answer, request, url, init) : answer))
  }
