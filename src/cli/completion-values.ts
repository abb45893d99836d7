import * as z from 'zod/mini'
import { shippedFixtures } from '../fixtures/shipped'
import { type OptionName, optionRows } from '../options/config'
import { eventKeys } from '../service/resources/event/model'
import type { Command, ValueList } from './command'

/** The words that a shell offers as a value. */

/** The words that an option takes, by its check; empty for free text. */
const wordsIn = (schema: z.core.$ZodType): readonly string[] => {
  if (schema instanceof z.ZodMiniOptional) return wordsIn(schema.def.innerType)
  if (schema instanceof z.ZodMiniUnion) return schema.def.options.flatMap(wordsIn)
  return schema instanceof z.ZodMiniEnum ? schema.options.map(String) : []
}

const lists: { readonly [list in ValueList]: () => readonly string[] } = {
  'event keys': () => eventKeys,
  fixtures: shippedFixtures,
  hosts: () => ['omise'],
}

/** Options whose values have names, although any text is accepted. */
const named: { readonly [option in OptionName]?: ValueList } = { fixtures: 'fixtures', proxyHost: 'hosts' }

const longOf = (flag: string): string => /--[\w-]+/.exec(flag)?.[0] ?? flag

const valuesOf = (option: OptionName): readonly string[] => {
  const list = named[option]
  return list === undefined ? wordsIn(optionRows[option].check()) : lists[list]()
}

/** The options of all commands with words as values, by flag: a flag means the same in every command. */
const byFlag = (): ReadonlyMap<string, readonly string[]> => {
  const options = Object.entries(optionRows).flatMap(([name, { flag }]) => {
    const values = flag?.includes('<') === true ? valuesOf(name as OptionName) : []
    return flag === null || values.length === 0 ? [] : [[longOf(flag), values] as const]
  })
  return new Map([...options, ['--intercept', lists.hosts()]])
}

/** What may follow a word of the command line: a flag, an action, or the name of the command itself. */
export const valuesAfter = ({
  own = [],
  options,
  follows = {},
}: Command): readonly (readonly [word: string, values: readonly string[]])[] => {
  const flags = [
    ...own.map(([flag]) => flag),
    ...Object.values(options).flatMap((names) => names.map((name) => optionRows[name].flag)),
  ]
  const known = byFlag()
  return [
    ...Object.entries(follows).map(([word, list]) => [word, lists[list]()] as const),
    ...flags.map(longOf).flatMap((flag) => {
      const values = known.get(flag)
      return values === undefined ? [] : [[flag, values] as const]
    }),
  ]
}
