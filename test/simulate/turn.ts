/** One operation of a simulation: its requests, and the comparison of each answer with what the model says. */
import { type Mode, SandboxError } from '../../src/index'
import { encodeForm, type Params } from '../support/form'
import { Difference, type Harness } from './harness'
import { type Fields, shown } from './model/shown'
import { isRefusal, type ListName, type Rec, type Refusal, type World } from './model/world'
import type { Random } from './random'

export interface Body {
  readonly id: string
  readonly object: string
  readonly code: string
  readonly [field: string]: unknown
}

export interface Answer {
  readonly status: number
  readonly body: Body
  readonly text: string
  readonly headers: Headers
}

/** What an operation is asked, such as `['POST', '/charges/chrg_test_1/capture', {}]`. */
export type Call = readonly [method: 'POST' | 'PATCH' | 'DELETE', path: string, params?: Params]

/** An action of the library with the id of its record, such as `['payCharge', 'chrg_test_1']`. */
export type Simulated = readonly [action: keyof Mode['simulate'], id: string, outcome?: string]

interface Asking {
  readonly host?: 'vault'
  readonly key?: string
  readonly authorization?: string
  readonly fault?: string | undefined
}

const at = (body: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => {
    if (typeof value !== 'object' || value === null) return undefined
    return (value as Readonly<Record<string, unknown>>)[name]
  }, body)

/** Texts, numbers and plain JSON. A record whose id is not known yet fits any. */
const same = (expected: unknown, found: unknown): boolean => {
  if (expected === undefined) return found === undefined || found === null
  if (expected === '') return typeof found === 'string'
  if (typeof expected === 'object' && expected !== null)
    return JSON.stringify(expected) === JSON.stringify(found)
  return expected === found
}

/** What is different, in words. */
export const differences = (expected: Fields, found: unknown): readonly string[] =>
  Object.entries(expected).flatMap(([path, value]) => {
    const field = path.includes('.') ? at(found, path) : (found as Fields)[path]
    return same(value, field)
      ? []
      : [`${path} is ${JSON.stringify(field)}, and should be ${JSON.stringify(value)}`]
  })

const shorten = (text: string, most = 300): string => (text.length > most ? `${text.slice(0, most)} …` : text)

export class Turn {
  readonly harness: Harness
  readonly random: Random
  readonly world: World
  readonly mode: Mode
  /** The requests and their answers, for the report of a failure. */
  lines: string[] = []

  constructor(harness: Harness, random: Random, chosen?: World) {
    this.harness = harness
    this.random = random
    const { worlds } = harness.model
    // Most happens in the first world, so that it has a past.
    this.world = chosen ?? (random.chance(60) && worlds[0] !== undefined ? worlds[0] : random.pick(worlds))
    this.mode = harness.modeOf(this.world)
  }

  /** The same turn in another world. */
  in(world: World): Turn {
    const turn = new Turn(this.harness, this.random, world)
    turn.lines = this.lines
    return turn
  }

  say(text: string): void {
    this.lines.push(shorten(text))
  }

  fail(text: string): never {
    throw new Difference(text)
  }

  async get(path: string): Promise<Answer> {
    return this.ask('GET', path)
  }

  /** A change, whose answer has to be what the model says once it is there. */
  async change<T extends Rec>(call: Call, model: () => T | Refusal): Promise<T | null> {
    const answer = await this.send(...call)
    return this.expect(answer, model())
  }

  /** A request that may be lost on its way, or whose answer may, and is then sent again with its key. */
  async send(method: Call[0], path: string, params: Params = {}): Promise<Answer> {
    if (method === 'DELETE') return this.ask(method, path)
    const { random, world } = this
    const way = random.below(100)
    if (way >= 14) return this.ask(method, path, params)
    const key = `key ${random.next()}`
    const answer = await this.#insist(way, (fault) => this.#try(method, path, params, { key, fault }))
    const { status, text } = answer
    world.kept.push({ key, at: world.clock.now, method, path, params, status, text })
    if (world.kept.length > 40) world.kept.shift()
    return answer
  }

