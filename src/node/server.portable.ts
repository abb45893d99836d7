import { SandboxError } from '../kernel/sandbox-error'

/** Where there are no sockets. @throws SandboxError `cannot_listen` */
export const startServers = async (): Promise<never> => {
  throw new SandboxError('cannot_listen', 'this platform has no sockets to listen on: call sandbox.fetch()')
}
