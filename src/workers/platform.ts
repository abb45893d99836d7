/**
 * What is used of the platform, so that neither its types nor its modules are needed to compile or to run this code:
 * Durable Objects with the SQLite storage, as Cloudflare Workers and workerd have them.
 */

export type SqlValue = string | number | null

export type SqlRow = Readonly<Record<string, unknown>>

export interface SqlStorage {
  exec(statement: string, ...values: SqlValue[]): Iterable<SqlRow>
}

export interface ObjectStorage {
  readonly sql: SqlStorage
  /** All or nothing; the platform sends no answer before its writes are stored. */
  transactionSync<T>(work: () => T): T
  getAlarm(): Promise<number | null>
  /** @param time epoch milliseconds */
  setAlarm(time: number): Promise<void>
  deleteAlarm(): Promise<void>
  deleteAll(): Promise<void>
}

export interface ObjectContext {
  readonly storage: ObjectStorage
  /** Runs `work` before the object gets its next request. */
  blockConcurrencyWhile<T>(work: () => Promise<T>): Promise<T>
}

/** A Durable Object as others call it. */
export interface ObjectStub {
  fetch(request: Request): Promise<Response>
}

export interface ObjectNamespace {
  idFromName(name: string): unknown
  /** @param id what `idFromName` gave */
  get(id: unknown): ObjectStub
}

export interface WorkerEnv {
  /** The namespace of `SandboxObject`. */
  readonly SANDBOX: ObjectNamespace
  /** The secret that callers of the control plane send as a bearer token: at least 32 characters. */
  readonly CONTROL_TOKEN?: string | undefined
}
