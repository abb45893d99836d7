/** What happens to charges that are there: captures, payers, refunds and disputes. */
import {
  answerDispute,
  closeDispute,
  isClosed,
  isDisputable,
  isRefundable,
  openDispute,
  refundCharge,
} from './model/after'
import {
  captureCharge,
  confirmCharge,
  expireCharge,
  failCharge,
  lapseCharge,
  payCharge,
  reverseCharge,
} from './model/charges'
import { emit } from './model/events'
import { failsAfterConfirming } from './model/shown'
import { type Charge, type Dispute, refused } from './model/world'
import { on, type Turn } from './turn'

const isWaiting = ({ state }: Charge): boolean => state === 'waiting'
const isHeld = ({ state }: Charge): boolean => state === 'held'

const capture = on('charges', isHeld, 75, (turn, charge) => {
  const share = turn.random.pick([null, null, 50, 100, 101, turn.random.between(1, 100)])
  const asked = share === null ? null : Math.max(1, Math.ceil((charge.amount * share) / 100))
  const params = asked === null ? {} : { capture_amount: asked }
  return turn.change(['POST', `/charges/${charge.id}/capture`, params], () =>
    captureCharge(turn.world, charge, asked),
  )
})

/** An operation on a charge that takes no parameters. */
const operate = (name: string, fits: typeof isHeld, percent: number, model: typeof reverseCharge) =>
  on('charges', fits, percent, (turn, charge) =>
    turn.change(['POST', `/charges/${charge.id}/${name}`], () => model(turn.world, charge)),
  )

/** The cardholder's answer on the page of the bank. */
const answerOnPage = async (turn: Turn, { id }: Charge, result: string): Promise<void> => {
  const { body } = await turn.get(`/charges/${id}`)
  const page = await turn.harness.sandbox.fetch(String(body.authorize_uri), {
    method: 'POST',
    body: `result=${result}`,
  })
  await page.text()
  turn.say(`POST ${body.authorize_uri} result=${result} -> ${page.status}`)
  if (![200, 302].includes(page.status)) turn.fail(`the page answered ${page.status}`)
}

/** The payer pays, refuses or confirms: by the endpoints of test mode, the page, or the library. */
const payersTurn = on('charges', isWaiting, 85, async (turn, charge) => {
  const { world, random } = turn
  const path = `/charges/${charge.id}`
  if (charge.state !== 'waiting' || (world.live && random.chance(20)))
    return turn.change(['POST', `${path}/mark_as_paid`], () => refused(400, 'bad_request'))
  const pays = random.chance(70)
  const model = () => (pays ? payCharge(world, charge) : failCharge(world, charge, 'failed_processing'))
  if (failsAfterConfirming(charge) || (charge.card !== null && random.chance(50))) {
    await answerOnPage(turn, charge, pays ? 'success' : 'failure')
    if (pays) confirmCharge(world, charge)
    else failCharge(world, charge, 'payment_rejected')
    turn.agree(charge, (await turn.get(path)).body)
  } else if (world.live || random.chance(40)) {
    turn.simulate([pays ? 'payCharge' : 'failCharge', charge.id], model)
  } else await turn.change(['POST', `${path}/mark_as_${pays ? 'paid' : 'failed'}`], model)
})

const isUndecided = (charge: Charge): boolean => isWaiting(charge) || isHeld(charge)

const lapse = on('charges', isUndecided, 75, (turn, charge) =>
  turn.simulate(['expireCharge', charge.id], () => lapseCharge(turn.world, charge)),
)

/** Nobody finishes the page, and the provider ends the payment. */
const giveUp = on('charges', isWaiting, 75, (turn, charge) =>
  turn.simulate(['timeOut', charge.id], () =>
    isWaiting(charge) ? failCharge(turn.world, charge, 'timeout') : refused(422, 'invalid_charge'),
  ),
)

const isAny = (): boolean => true

const changeCharge = on('charges', isAny, 75, (turn, charge) => {
  const params = {
    description: `order ${turn.random.below(5)}`,
    metadata: { tag: `t${turn.random.below(5)}` },
  }
  return turn.change(['PATCH', `/charges/${charge.id}`, params], () => {
    Object.assign(charge, params)
    emit(turn.world, charge, 'charge.update')
    return charge
  })
})

const refund = on('charges', isRefundable, 85, (turn, charge) => {
  const { world, random } = turn
  const left = charge.captured - charge.refunded
  const amount = random.pick([null, null, 1, left + 1, 0, ...Array(6).fill(random.between(1, left + 1))])
  const onlyVoid = random.chance(8)
  const params = { ...(amount === null ? {} : { amount }), ...(onlyVoid ? { void: true } : {}) }
  return turn.change(['POST', `/charges/${charge.id}/refunds`, params], () =>
    refundCharge(world, charge, { amount, onlyVoid }),
  )
})

const dispute = on('charges', isDisputable, 75, (turn, charge) =>
  turn.outside(['openDispute', charge.id], ['POST', `/charges/${charge.id}/disputes`], () =>
    openDispute(turn.world, charge),
  ),
)

const isOpen = ({ state }: Dispute): boolean => state === 'open'

const answerIt = on('disputes', isOpen, 75, (turn, one) => {
  const message = `It was delivered on day ${turn.random.below(9)}`
  return turn.change(['PATCH', `/disputes/${one.id}`, { message }], () =>
    answerDispute(turn.world, one, message),
  )
})

const isPending = (one: Dispute): boolean => !isClosed(one)

const closeIt = on('disputes', isPending, 75, (turn, one) => {
  const { world, random } = turn
  const path = `/disputes/${one.id}`
  const status = random.pick(['won', 'lost'] as const)
  if (random.chance(25))
    return turn.change(['PATCH', `${path}/accept`], () => closeDispute(world, one, 'lost', true))
  const call = ['PATCH', `${path}/close`, { status }] as const
  return turn.outside(['decideDispute', one.id, status], call, () => closeDispute(world, one, status))
})

/** How often each happens, in comparison with the others. */
export const laterActs = {
  capture: [9, capture],
  reverse: [3, operate('reverse', isHeld, 60, reverseCharge)],
  expire: [2, operate('expire', isWaiting, 75, expireCharge)],
  'the payer acts': [8, payersTurn],
  'the time to pay ends': [1, lapse],
  'a payer gives up': [1, giveUp],
  'change a charge': [2, changeCharge],
  refund: [14, refund],
  'dispute a charge': [4, dispute],
  'answer a dispute': [3, answerIt],
  'close a dispute': [4, closeIt],
} as const
