import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { closing } from './closing'
import { forwardHandler } from './forward'
import { connectHandler, type ProxyPlan } from './https-proxy'

export interface RunningProxy {
  readonly url: string
  close(): Promise<void>
}

/** A proxy for processes of this machine: nothing beyond loopback can reach it. */
export const startProxy = async (plan: ProxyPlan): Promise<RunningProxy> => {
  const forward = forwardHandler(plan)
  const server = createServer(forward).on('connect', connectHandler(plan))
  server.on('checkContinue', (incoming, outgoing) => {
    outgoing.writeContinue()
    forward(incoming, outgoing)
  })
  const { close } = closing(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close }
}
