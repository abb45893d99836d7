/** What happens to schedules. */
import type { Params } from '../support/form'
import { amountRefusal } from './model/charges'
import {
  activateSchedule,
  dayOf,
  deleteSchedule,
  firstDay,
  isActive,
  runNow,
  startSchedule,
  suspendSchedule,
} from './model/schedules'
import { day, refused, type Schedule } from './model/world'
import { readNewRecords } from './records'
import { type Act, type Call, on, type Turn } from './turn'

const weekdayNames = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
const dateText = (time: number): string => new Date(time).toISOString().slice(0, 10)

const rule = ({ random, world }: Turn) => {
  const period = random.pick(['day', 'week', 'week', 'month', 'month'] as const)
  const startOn = dayOf(world.clock.now) + random.pick([0, 0, 1, 5, 30]) * day
  return {
    ...{ every: random.between(1, 3), period, startOn },
    endOn: startOn + random.pick(period === 'day' ? [0, 3, 20] : [10, 100, 400]) * day,
    weekdays: period === 'week' ? [...new Set([random.below(7), random.below(7)])] : [],
    daysOfMonth: period === 'month' ? [...new Set([random.between(1, 31), random.pick([-1, -3, 1])])] : [],
  }
}

type Purpose = Pick<Schedule, 'charge' | 'transfer'>

const purpose = (turn: Turn): Purpose | null => {
  const { random, world } = turn
  if (random.chance(60)) {
    const customer = turn.choose(world.customers, ({ standard }) => standard !== null, 100)
    if (customer === undefined) return null
    const { currency } = world.account
    const amount = random.chance(95) ? random.between(2000, 50_000) : 1
    const card = random.chance(25) ? customer.standard : null
    return { charge: { customer, amount, currency, card }, transfer: null }
  }
  const recipient = turn.choose(world.recipients, ({ deleted }) => !deleted, 100)
  if (recipient === undefined) return null
  const amount = random.chance(60) ? random.between(3001, 20_000) : null
  return {
    charge: null,
    transfer: { recipient, amount, percentage: amount === null ? random.between(1, 100) : 0 },
  }
}

const paramsOf = ({ charge, transfer, ...schedule }: Omit<Schedule, 'kind' | 'id' | 'at'>): Params => {
  const { every, period, weekdays, daysOfMonth } = schedule
  const days = {
    day: {},
    week: { on: { weekdays: weekdays.map((at) => weekdayNames[at]) } },
    month: { on: { days_of_month: daysOfMonth } },
  }
  return {
    ...{ every, period, start_on: dateText(schedule.startOn), end_on: dateText(schedule.endOn) },
    ...days[period],
    charge: charge
      ? { customer: charge.customer.id, amount: charge.amount, card: charge.card?.id }
      : undefined,
    transfer: transfer
      ? {
          recipient: transfer.recipient.id,
          ...(transfer.amount === null
            ? { percentage_of_balance: transfer.percentage }
            : { amount: transfer.amount }),
        }
      : undefined,
  }
}

const make: Act = async (turn) => {
  const { world } = turn
  const what = purpose(turn)
  // A long schedule is expensive to run: a few of them are enough.
  if (what === null || world.schedules.filter(isActive).length >= 6) return
  const schedule: Schedule = {
    ...{ kind: 'schedule', id: '', at: world.clock.now, ...rule(turn), ...what },
    ...{ occurrences: [], state: 'running', nextOn: null, endedAt: null },
  }
  const { charge } = what
  const made = await turn.change(['POST', '/schedules', paramsOf(schedule)], () => {
    const isTooSmall = charge !== null && amountRefusal(world, charge.amount, charge.currency) !== null
    return isTooSmall || firstDay(world, schedule) === null
      ? refused(400, 'bad_request')
      : startSchedule(world, schedule)
  })
  if (made !== null) await readNewRecords(turn)
}

const act = (way: string, fits: (schedule: Schedule) => boolean, model: typeof suspendSchedule): Act =>
  on('schedules', fits, 75, async (turn, schedule) => {
    const path = `/schedules/${schedule.id}`
    const call: Call = way === '' ? ['DELETE', path] : ['POST', `${path}/${way}`]
    await turn.change(call, () => model(turn.world, schedule))
    await readNewRecords(turn)
  })

const runIt = on('schedules', isActive, 80, async (turn, schedule) => {
  turn.simulate(['runSchedule', schedule.id], () => runNow(turn.world, schedule))
  await readNewRecords(turn)
})

/** How often each happens, in comparison with the others. */
export const scheduleActs = {
  'make a schedule': [3, make],
  'suspend a schedule': [1, act('suspend', isActive, suspendSchedule)],
  'activate a schedule': [1, act('activate', ({ state }) => state === 'suspended', activateSchedule)],
  'delete a schedule': [1, act('', ({ state }) => state !== 'deleted', deleteSchedule)],
  'run a schedule': [1, runIt],
} as const
