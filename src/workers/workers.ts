/** `payment-sandbox/workers`: the sandbox of a team on Cloudflare Workers and workerd. */

export { SandboxObject } from './object'
export type { WorkerOptions } from './options'
export type {
  ObjectContext,
  ObjectNamespace,
  ObjectStorage,
  ObjectStub,
  SqlRow,
  SqlStorage,
  SqlValue,
  WorkerEnv,
} from './platform'
export { createWorker, type SandboxWorker } from './worker'
