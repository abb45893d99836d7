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

const newestFirst = 'order=reverse_chronological'

/** The newest `count` of a list, oldest first. */
const readNewest = async (turn: Turn, path: string, count: number): Promise<readonly Body[]> => {
  const found: Body[] = []
  while (found.length < count) {
    const limit = Math.min(100, count - found.length)
    const { data } = await readPage(turn, `${path}?limit=${limit}&offset=${found.length}&${newestFirst}`)
    if (data.length < limit) turn.fail(`${path} ends after ${found.length + data.length}, not ${count}`)
    found.push(...data)
  }
  return found.reverse()
}

export const readAll = async (turn: Turn, path: string): Promise<readonly Body[]> => {
  const found: Body[] = []
  for (;;) {
    const { data, total } = await readPage(turn, `${path}?limit=100&offset=${found.length}&${newestFirst}`)
    found.push(...data)
    if (data.length === 0 || found.length >= total) return found.reverse()
  }
}

type Unnamed = Charge | Transfer | Occurrence | Transaction

const name = async (turn: Turn, path: string, records: readonly Unnamed[]): Promise<void> => {
  const count = records.length - records.findIndex(({ id }) => id === '')
  if (!records.some(({ id }) => id === '')) return
  const found = await readNewest(turn, path, count)
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
