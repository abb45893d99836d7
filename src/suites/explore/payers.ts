/** What the payers of a run do: now, later, never, or twice. */
import { hourMs } from '../../kernel/calendar'
import { errorMessage } from '../../kernel/sandbox-error'
import type { ExplorePoint } from '../../service/faults/kinds'
import type { DoneAct, PayerAct } from '../../service/faults/probe'
import type { PlannedFailure } from './plan'
import type { RunStory } from './story'

/** What a payer does after the flow. */
interface LaterAct {
  /** How far the clock moves before it, in ms of the virtual clock. @param now epoch ms */
  readonly waitMs: (now: number) => number
  readonly perform: () => Promise<void>
}

/** How long a page of the shop may take, in ms of real time. */
const pageMs = 5000

/** Explorations open no page of other machines. */
const isHere = (uri: string): boolean =>
  URL.canParse(uri) &&
  /^https?:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?\//.test(new URL(uri).href)

/** Opens the page of the shop to which a payer returns. */
const openPage = async (uri: string, story: RunStory): Promise<void> => {
  try {
    const { status, body } = await fetch(uri, { signal: AbortSignal.timeout(pageMs) })
    await body?.cancel()
    story.note(`the second tab returned to ${uri}: ${status}`)
  } catch (error) {
    story.note(`the second tab could not open ${uri}: ${errorMessage(error)}`)
  }
}

export class RunPayers {
  readonly #story: RunStory
  readonly #plan: ReadonlyMap<string, PlannedFailure>
  readonly #later: LaterAct[] = []

  /** @param plan by the names of points */
  constructor(story: RunStory, plan: ReadonlyMap<string, PlannedFailure>) {
    this.#story = story
    this.#plan = plan
  }

  /** @returns `null` where it is not done now */
  act<T>(point: ExplorePoint, act: PayerAct, perform: () => T): DoneAct<T> | null {
    const { name } = point
    const { kind, moment = null } = this.#plan.get(name) ?? {}
    this.#story.note(`${name} ${act.id}`)
    if (kind !== undefined) this.#story.fault(point, kind, moment)
    if (kind === 'payer-late') {
      this.#later.push({ waitMs: () => hourMs, perform: async () => this.#try(act, perform) })
      return null
    }
    if (kind === 'payer-never') {
      const waitMs = (now: number): number => Math.max(0, (act.waitsUntil() ?? now) - now)
      this.#later.push({ waitMs, perform: async () => undefined })
      return null
    }
    const done = { result: perform(), returns: kind !== 'payer-gone' }
    if (kind === 'payer-twice') this.#again(act, perform, moment)
    return done
  }

  /**
   * Does what was put off.
   * @param now of the virtual clock, in epoch ms
   * @param move moves that clock on, in ms, and waits for the deliveries that are due then
   * @returns how far it moved in all
   */
  async actLater(now: () => number, move: (ms: number) => Promise<unknown>): Promise<number> {
    let moved = 0
    for (let act = this.#later.shift(); act !== undefined; act = this.#later.shift()) {
      const ms = act.waitMs(now())
      moved += ms
      await move(ms)
      await act.perform()
      await move(0)
    }
    return moved
  }

  /** In a second tab, which then returns to the shop as the first one does. */
  #again(act: PayerAct, perform: () => unknown, moment: string | null): void {
    const { reopens } = act
    const tryAgain = (): void => this.#try(act, perform)
    if (moment !== null) tryAgain()
    const isPage = reopens !== null && isHere(reopens)
    const page = isPage && moment !== null ? openPage(reopens, this.#story) : null
    this.#later.push({
      waitMs: () => 0,
      perform: async () => {
        if (moment === null) tryAgain()
        await (moment === null && isPage ? openPage(reopens, this.#story) : page)
      },
    })
  }

  /** The service may refuse what comes too late, or twice. */
  #try({ name, id }: PayerAct, perform: () => unknown): void {
    this.#story.note(`payer: ${name} ${id}`)
    try {
      perform()
    } catch (error) {
      this.#story.note(`it was refused: ${errorMessage(error)}`)
    }
  }
}
