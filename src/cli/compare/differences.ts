import { isObject } from '../../kernel/json'
import { noField as missing } from '../../service/explained'
import { canBeOneEvent } from '../../service/resources/event/keys'
import { areIds, compareTexts, type TextContext } from './texts'

type DifferenceKind =
  | 'status'
  | 'error code'
  | 'missing'
  | 'extra'
  | 'type'
  | 'null'
  | 'form'
  | 'value'
  | 'order'

/** One field in which the two services differ. */
export interface FieldDifference {
  readonly kind: DifferenceKind
  /** `refunds.data[0].amount`, or `status` */
  readonly field: string
  /** The `object` of the record that has the field, such as `refund`; '' when it has none. */
  readonly of: string
  readonly sandbox: unknown
  readonly other: unknown
  /** The records that have the field, of the sandbox and of the other service; a member that one list lacks itself. */
  readonly records: readonly [unknown, unknown]
}

export interface DifferenceContext extends TextContext {
  /** Values belong to the account: names and types are compared. */
  readonly isOfAccount: boolean
  readonly onDifference: (difference: FieldDifference) => void
}

interface FieldPlace {
  /** '' for the answer itself. */
  readonly path: string
  /** Of the field itself, or of the list that it is in. */
  readonly name: string
  readonly of: string
  readonly records: FieldDifference['records']
}

export const typeOf = (value: unknown): string =>
  Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value

/** Stands for a record in a report: its id, and its subject. */
const labelOf = (record: unknown): unknown => {
  if (!isObject(record)) return record
  const { id, key, object, code, name, is } = record
  if (typeof is === 'string') return `${String(object)}: ${is}`
  if (typeof key === 'string' && typeof id === 'string') return `${key} ${id}`
  return id ?? key ?? code ?? name ?? object ?? record
}

const reportAt = (
  context: DifferenceContext,
  { path, of, records }: FieldPlace,
  kind: DifferenceKind,
  sandbox: unknown,
  other: unknown,
): void => context.onDifference({ kind, field: path, of, records, sandbox, other })

/** Compares two values at one place, and reports each difference. */
export const compareValues = (
  own: unknown,
  other: unknown,
  place: FieldPlace,
  context: DifferenceContext,
): void => {
  const report = (kind: DifferenceKind): void => reportAt(context, place, kind, own, other)
  const [type, otherType] = [typeOf(own), typeOf(other)]
  // The account may have what the sandbox leaves out.
  if (context.isOfAccount && type === 'null') return
  if (type !== otherType) report(type === 'null' || otherType === 'null' ? 'null' : 'type')
  else if (Array.isArray(own) && Array.isArray(other)) compareLists(own, other, place, context)
  else if (isObject(own) && isObject(other)) compareRecords(own, other, place, context)
  else if (typeof own === 'string' && typeof other === 'string') {
    const verdict = compareTexts(own, other, fieldIn(place), context)
    if (verdict !== 'same') report(verdict)
  } else if (own !== other) report('value')
}

/** An error's `location`, the address of a text about it, may be any. */
const fieldIn = ({ name, of }: FieldPlace): string =>
  of === 'error' && name === 'location' ? 'message' : name

const compareRecords = (
  own: Readonly<Record<string, unknown>>,
  other: Readonly<Record<string, unknown>>,
  place: FieldPlace,
  context: DifferenceContext,
): void => {
  const of = typeof own.object === 'string' ? own.object : place.of
  for (const name of new Set([...Object.keys(own), ...Object.keys(other)])) {
    const path = place.path === '' ? name : `${place.path}.${name}`
    const part = { path, name, of, records: [own, other] as const }
    const [has, otherHas] = [Object.hasOwn(own, name), Object.hasOwn(other, name)]
    if (has && otherHas) compareValues(own[name], other[name], part, context)
    else if (has) reportAt(context, part, 'missing', own[name], missing)
    else reportAt(context, part, 'extra', missing, other[name])
  }
}

const compareLists = (
  own: readonly unknown[],
  other: readonly unknown[],
  place: FieldPlace,
  context: DifferenceContext,
): void => {
  const { matches, left, others } = alignedWith(own, other, context)
  for (const { i, j } of matches)
    compareValues(own[i], other[j], { ...place, path: `${place.path}[${i}]` }, context)
  const memberAt = (i: number, record: unknown): FieldPlace => ({
    ...place,
    path: `${place.path}[${i}]`,
    records: [record, record],
  })
  for (const i of left) reportAt(context, memberAt(i, own[i]), 'missing', labelOf(own[i]), missing)
  for (const j of others) reportAt(context, memberAt(j, other[j]), 'extra', missing, labelOf(other[j]))
  const otherOrder = matches.toSorted((a, b) => a.j - b.j)
  if (otherOrder.every((match, k) => match === matches[k])) return
  const labels = (order: typeof matches): readonly unknown[] => order.map(({ i }) => labelOf(own[i]))
  reportAt(context, place, 'order', labels(matches), labels(otherOrder))
}

