/**
 * Everything that can be done to a sandbox, as steps that a property draws and shrinks. A step is plain data: which
 * record it is about, and in which way, is said by numbers, so that a shorter story still makes sense.
 */
import fc from 'fast-check'
import { expect } from 'vitest'
import type { Sandbox } from '../../src/index'
import { type Outcome, Scene, type Step } from './story-scene'
import { type Act, acts } from './story-steps'

export const stepNames = Object.keys(acts)

/** Steps that belong together: a topic begins with what the others need. */
const topics: readonly (readonly [begin: readonly string[], go: RegExp])[] = [
  [['hold a card'], /^(capture|reverse|refund|void|time passes|the time to pay ends|change a charge)$/],
  [['ask a cardholder'], /^(the pay|mark as|expire|refund|capture|the time to pay ends)/],
  [['charge by source'], /^(mark as|the pay|expire|refund|void|a source|the time to pay ends)/],
  [['make a source'], /source/],
  [['charge a card'], /^(refund|void|time passes|dispute over|the cardholder disputes)$/],
  [['charge a card', 'the cardholder disputes'], /dispute|evidence|bank decides|refund|time passes/],
  [['charge a card', 'the cardholder disputes', 'upload evidence'], /evidence|a dispute$/],
  [['make a customer', 'make a token'], /customer|card|token|time passes/],
  [['charge a card', 'make a transfer'], /transfer|^the bank (sends|pays|refuses)|time passes/],
  [
    ['charge a card', 'make a transfer', 'send a transfer'],
    /^the bank (pays|refuses)|(change|send|pay|make) a transfer$/,
  ],
  [['make a recipient', 'verify a recipient'], /a recipient$|bank checks/],
  [['make a recipient'], /recipient|bank checks|make a transfer|time passes/],
  [['make a customer', 'schedule charges'], /time passes|change a customer|suspend or activate/],
  [
    ['make a customer', 'schedule charges', 'time passes', 'change a customer', 'change a customer'],
    /time passes|change a customer/,
  ],
  [['make a customer', 'schedule charges'], /a schedule|occurrence|time passes|delete a card/],
  [
    ['make a recipient', 'verify a recipient', 'charge a card', 'schedule transfers'],
    /a schedule|occurrence|time passes|delete a recipient/,
  ],
  [['make a link'], /link|refund|void|dispute/],
  [['a receiver listens', 'charge a card'], /secret|account|receiver|search|time passes|make a link/],
]

const stepOf = (names: readonly string[]): fc.Arbitrary<Step> =>
  fc.record({
    do: fc.constantFrom(...names),
    pick: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat({ max: 9 }) }),
    way: fc.nat({ max: 29 }),
    live: fc.oneof(
      { weight: 30, arbitrary: fc.constant(false) },
      { weight: 1, arbitrary: fc.constant(true) },
    ),
  })

const episodes = topics.map(([begin, go]) =>
  fc
    .tuple(
      fc.tuple(...begin.map((name) => stepOf([name]))),
      fc.array(stepOf(stepNames.filter((name) => go.test(name))), {
        minLength: 1,
        maxLength: 6,
        size: 'max',
      }),
    )
    .map(([made, happens]) => [...made, ...happens]),
)

/** Some episodes one after the other; what one left behind the next may pick up. */
export const story: fc.Arbitrary<readonly Step[]> = fc
  .array(fc.oneof(...episodes, fc.array(stepOf(stepNames), { maxLength: 4 })), { maxLength: 3, size: 'max' })
  .map((parts) => parts.flat())

const actOf = ({ do: name }: Step): Act => acts[name] ?? expect.fail(`nobody can ${name}`)

/** Does all of it, one after the other, and tells how each step went. */
export const tell = async (sandbox: Sandbox, steps: readonly Step[]): Promise<readonly Outcome[]> => {
  const outcomes: Outcome[] = []
  for (const one of steps) outcomes.push(await actOf(one)(new Scene(sandbox, one)))
  return outcomes
}
