import * as z from 'zod/mini'
import { once } from '../../kernel/json'
import { partsOf } from '../../kernel/schema'
import { renamed, toCamelCase, toSnakeCase } from '../../kernel/text'
import { about } from '../../kernel/wire'

/** The field of the dashboard's form that asks for an option. */
interface OptionField {
  readonly label: string
  readonly hint?: string
  readonly placeholder?: string
  /** The number in it that the form asks for. Default: the whole. */
  readonly part?: string
  /** Its values, or some of them if it is `free`, with their texts. */
  readonly options?: readonly (string | readonly [value: string, text: string])[]
  readonly free?: true
  /** What true means. */
  readonly yes?: string
}

interface OptionLook<V> {
  /** Default: the form does not ask for it. */
  readonly field?: OptionField
  /** What happens to the request or delivery, as the end of a sentence. */
  readonly says?: (value: V) => string
}

export interface FaultOption extends OptionLook<unknown> {
  readonly text: string
  readonly type: z.core.$ZodType
  /** The value that a fault has without it; `undefined` for an option that becomes another one. */
  readonly usual: unknown
  /** The form of the value in answers, where that is another. */
  readonly shown?: z.core.$ZodType
}

const known = new WeakMap<z.core.$ZodType, FaultOption>()

/**
 * An option that may be left out.
 * @param text ends with its default: `. Default: every path`
 * @param usual the value that a fault has without it
 */
export const option = <T extends z.ZodMiniType, const U>(
  text: string,
  type: T,
  usual: U,
  look: OptionLook<z.output<T>> & Pick<FaultOption, 'shown'> = {},
) => {
  const schema = about(
    text,
    z.pipe(
      z.optional(type),
      z.transform(
        (value: z.output<T> | undefined) => (value ?? usual) as Exclude<z.output<T>, undefined> | U,
      ),
    ),
  )
  known.set(schema, { text, type, usual, ...look } as FaultOption)
  return schema
}

export const count = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`
  return z.int(error).check(z.minimum(min, error), z.maximum(max, error))
}

/** Which of the matches it is applied to. @param what they are */
export const turns = (what: string) => ({
  times: option(`How many ${what} it is applied to. Default: 1`, count(1, 1_000_000), 1, {
    field: { label: 'Times' },
  }),
  after: option(`How many matching ${what} pass first. Default: 0`, count(0, 1_000_000), 0, {
    field: { label: 'Skip first' },
  }),
})

/** The options in a shape, with their names in the library. */
const optionsIn = (shape: z.core.$ZodShape): readonly (readonly [name: string, option: FaultOption])[] =>
  Object.entries(shape).flatMap(([name, schema]) => {
    const found = known.get(schema)
    return found === undefined ? [] : [[name, found] as const]
  })

/** `delay_ms` for `delayMs`. On the wire a key of events is what tells a fault of deliveries: it has a name of its own. */
export const wireName = (name: string): string => (name === 'event' ? 'webhook' : toSnakeCase(name))
export const libraryName = (name: string): string => (name === 'webhook' ? 'event' : toCamelCase(name))

type Naming = (name: string) => string

/** Without its default, which an answer has as a value. */
const shownText = ({ text, usual }: FaultOption): string =>
  text.replace(/\. Default: (.*)$/, usual === null ? '; null for $1' : '')

const shownShape = (shape: z.core.$ZodShape): z.core.$ZodShape =>
  Object.fromEntries(
    Object.entries(shape).flatMap(([name, schema]) => {
      const found = known.get(schema)
      if (found === undefined) return [[name, schema] as const]
      if (found.usual === undefined) return []
      const { members } = partsOf(found.type)
      const form = found.shown ?? (members === null ? found.type : z.strictObject(shownShape(members)))
      return [[name, about(shownText(found), found.usual === null ? z.nullable(form) : form)] as const]
    }),
  )

type GivenOptions<S extends z.core.$ZodShape> = z.output<z.ZodMiniObject<S, z.core.$strict>>

interface KindTable<S extends z.core.$ZodShape, F> {
  readonly title: string
  readonly schema: () => z.ZodMiniObject<S, z.core.$strict>
  /** Those of its options that say what happens: it needs one of them. */
  readonly effects: () => z.core.$ZodShape
  /** Options that do not go together. */
  readonly rules: readonly {
    /** The option to blame. */
    readonly of: keyof S & string
    /** Names other options as the library does: its reader gets those of the caller. */
    readonly why: string
    readonly isBroken: (given: GivenOptions<S>) => boolean
  }[]
  /** What a row keeps of the options. */
  readonly row: (given: GivenOptions<S>) => F
}

/**
 * A kind of faults. The library, the control plane, the documentation, the tools for agents and the dashboard follow from
 * its options.
 */
export const faultKind = <S extends z.core.$ZodShape, F>({
  title,
  schema,
  effects,
  rules,
  row,
}: KindTable<S, F>) => {
  const given = (fault: object) => renamed(fault, libraryName) as GivenOptions<S>
  const form = (shape: z.core.$ZodShape, naming: Naming) => {
    const names = Object.keys(effects()).map(naming)
    const flaws = rules.map(({ of, why, isBroken }) =>
      z.refine<object>((fault) => !isBroken(given(fault)), {
        error: why.replace(/\b[a-z]+[A-Z]\w*/g, naming),
        path: [naming(of)],
      }),
    )
    const checked = z.strictObject(shape).check(
      z.meta({ title }),
      z.refine(
        (fault) => names.some((name) => Boolean(fault[name])),
        `does nothing: give ${names.slice(0, -1).join(', ')} or ${names.at(-1)}`,
      ),
      ...flaws,
    )
    return z.pipe(
      checked,
      z.transform((fault) => row(given(fault))),
    ) as z.ZodMiniType<F>
  }
  return {
    options: () => optionsIn(schema().shape),
    effects: () => optionsIn(effects()),
    /** As the library takes it. */
    library: once(() => form(schema().shape, (name) => name)),
    /** As the control plane takes it. */
    wire: once(() => {
      const shape: z.core.$ZodShape = schema().shape
      const event = shape.event === undefined ? undefined : known.get(shape.event)
      const webhook = event === undefined ? {} : { webhook: about(shownText(event), event.type) }
      return form({ ...renamed(shape, wireName), ...webhook }, wireName)
    }),
    /** As the control plane shows it. */
    shown: () => renamed<z.core.$ZodType>(shownShape(schema().shape), wireName),
  }
}
