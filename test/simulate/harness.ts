/** A sandbox with the model beside it: several accounts and modes, their keys, and what was put aside of both. */
import { copyFileSync, rmSync } from 'node:fs'
import { createSandbox } from '../../src/create-sandbox'
import type { Mode, SandboxOptions, Snapshot } from '../../src/index'
import { type InFile, keepInFile } from '../../src/node/state/keep'
import { accountFacts } from './model/money'
import { type ProfileName, profiles } from './model/profiles'
import { type Clock, newWorld, type Recipient, type World } from './model/world'
import { listenOn } from './receiver'

export interface Model {
  readonly clock: Clock
  readonly worlds: World[]
}

/** Service and model differ: one of them is wrong, and the specification says which. */
export class Difference extends Error {
  override readonly name = 'Difference'
}

const fault = (text: string): never => {
  throw new Error(text)
}

const startTime = Date.parse('2026-01-15T09:00:00.000Z')

/** Which accounts and modes there are; the first of an account is the one that makes it. */
const cast = [
  { country: 'TH', live: false },
  { country: 'JP', live: false },
  { country: 'SG', live: false },
  { country: 'TH', live: true },
  { country: 'SG', live: true },
] as const

interface Saved {
  readonly service: Snapshot
  readonly model: Model
}

interface HarnessOptions {
  readonly profile: ProfileName
  readonly seed: number
  /** Receivers of webhooks listen. */
  readonly listens: boolean
  /** The state is kept in this file. */
  readonly file: string | null
}

const optionsOf = ({ profile, seed }: HarnessOptions): SandboxOptions => ({
  profile,
  now: new Date(startTime).toISOString(),
  freeze: true,
  randomSeed: `simulation ${seed}`,
  journal: 20,
  // Every eighth sandbox proves its books after each request as well.
  audit: seed % 8 === 0,
})

export class Harness {
  sandbox: ReturnType<typeof createSandbox>
  model: Model
  readonly saved: Saved[] = []
  #inFile: InFile | null = null
  #file: string | null
  readonly #options: HarnessOptions
  #start: Saved | null = null

  constructor(options: HarnessOptions) {
    this.#options = options
    this.#file = options.file
    this.model = { clock: { now: startTime, planned: 0, jobs: [] }, worlds: [] }
    this.sandbox = this.#open()
  }

  /** Makes the accounts, and takes over what each of them begins with. */
  async begin(): Promise<void> {
    const ids = new Map<string, string>([['TH', this.sandbox.accounts[0]?.id ?? '']])
    for (const { country, live } of cast) {
      const accountId = ids.get(country) ?? this.sandbox.createAccount({ country }).id
      ids.set(country, accountId)
      const facts = accountFacts[country]
      if (facts === undefined) throw new Error(`the model knows no account in ${country}`)
      const { clock } = this.model
      const { listens, profile } = this.#options
      const about = { profile: profiles[profile], accountId, live, clock, listens }
      this.model.worlds.push(newWorld(facts, about))
    }
    for (const world of this.model.worlds) world.recipients.push(await this.#standardRecipient(world))
    this.#listen()
    this.#start = this.#take()
  }

  modeOf(world: World): Mode {
    const account = this.sandbox.account(world.accountId)
    if (account === undefined) throw new Difference(`account ${world.accountId} is gone`)
    return world.live ? account.live : account.test
  }

  /** Waits until all that is due has been delivered: nothing may be on its way when the state is put aside. */
  async settle(): Promise<void> {
    for (const world of this.model.worlds) if (world.listens) await this.modeOf(world).webhooks.settle()
  }

  /** Puts both aside as they are now. */
  save(): void {
    this.saved.push(this.#take())
    if (this.saved.length > 3) this.saved.shift()
  }

  restore(index: number): void {
    const saved = this.saved[index]
    if (saved === undefined) throw new Error('nothing was saved')
    this.sandbox.restore(saved.service)
    this.model = structuredClone(saved.model)
  }

  /** Back to where the accounts were just made: `reset` knows only the first of them. */
  startOver(): void {
    if (this.#start === null) throw new Error('the harness has not begun')
    this.sandbox.reset()
    this.sandbox.restore(this.#start.service)
    this.model = structuredClone(this.#start.model)
  }

  /** Another process continues from the text of the state. */
  async moveByText(): Promise<void> {
    const text = JSON.stringify(this.sandbox)
    await this.close()
    this.sandbox = createSandbox(optionsOf(this.#options))
    this.sandbox.restore(JSON.parse(text))
    this.#listen()
  }

  /**
   * The process is killed, and another one continues from the file at that moment. What it has to deliver
   * goes out once it listens.
   */
  async kill(): Promise<void> {
    const before = this.#file ?? fault('the state is in memory')
    const after = before.endsWith('-again') ? before.replace(/-again$/, '') : `${before}-again`
    copyFileSync(before, after)
    await this.close()
    rmSync(before)
    this.#file = after
    this.sandbox = this.#open()
    this.#listen()
    await this.sandbox.listen({ port: 0 })
  }

  get isKept(): boolean {
    return this.#file !== null
  }

  async close(): Promise<void> {
    await this.sandbox.close()
    await this.#inFile?.close()
  }

  #open(): Harness['sandbox'] {
    const sandbox = createSandbox(optionsOf(this.#options))
    if (this.#file === null) return sandbox
    const throwIt = (error: unknown): never => {
      throw error
    }
    this.#inFile = keepInFile(sandbox, this.#file, {}, throwIt)
    return sandbox
  }

  #take(): Saved {
    return { service: this.sandbox.snapshot(), model: structuredClone(this.model) }
  }

  #listen(): void {
    const now = (): number => this.sandbox.clock.now().getTime()
    for (const [index, world] of this.model.worlds.entries())
      if (world.listens)
        listenOn({ mode: this.modeOf(world), now, world: () => this.model.worlds[index] ?? world })
  }

  async #standardRecipient(world: World): Promise<Recipient> {
    const [first] = this.modeOf(world).recipients.list()
    if (first === undefined) throw new Difference('an account begins without a recipient')
    return {
      ...{ kind: 'recipient', id: first.id, at: Date.parse(first.created_at), standard: true },
      ...{ number: first.bank_account.last_digits, description: first.description },
      ...{ verified: true, active: true, failure: null, deleted: false },
    }
  }
}
