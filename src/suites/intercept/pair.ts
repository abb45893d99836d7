import { Duplex } from 'node:stream'
import { afterMsIfAlive } from '../../kernel/real-time'

/**
 * One end of a connection within the process: what is written to it can be read from the other end. It has what Node's
 * client and server ask of a socket.
 */
export class ConnectionEnd extends Duplex {
  readonly connecting = false
  readonly encrypted: boolean
  readonly remoteAddress = '127.0.0.1'
  #other: ConnectionEnd | null = null
  #goOn: (() => void) | null = null
  #timeoutMs = 0
  #stopTimer = (): void => undefined

  private constructor(isSecure: boolean) {
    super({ allowHalfOpen: false })
    this.encrypted = isSecure
  }

  static pair(isSecure: boolean): readonly [ConnectionEnd, ConnectionEnd] {
    const [one, other] = [new ConnectionEnd(isSecure), new ConnectionEnd(isSecure)]
    one.#other = other
    other.#other = one
    return [one, other]
  }

  /** As of a socket: emits `timeout` after this time without a byte; 0 ends that. */
  setTimeout(ms: number, listener?: () => void): this {
    if (listener !== undefined) this.once('timeout', listener)
    this.#timeoutMs = ms
    this.#touch()
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  override _read(): void {
    const goOn = this.#goOn
    this.#goOn = null
    goOn?.()
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.#touch()
    if (this.#other === null) done()
    else this.#other.#receive(chunk, done)
  }

  override _final(done: () => void): void {
    this.#other?.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#stopTimer()
    const other = this.#other
    done(error)
    // In a turn of its own, as with sockets: who writes now finds out later.
    process.nextTick(() => other?.destroy())
  }

  #receive(chunk: Buffer, done: () => void): void {
    if (!this.destroyed) this.#touch()
    if (this.destroyed || this.push(chunk)) done()
    else this.#goOn = done
  }

  #touch(): void {
    this.#stopTimer()
    if (this.#timeoutMs > 0 && !this.destroyed)
      this.#stopTimer = afterMsIfAlive(this.#timeoutMs, () => void this.emit('timeout'))
  }
}
