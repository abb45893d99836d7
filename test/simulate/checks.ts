/** Everything that can be read, against the model: records, lists, searches, the balance. */
import { isClosed } from './model/after'
import { balanceOf } from './model/balance'
import { liveCards } from './model/customers'
import { listedOf } from './model/schedules'
import { type Charge, day, hour, type Rec, type World } from './model/world'
import { readAll, readNewRecords, readPage } from './records'
import type { Turn } from './turn'

type List = readonly [path: string, records: readonly Rec[]]

/** Lists, with the records that they show, oldest first. */
const lists = (world: World): readonly List[] => [
  ['/charges', world.charges],
  ['/refunds', world.refunds],
  ['/customers', world.customers.filter(({ deleted }) => !deleted)],
  ['/disputes', world.disputes],
  ['/disputes/open', world.disputes.filter(({ state }) => state === 'open')],
  ['/disputes/pending', world.disputes.filter(({ state }) => state === 'pending')],
  ['/disputes/closed', world.disputes.filter(isClosed)],
  ['/recipients', world.recipients.filter(({ deleted }) => !deleted)],
  ['/transfers', world.transfers.filter(({ state }) => state !== 'deleted')],
  ['/schedules', world.schedules.filter(({ state }) => state !== 'deleted')],
  ['/transactions', world.transactions],
]

/** Lists below one record. */
const listsBelow = (turn: Turn): readonly List[] => {
  const { world } = turn
  const { charges, refunds } = world
  const charge = turn.choose(charges, ({ refunded }) => refunded > 0)
  const customer = turn.choose(world.customers, ({ deleted }) => !deleted, 100)
  const schedule = turn.choose(world.schedules, () => true)
  const ofCharge = refunds.filter((each) => each.charge === charge)
  const ofCustomer = charges.filter((each) => each.customer === customer)
  return [
    ...(charge ? [[`/charges/${charge.id}/refunds`, ofCharge] as const] : []),
    ...(customer ? [[`/customers/${customer.id}/cards`, liveCards(customer)] as const] : []),
    ...(customer ? [[`/customers/${customer.id}/charges`, ofCustomer] as const] : []),
    ...(schedule ? [[`/schedules/${schedule.id}/occurrences`, listedOf(world, schedule)] as const] : []),
  ]
}

const timeText = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString())

/** One list with random parameters: which records, how many, in which order. */
const checkList = async (turn: Turn, path: string, records: readonly Rec[]): Promise<void> => {
  const { random, world } = turn
  const oldest = records[0]?.at ?? world.clock.now
  const moment = (): number => oldest + random.below(Math.max(1, world.clock.now - oldest + 1))
  const from = random.chance(30) ? (records.length > 0 ? random.pick(records).at : moment()) : null
  const to = random.chance(30)
    ? records.length > 0 && random.chance(50)
      ? random.pick(records).at
      : moment()
    : null
  const limit = random.chance(50) ? random.between(1, 100) : null
  const offset = random.chance(40) ? random.below(records.length + 3) : null
  const order = random.pick([null, 'chronological', 'reverse_chronological'])
  const asked = Object.entries({ limit, offset, order, from: timeText(from), to: timeText(to) })
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  const fitting = records.filter(({ at }) => (from === null || at >= from) && at <= (to ?? world.clock.now))
  if ((order ?? world.profile.listOrder) !== 'chronological') fitting.reverse()
  const expected = fitting.slice(offset ?? 0, (offset ?? 0) + (limit ?? 20))
  const page = await readPage(turn, `${path}?${asked}`)
  const found = page.data.map(({ id }) => id)
  if (page.total !== fitting.length) turn.fail(`${path}?${asked} counts ${page.total}, not ${fitting.length}`)
  if (JSON.stringify(found) !== JSON.stringify(expected.map(({ id }) => id)))
    turn.fail(`${path}?${asked} shows ${found}, not ${expected.map(({ id }) => id)}`)
  for (const [index, record] of expected.entries()) turn.agree(record, page.data[index] ?? {})
}

export const checkSomeList = async (turn: Turn): Promise<void> => {
  await readNewRecords(turn)
  const [path, records] = turn.random.pick([...lists(turn.world), ...listsBelow(turn)])
  await checkList(turn, path, records)
}

const tagged = (tag: string) => (charge: Charge) => charge.metadata.tag === tag

