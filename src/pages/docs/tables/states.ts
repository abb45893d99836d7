import type { AnyMachine } from '../../../kernel/machine'
import { chargeFlags, chargeMachine } from '../../../service/resources/charge/machine'
import { lifetime } from '../../../service/resources/charge/schema'
import { keyOf, type OccasionName } from '../../../service/resources/event/keys'
import { machines } from '../../../service/resources/models'
import { code, codes, type TopicEntry, type TopicSection } from '../content'

const titleOf = ({ name }: AnyMachine): string =>
  `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`

/** The keys of the specification and, where they differ, those of the profile omise. */
const emitsText = (emitted: readonly OccasionName[]): string => {
  const [spec, omise] = (['spec', 'omise'] as const).map((set) =>
    codes(emitted.flatMap((occasion) => keyOf(occasion, set) ?? [])),
  )
  if (spec === omise) return spec === '' ? '' : `; emits ${spec}`
  return `; emits ${spec || 'nothing'}, with the profile omise ${omise || 'nothing'}`
}

const moveEntries = ({ name, rules }: AnyMachine): readonly TopicEntry[] =>
  rules.map(({ on, from, to, emits: occasions }) => {
    const before = from.filter((state) => state !== to)
    const move = before.length === 0 ? `leaves ${code(to)} as it is` : `${codes(before)} → ${code(to)}`
    return {
      id: `${name}-${on}`,
      name: on,
      text: `${move}${emitsText(occasions as readonly OccasionName[])}`,
    }
  })

export const expiryText = (): string =>
  `A charge that is neither paid nor captured expires ${lifetime()}, or at the \`expires_at\` that it was given: a QR ` +
  'code, the page of a wallet, 3-D Secure and an authorization all last that long.'

/** A line for each move. The page draws the machine in place of them. */
const movesOf = ({ rules }: AnyMachine): readonly string[] =>
  rules.flatMap(({ on, from, to }) =>
    from.filter((state) => state !== to).map((state) => `${state} --${on}--> ${to}`),
  )

const machineSection = (machine: AnyMachine): TopicSection => ({
  id: machine.name,
  title: titleOf(machine),
  blocks: [
    `${machine.states.includes('new') ? 'A new record comes from `new`. ' : ''}These states are final: ${codes(machine.final)}.${machine === chargeMachine ? ` ${expiryText()}` : ''}`,
    ['```text', ...movesOf(machine), '```'].join('\n'),
    ...moveEntries(machine),
  ],
})

const flagNames = Object.keys(chargeFlags.paid).filter((flag) => flag !== 'status')

export const chargeFlagEntries = (): readonly TopicEntry[] =>
  Object.entries(chargeFlags).map(([standing, row]) => ({
    id: standing,
    name: standing,
    label: row.status,
    text: codes(flagNames.filter((flag) => row[flag as keyof typeof row] === true)) || 'no flag is true',
  }))

export const chargeSection = (): TopicSection => machineSection(chargeMachine)

export const otherMachines = (): readonly TopicSection[] =>
  [...new Set(Object.values(machines))].filter((one) => one !== chargeMachine).map(machineSection)