/** How deep two records are compared for likeness. */
const deepest = 2
/** Records that share fewer of their fields are different things. */
const leastShare = 0.5

/** An id that belongs to the other one says more than fields that many records have in common. */
const weightOfId = 20

interface LikenessOf {
  readonly context: TextContext
  readonly sum: { alike: number; of: number }
}

const addLikeness = (own: unknown, other: unknown, of: LikenessOf, name: string, depth: number): void => {
  const { context, sum } = of
  if (isObject(own) && isObject(other)) {
    if (depth === deepest) return
    for (const [field, value] of Object.entries(own)) addLikeness(value, other[field], of, field, depth + 1)
    return
  }
  if (Array.isArray(own) || (own === null && other === null)) return
  const areTexts = typeof own === 'string' && typeof other === 'string'
  if (areTexts && areIds(own, other)) {
    if (!context.pairs.knows(own, other)) return
    if (context.pairs.isPair(own, other)) sum.alike += weightOfId
    sum.of += weightOfId
    return
  }
  // What happened is the heart of an event.
  const weight = name === 'key' || name === 'object' ? weightOfId / 2 : 1
  sum.of += weight
  if (areTexts ? compareTexts(own, other, name, context) !== 'value' : own === other) sum.alike += weight
}

/** From 0 to 1. */
const likeness = (own: unknown, other: unknown, context: TextContext): number => {
  if (!isObject(own) || !isObject(other)) return own === other ? 1 : 0
  if (own.object === 'event' && !canBeOneEvent(own.key, other.key)) return 0
  const sum = { alike: 0, of: 0 }
  addLikeness(own, other, { context: { ...context, isNoting: false }, sum }, '', 0)
  return sum.of === 0 ? 1 : sum.alike / sum.of
}

const idOf = (record: unknown): string | null =>
  isObject(record) && typeof record.id === 'string' ? record.id : null

/**
 * Finds for each member of a list its partner in another: by its id if known, else by likeness.
 * @returns the partners in the order of the first list, and who has none, in the first and in the second list
 */
const alignedWith = (own: readonly unknown[], other: readonly unknown[], context: TextContext) => {
  const hasRecords = own.some(isObject) || other.some(isObject)
  if (!hasRecords) return alignScalars(own, other)
  const free = new Set(other.keys())
  const partners = new Map<number, number>()
  const take = (i: number, j: number): void => {
    partners.set(i, j)
    free.delete(j)
  }
  for (const [i, one] of own.entries()) {
    const id = idOf(one)
    const found =
      id === null ? undefined : [...free].find((j) => context.pairs.isPair(id, idOf(other[j]) ?? ''))
    if (found !== undefined) take(i, found)
  }
  const pairs = own.flatMap((one, i) =>
    partners.has(i)
      ? []
      : [...free].map((j) => ({ i, j, like: likeness(one, other[j], context), away: Math.abs(i - j) })),
  )
  for (const { i, j, like } of pairs.sort((a, b) => b.like - a.like || a.away - b.away || a.i - b.i))
    if (like >= leastShare && !partners.has(i) && free.has(j)) take(i, j)
  return {
    matches: [...partners].map(([i, j]) => ({ i, j })).sort((a, b) => a.i - b.i),
    left: [...own.keys()].filter((i) => !partners.has(i)),
    others: [...free],
  }
}

/** Words and numbers: the same ones in another order, or place by place. */
const alignScalars = (own: readonly unknown[], other: readonly unknown[]) => {
  const free = new Set(other.keys())
  const byValue = own.map((one, i) => {
    const j = other[i] === one && free.has(i) ? i : [...free].find((place) => other[place] === one)
    if (j !== undefined) free.delete(j)
    return j
  })
  const all = byValue.flatMap((j, i) => (j === undefined ? [] : [{ i, j }]))
  // One more or one less does not disturb the others.
  if (own.length !== other.length || free.size === 0)
    return { matches: all, left: [...own.keys()].filter((i) => byValue[i] === undefined), others: [...free] }
  return { matches: Array.from(own, (_, i) => ({ i, j: i })), left: [], others: [] }
}
