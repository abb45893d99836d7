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
import type { Turn } from './turn'

const isAboutPaying = ({ state }: Charge): boolean => state === 'waiting'

const capture = async (turn: Turn): Promise<void> => {
  const charge = turn.choose(turn.world.charges, ({ state }) => state === 'held')
  if (charge === undefined) return
  const share = turn.random.pick([null, null, 50, 100, 101, turn.random.between(1, 100)])
  const asked = share === null ? null : Math.max(1, Math.ceil((charge.amount * share) / 100))
  const params = asked === null ? {} : { capture_amount: asked }
  const answer = await turn.change('POST', `/charges/${charge.id}/capture`, params)
  turn.expect(answer, captureCharge(turn.world, charge, asked))
}

const reverse = async (turn: Turn): Promise<void> => {
  const charge = turn.choose(turn.world.charges, ({ state }) => state === 'held', 60)
  if (charge === undefined) return
  const answer = await turn.change('POST', `/charges/${charge.id}/reverse`)
  turn.expect(answer, reverseCharge(turn.world, charge))
}

const expire = async (turn: Turn): Promise<void> => {
  const charge = turn.choose(turn.world.charges, isAboutPaying)
  if (charge === undefined) return
  const answer = await turn.change('POST', `/charges/${charge.id}/expire`)
  turn.expect(answer, expireCharge(turn.world, charge))
}

/** The cardholder's answer on the page of the bank. */
const answerOnPage = async (turn: Turn, { id }: Charge, result: string): Promise<void> => {
  const { body } = await turn.get(`/charges/${id}`)
  const page = await turn.stage.sandbox.fetch(String(body.authorize_uri), {
    method: 'POST',
    body: `result=${result}`,
  })
  await page.text()
  turn.say(`POST ${body.authorize_uri} result=${result} -> ${page.status}`)
  if (![200, 302].includes(page.status)) turn.fail(`the page answered ${page.status}`)
}

/** The payer pays, refuses or confirms: by the endpoints of test mode, the page, or the library. */
const payersTurn = async (turn: Turn): Promise<void> => {
  const { world, random, mode } = turn
  const charge = turn.choose(world.charges, isAboutPaying, 85)
  if (charge === undefined) return
  if (charge.state !== 'waiting' || (world.live && random.chance(20))) {
    const answer = await turn.change('POST', `/charges/${charge.id}/mark_as_paid`)
    return turn.expectRefusal(answer, refused(400, 'bad_request'))
  }
  const pays = random.chance(70)
  if (failsAfterConfirming(charge) || (charge.card !== null && random.chance(50))) {
    await answerOnPage(turn, charge, pays ? 'success' : 'failure')
    if (pays) confirmCharge(world, charge)
    else failCharge(world, charge, 'payment_rejected')
    turn.agree(charge, (await turn.get(`/charges/${charge.id}`)).body)
  } else if (world.live || random.chance(40)) {
    const way = pays ? 'payCharge' : 'failCharge'
    turn.pull(
      `${way} ${charge.id}`,
      () => mode.simulate[way](charge.id),
      () => (pays ? payCharge(world, charge) : failCharge(world, charge, 'failed_processing')),
    )
  } else {
    const answer = await turn.change('POST', `/charges/${charge.id}/mark_as_${pays ? 'paid' : 'failed'}`)
    turn.expect(answer, pays ? payCharge(world, charge) : failCharge(world, charge, 'failed_processing'))
  }
}

const lapse = async (turn: Turn): Promise<void> => {
  const charge = turn.choose(turn.world.charges, ({ state }) => state === 'waiting' || state === 'held')
  if (charge === undefined) return
  turn.pull(
    `expireCharge ${charge.id}`,
    () => turn.mode.simulate.expireCharge(charge.id),
    () => lapseCharge(turn.world, charge),
  )
}

