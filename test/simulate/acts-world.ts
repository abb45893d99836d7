/** What happens to everything: time passes, state is put aside, put back and moved; and what is read. */
import {
  checkAll,
  checkBalance,
  checkSomeList,
  checkSomeRecord,
  checkSomeSearch,
  replayWindow,
} from './checks'
import { checkEvents, checkEventsOfCharge } from './events'
import { moveTo } from './model/clock'
import { day, hour, minute, refused } from './model/world'
import { readNewRecords } from './records'
import { type Act, on, type Turn } from './turn'

/** All worlds, for what happens to every account. */
const everywhere = async (turn: Turn, work: Act): Promise<void> => {
  for (const world of turn.harness.model.worlds) await work(turn.in(world))
}

const jump = async (turn: Turn, ms: number): Promise<void> => {
  const { harness } = turn
  // What is older than 90 days is gone afterwards: it has to be read before.
  if (ms > 40 * day) await harness.settle()
  if (ms > 40 * day) await everywhere(turn, checkEvents)
  turn.say(`the clock goes on by ${ms} ms`)
  const { clock } = harness.model
  const until = clock.now + ms
  await harness.sandbox.clock.advance(ms)
  moveTo(clock, until)
  await everywhere(turn, readNewRecords)
  if (ms > 40 * day) await everywhere(turn, checkEvents)
}

const moments: readonly (readonly [weight: number, ms: (turn: Turn) => number])[] = [
  [30, ({ random }) => random.below(1000)],
  [25, ({ random }) => random.below(10) * minute],
  [20, ({ random }) => random.below(12) * hour + random.below(hour)],
  [12, () => day],
  [6, () => 7 * day],
  [4, ({ random }) => random.below(30) * day],
  [1, ({ random }) => 60 * day + random.below(60) * day],
]

const advance: Act = async (turn) => {
  await jump(turn, turn.random.weighted(moments)(turn))
}

const advanceToEdge: Act = async (turn) => {
  const { clock } = turn.harness.model
  const next = turn.random.pick([...clock.jobs.map(({ at }) => at), clock.now + day])
  // One millisecond decides whether it is too late.
  const until = next + turn.random.between(-1, 1)
  if (until > clock.now) await jump(turn, until - clock.now)
}

const advanceByYears: Act = (turn) => jump(turn, turn.random.between(1, 3) * 365 * day)

/** The same key again: the same answer, and nothing happens. */
const replay: Act = async (turn) => {
  const { world, random } = turn
  const fresh = world.kept.filter(({ at }) => at > world.clock.now - replayWindow)
  if (fresh.length === 0) return
  const { key, method, path, params, status, text } = random.pick(fresh)
  const answer = await turn.ask(method, path, { ...params }, { key })
  if (answer.headers.get('idempotent-replayed') !== 'true') turn.fail('a replay is not marked as one')
  if (answer.status !== status || answer.text !== text)
    turn.fail(`the replay answered ${answer.status} ${answer.text}, and at first it was ${status} ${text}`)
}

const unknownKey = `Basic ${btoa('skey_test_unknown:')}`

const trespass: Act = async (turn) => {
  const { random, harness, world, mode } = turn
  const denied = refused(401, 'authentication_failure')
  const read = (path: string, authorization: string) => turn.ask('GET', path, undefined, { authorization })
  if (random.chance(30)) return turn.expectRefusal(await read('/balance', unknownKey), denied)
  if (random.chance(30)) return turn.expectRefusal(await read('/charges', mode.authorization.public), denied)
  const charge = turn.choose(world.charges, () => true)
  const other = random.pick(harness.model.worlds.filter((each) => each !== world))
  if (charge === undefined) return
  const authorization = harness.modeOf(other).authorization.secret
  const path = `/charges/${charge.id}`
  const answer = random.chance(50)
    ? await read(path, authorization)
    : await turn.ask('POST', `${path}/refunds`, {}, { authorization })
  turn.expectRefusal(answer, refused(404, 'not_found'))
}

const isAny = (): boolean => true

/** A public key reads sources, or reads nothing. */
const readWithPublicKey = on('sources', isAny, 75, async (turn, source) => {
  const authorization = turn.mode.authorization.public
  const answer = await turn.ask('GET', `/sources/${source.id}`, undefined, { authorization })
  turn.expect(answer, turn.world.profile.publicKeyOfSource ?? source)
})

const readAccount: Act = async (turn) => {
  const { receiptList, tokenizationMethods } = turn.world.profile
  const receipts = await turn.get('/receipts')
  if (receipts.body.object !== receiptList) turn.fail(`receipts are a ${receipts.body.object}`)
  const { tokenization_methods: methods } = (await turn.get('/capability')).body
  if (JSON.stringify(methods) !== JSON.stringify(tokenizationMethods))
    turn.fail(`the tokenization methods are ${methods}, and should be ${tokenizationMethods}`)
}

const badLists = ['limit=101', 'limit=0', 'limit=x', 'offset=-1', 'order=newest', 'from=yesterday'] as const

const listBadly: Act = async (turn) => {
  const path = turn.random.pick(['/charges', '/events', '/transfers', '/customers'])
  const answer = await turn.get(`${path}?${turn.random.pick(badLists)}`)
  turn.expectRefusal(answer, refused(400, 'bad_request'))
}

const save: Act = async ({ harness }) => {
  await harness.settle()
  harness.save()
}

const restore: Act = async ({ harness, random }) => {
  if (harness.saved.length === 0) return
  await harness.settle()
  harness.restore(random.below(harness.saved.length))
}

/** The process ends, and another one continues from the written file. */
const goOn: Act = async ({ harness }) => {
  await harness.settle()
  if (harness.isKept) await harness.kill()
  else await harness.moveByText()
}

const startOver: Act = async ({ harness }) => {
  await harness.settle()
  harness.startOver()
}

export const readAllThereIs: Act = async (turn) => {
  await turn.harness.settle()
  await everywhere(turn, async (each) => {
    await checkAll(each)
    await checkEvents(each)
  })
}

/** How often each happens, in comparison with the others; those of less than one in a few hundred are rare. */
export const worldActs = {
  'time passes': [10, advance],
  'time passes to an edge': [2, advanceToEdge],
  'years pass': [0.04, advanceByYears],
  'read a record': [4, checkSomeRecord],
  'read a list': [6, checkSomeList],
  search: [2, checkSomeSearch],
  'read the balance': [3, checkBalance],
  'read the events of a charge': [2, checkEventsOfCharge],
  'repeat a request': [5, replay],
  'read with a public key': [0.5, readWithPublicKey],
  'read the account': [0.2, readAccount],
  trespass: [2, trespass],
  'list badly': [1, listBadly],
  'put the state aside': [0.3, save],
  'put the state back': [0.2, restore],
  'go on in another process': [0.06, goOn],
  'start over': [0.03, startOver],
  'read everything': [0.12, readAllThereIs],
} as const
