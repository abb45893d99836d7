import { SandboxError } from '../kernel/sandbox-error'

const noSockets = (): SandboxError =>
  new SandboxError('cannot_listen', 'this platform has no sockets to listen on: call sandbox.fetch()')

/** Where there are no sockets. @throws SandboxError `cannot_listen` */
export const startServers = async (): Promise<never> => {
  throw noSockets()
}

/** @throws SandboxError `cannot_listen` */
export const nodeNetworkOf = (): never => {
  throw noSockets()
}
