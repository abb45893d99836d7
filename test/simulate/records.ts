/** Reads lists of the service page by page, and gives records that a schedule made their ids. */
import { listedOf } from './model/schedules'
import type { Charge, Occurrence, Transaction, Transfer } from './model/world'
import type { Body, Turn } from './turn'

interface ListBody {
  readonly data: readonly Body[]
  readonly total: number
}

export const readPage = async (turn: Turn, path: string): Promise<ListBody> => {
  const answer = await turn.get(path)
  if (answer.status !== 200) turn.fail(`${path} answered ${answer.status}`)
  return answer.body as Body & ListBody
}

type Order = 'chronological' | 'reverse_chronological'

/** A list, oldest first: all of it, or the newest `count`. */
export const readAll = async (
  turn: Turn,
  path: string,
  order: Order = 'reverse_chronological',
  count = Number.POSITIVE_INFINITY,
): Promise<readonly Body[]> => {
  const found: Body[] = []
  for (;;) {
    const limit = Math.min(100, count - found.length)
    const page = await readPage(turn, `${path}?limit=${limit}&offset=${found.length}&order=${order}`)
    found.push(...page.data)
    if (page.data.length === 0 || found.length >= Math.min(count, page.total)) break
  }
  return order === 'chronological' ? found : found.reverse()
}

type Unnamed = Charge | Transfer | Occurrence | Transaction

const name = async (turn: Turn, path: string, records: readonly Unnamed[]): Promise<void> => {
  const count = records.length - records.findIndex(({ id }) => id === '')
  if (!records.some(({ id }) => id === '')) return
  const found = await readAll(turn, path, 'reverse_chronological', count)
  for (const [index, record] of records.slice(-count).entries()) {
    const { id } = found[index] ?? turn.fail(`${path} lacks a record`)
    if (record.id !== '' && record.id !== id) turn.fail(`${path} has ${id} where ${record.id} should be`)
    record.id = id
  }
}

/** Takes over the ids of what schedules made, in the order in which lists show it. */
export const readNewRecords = async (turn: Turn): Promise<void> => {
  const { world } = turn
  await name(turn, '/transactions', world.transactions)
  await name(turn, '/charges', world.charges)
  await name(
    turn,
    '/transfers',
    world.transfers.filter(({ state }) => state !== 'deleted'),
  )
  for (const schedule of world.schedules)
    await name(turn, `/schedules/${schedule.id}/occurrences`, listedOf(world, schedule))
}