  async #insist(way: number, ask: (fault?: string) => Promise<Answer | null>): Promise<Answer> {
    if (way < 4) {
      const fault = way < 2 ? 'drop=request' : 'drop=response'
      if ((await ask(fault)) !== null) this.fail(`${fault} was answered`)
    } else if (way < 5) {
      const busy = await ask('status=503')
      if (busy?.status !== 503) this.fail(`a fault of 503 answered ${busy?.status}`)
    } else if (way < 7) {
      const [one, other] = await Promise.all([ask(), ask()])
      if (one === null || one.text !== other?.text)
        return this.fail(`two requests with one key differ: ${one?.text} / ${other?.text}`)
      return one
    }
    return this.#there(await ask())
  }

  #there(answer: Answer | null): Answer {
    return answer ?? this.fail('the connection ended without an answer')
  }

  async ask(method: string, path: string, params?: Params, asking: Asking = {}): Promise<Answer> {
    return this.#there(await this.#try(method, path, params, asking))
  }

  /** `null` when the request or its answer is lost. */
  async #try(
    method: string,
    path: string,
    params: Params | undefined,
    asking: Asking,
  ): Promise<Answer | null> {
    const { sandbox } = this.harness
    const { host, key, fault } = asking
    const own = this.mode.authorization[host === undefined ? 'secret' : 'public']
    const headers: Record<string, string> = { authorization: asking.authorization ?? own }
    if (key !== undefined) headers['idempotency-key'] = key
    if (fault !== undefined) headers['sandbox-fault'] = fault
    const asForm = this.random.chance(20)
    if (params !== undefined)
      headers['content-type'] = asForm ? 'application/x-www-form-urlencoded' : 'application/json'
    const body = params === undefined ? null : asForm ? encodeForm(params) : JSON.stringify(params)
    const sent = `${method} ${path}${params === undefined ? '' : ` ${JSON.stringify(params)}`}`
    const how = [key && `key "${key}"`, fault].filter(Boolean).join(', ')
    this.say(`${this.world.account.country}${this.world.live ? ' live' : ''}  ${sent}${how && ` (${how})`}`)
    const url = `${host === undefined ? sandbox.url : sandbox.vaultUrl}${path}`
    const reply = await sandbox.fetch(url, { method, headers, body }).catch(() => null)
    if (reply === null) return null
    const text = await reply.text()
    this.say(`    -> ${reply.status} ${text}`)
    if (reply.status >= 500 && fault === undefined) this.fail(`${sent} answered ${reply.status}: ${text}`)
    return { status: reply.status, headers: reply.headers, text, body: JSON.parse(text) }
  }

  /** The answer is the refusal that the model says, or a record that is as the model has it. */
  expect<T extends Rec>(answer: Answer, verdict: T | Refusal): T | null {
    if (isRefusal(verdict)) {
      this.expectRefusal(answer, verdict)
      return null
    }
    if (answer.status !== 200)
      this.fail(`refused with ${answer.status} ${answer.body.code}, and should have been done`)
    this.agree(verdict, answer.body)
    return verdict
  }

  expectRefusal({ status, body }: Answer, verdict: Refusal): void {
    if (status !== verdict.status || body.code !== verdict.code)
      this.fail(
        `answered ${status} ${body.code ?? body.object}, and should be ${verdict.status} ${verdict.code}`,
      )
  }

  /** What the outside world does, by the library: both do it, or both refuse. */
  simulate<T extends Rec>(action: Simulated, model: () => T | Refusal): void {
    const [name, ...given] = action
    this.say(action.join(' '))
    const method: (...given: readonly unknown[]) => object = Reflect.get(this.mode.simulate, name as string)
    let done: object | null = null
    try {
      done = method(...given)
    } catch (error) {
      if (!(error instanceof SandboxError) || error.code !== 'refused') throw error
    }
    const verdict = model()
    if (isRefusal(verdict) !== (done === null)) this.fail(`was ${done === null ? 'refused' : 'done'}`)
    if (done !== null && !isRefusal(verdict)) this.agree(verdict, { ...done }, true)
  }

  /** The same, by an operation in test mode. */
  async outside<T extends Rec>(action: Simulated, call: Call, model: () => T | Refusal): Promise<void> {
    if (this.world.live) this.simulate(action, model)
    else await this.change(call, model)
  }

  /**
   * A record is shown as the model has it. An id that was not known until now is taken over.
   * @param isWhole the library shows it, with the fields that answers lack
   */
  agree(record: Rec, body: Fields, isWhole = false): void {
    if (record.id === '' && typeof body.id === 'string') record.id = body.id
    if ((record.kind === 'charge' || record.kind === 'refund') && typeof body.transaction === 'string')
      if (record.transaction?.id === '') record.transaction.id = body.transaction
    const { lacks } = this.world.profile
    const left = isWhole ? [] : (lacks[record.kind] ?? []).map((field) => [field, undefined] as const)
    const found = differences({ ...shown(record, this.world), ...Object.fromEntries(left) }, body)
    if (found.length > 0) this.fail(`${record.kind} ${record.id}: ${found.join('; ')}`)
  }

  /** One of those that fit, mostly; otherwise any of them. */
  choose<T extends Rec>(records: readonly T[], fits: (record: T) => boolean, percent = 75): T | undefined {
    const known = records.filter(({ id }) => id !== '')
    const fitting = this.random.chance(percent) ? known.filter(fits) : known
    return fitting.length === 0 ? undefined : this.random.recent(fitting)
  }
}

export type Act = (turn: Turn) => Promise<void>

/** An act on a record of this list, if there is one: in `percent` of 100 cases one that fits. */
export const on =
  <Name extends ListName>(
    list: Name,
    fits: (record: World[Name][number]) => boolean,
    percent: number,
    act: (turn: Turn, record: World[Name][number]) => unknown,
  ): Act =>
  async (turn) => {
    const records: readonly World[Name][number][] = turn.world[list]
    const record = turn.choose(records, fits, percent)
    if (record !== undefined) await act(turn, record)
  }