/** Nobody finishes the page, and the provider ends the payment. */
const giveUp = async (turn: Turn): Promise<void> => {
  const { world, mode } = turn
  const charge = turn.choose(world.charges, isAboutPaying)
  if (charge === undefined) return
  turn.pull(
    `timeOut ${charge.id}`,
    () => mode.simulate.timeOut(charge.id),
    () => (isAboutPaying(charge) ? failCharge(world, charge, 'timeout') : refused(422, 'invalid_charge')),
  )
}

const changeCharge = async (turn: Turn): Promise<void> => {
  const charge = turn.choose(turn.world.charges, () => true)
  if (charge === undefined) return
  const params = {
    description: `order ${turn.random.below(5)}`,
    metadata: { tag: `t${turn.random.below(5)}` },
  }
  const answer = await turn.change('PATCH', `/charges/${charge.id}`, params)
  Object.assign(charge, params)
  emit(turn.world, charge, 'charge.update')
  turn.expect(answer, charge)
}

const refund = async (turn: Turn): Promise<void> => {
  const { world, random } = turn
  const charge = turn.choose(world.charges, isRefundable, 85)
  if (charge === undefined) return
  const left = charge.captured - charge.refunded
  const amount = random.pick([null, null, 1, left + 1, 0, ...Array(6).fill(random.between(1, left + 1))])
  const onlyVoid = random.chance(8)
  const answer = await turn.change('POST', `/charges/${charge.id}/refunds`, {
    ...(amount === null ? {} : { amount }),
    ...(onlyVoid ? { void: true } : {}),
  })
  turn.expect(answer, refundCharge(world, charge, { amount, onlyVoid }))
}

const dispute = async (turn: Turn): Promise<void> => {
  const { world, mode } = turn
  const charge = turn.choose(world.charges, isDisputable)
  if (charge === undefined) return
  if (world.live) {
    turn.pull(
      `openDispute ${charge.id}`,
      () => mode.simulate.openDispute(charge.id),
      () => openDispute(world, charge),
    )
    return
  }
  const answer = await turn.change('POST', `/charges/${charge.id}/disputes`)
  turn.expect(answer, openDispute(world, charge))
}

const isOpen = ({ state }: Dispute): boolean => state === 'open'

const answerIt = async (turn: Turn): Promise<void> => {
  const one = turn.choose(turn.world.disputes, isOpen)
  if (one === undefined) return
  const message = `It was delivered on day ${turn.random.below(9)}`
  const answer = await turn.change('PATCH', `/disputes/${one.id}`, { message })
  turn.expect(answer, answerDispute(turn.world, one, message))
}

const closeIt = async (turn: Turn): Promise<void> => {
  const { world, random, mode } = turn
  const one = turn.choose(world.disputes, (each) => !isClosed(each))
  if (one === undefined) return
  const outcome = random.pick(['won', 'lost'] as const)
  if (random.chance(25)) {
    const answer = await turn.change('PATCH', `/disputes/${one.id}/accept`)
    turn.expect(answer, closeDispute(world, one, 'lost', true))
  } else if (!world.live) {
    const answer = await turn.change('PATCH', `/disputes/${one.id}/close`, { status: outcome })
    turn.expect(answer, closeDispute(world, one, outcome))
  } else {
    turn.pull(
      `decideDispute ${one.id} ${outcome}`,
      () => mode.simulate.decideDispute(one.id, outcome),
      () => closeDispute(world, one, outcome),
    )
  }
}

/** How often each happens, in comparison with the others. */
export const laterActs = {
  capture: [9, capture],
  reverse: [3, reverse],
  expire: [2, expire],
  'the payer acts': [8, payersTurn],
  'the time to pay ends': [1, lapse],
  'a payer gives up': [1, giveUp],
  'change a charge': [2, changeCharge],
  refund: [14, refund],
  'dispute a charge': [4, dispute],
  'answer a dispute': [3, answerIt],
  'close a dispute': [4, closeIt],
} as const