/** Searches, with the charges that they must find. */
const searches = ({
  random,
  world,
}: Turn): readonly (readonly [query: string, fits: (charge: Charge) => boolean])[] => {
  const tag = `t${random.below(5)}`
  const order = random.below(5)
  const { currency } = world.account
  return [
    ['filters[status]=successful', ({ state }) => state === 'paid'],
    ['filters[status]=pending', ({ state }) => state === 'waiting' || state === 'held'],
    ['filters[captured]=no', ({ state }) => state !== 'paid'],
    ['filters[refunded]=true', ({ refunded }) => refunded > 0],
    ['filters[source_of_fund]=card', ({ source }) => source === null],
    [
      `filters[currency]=${random.chance(50) ? currency : currency.toUpperCase()}`,
      (charge) => charge.currency === currency,
    ],
    [`query=metadata.tag:${tag}`, tagged(tag)],
    [`query=%22order ${order}%22`, ({ description }) => description === `order ${order}`],
    [`query=metadata.tag:${tag}&filters[status]=successful`, (it) => it.state === 'paid' && tagged(tag)(it)],
  ]
}

export const checkSomeSearch = async (turn: Turn): Promise<void> => {
  await readNewRecords(turn)
  const [query, fits] = turn.random.pick(searches(turn))
  const expected = turn.world.charges.filter(fits).reverse()
  const { data, total } = await readPage(turn, `/search?scope=charge&limit=100&${query}`)
  if (total !== expected.length) turn.fail(`the search ${query} counts ${total}, not ${expected.length}`)
  // How exact a match is may decide the order of the others.
  const found = new Set(data.map(({ id }) => id))
  const missing = total > 100 ? [] : expected.filter(({ id }) => !found.has(id))
  if (missing.length > 0) turn.fail(`the search ${query} lacks ${missing.map(({ id }) => id)}`)
}

export const checkBalance = async (turn: Turn): Promise<void> => {
  const { body } = await turn.get('/balance')
  const { total, transferable } = balanceOf(turn.world)
  if (body.total !== total || body.transferable !== transferable)
    turn.fail(`the balance is ${body.total}, ${body.transferable}, and should be ${total}, ${transferable}`)
}

const pathOf = (record: Rec): string => {
  if (record.kind === 'refund') return `/charges/${record.charge.id}/refunds/${record.id}`
  return `/${record.kind}s/${record.id}`
}

/** One record of any kind by its id. */
export const checkSomeRecord = async (turn: Turn): Promise<void> => {
  const { world, random } = turn
  await readNewRecords(turn)
  const kinds: readonly (readonly Rec[])[] = [
    world.charges,
    world.sources,
    world.refunds,
    world.disputes,
    world.recipients.filter(({ deleted }) => !deleted),
    world.customers.filter(({ deleted }) => !deleted),
    world.transfers,
    world.schedules,
    world.occurrences.filter(({ id }) => id !== ''),
    world.transactions,
  ]
  const record = random.pick([
    ...random.pick(kinds),
    ...world.charges.slice(-1),
    ...world.recipients.slice(0, 1),
  ])
  const answer = await turn.get(pathOf(record))
  if (answer.status !== 200) turn.fail(`${record.kind} ${record.id} answered ${answer.status}`)
  turn.agree(record, answer.body)
}

/** All lists from end to end: nothing more, nothing less, each record as the model has it. */
export const checkAll = async (turn: Turn): Promise<void> => {
  await readNewRecords(turn)
  for (const [path, records] of lists(turn.world)) {
    const found = await readAll(turn, path)
    if (found.length !== records.length)
      turn.fail(`${path} has ${found.length} records, and should have ${records.length}`)
    for (const [index, record] of records.entries()) turn.agree(record, found[index] ?? {})
  }
  for (const source of turn.world.sources.slice(-20))
    turn.agree(source, (await turn.get(`/sources/${source.id}`)).body)
  for (const schedule of turn.world.schedules.slice(-8)) {
    const found = await readAll(turn, `/schedules/${schedule.id}/occurrences`)
    for (const [index, record] of listedOf(turn.world, schedule).entries())
      turn.agree(record, found[index] ?? {})
  }
  await checkBalance(turn)
}

export const retention = 90 * day
export const replayWindow = 24 * hour
