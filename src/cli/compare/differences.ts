import { isObject } from '../../kernel/json'
import { noField as missing } from '../../service/explained'
import { alignedWith, type Match } from './alignment'
import { compareTexts, type TextScene } from './texts'

export type DifferenceKind =
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

export interface DifferenceScene extends TextScene {
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

const typeOf = (value: unknown): string =>
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
  scene: DifferenceScene,
  { path, of, records }: FieldPlace,
  kind: DifferenceKind,
  sandbox: unknown,
  other: unknown,
): void => scene.onDifference({ kind, field: path, of, records, sandbox, other })

/** Compares two values at one place, and reports each difference. */
export const compareValues = (
  own: unknown,
  other: unknown,
  place: FieldPlace,
  scene: DifferenceScene,
): void => {
  const report = (kind: DifferenceKind): void => reportAt(scene, place, kind, own, other)
  const [type, otherType] = [typeOf(own), typeOf(other)]
  // The account may have what the sandbox leaves out.
  if (scene.isOfAccount && type === 'null') return
  if (type !== otherType) report(type === 'null' || otherType === 'null' ? 'null' : 'type')
  else if (Array.isArray(own) && Array.isArray(other)) compareLists(own, other, place, scene)
  else if (isObject(own) && isObject(other)) compareRecords(own, other, place, scene)
  else if (typeof own === 'string' && typeof other === 'string') {
    const verdict = compareTexts(own, other, fieldIn(place), scene)
    if (verdict !== 'same') report(verdict === 'another form' ? 'form' : 'value')
  } else if (own !== other) report('value')
}

/** An error's `location`, the address of a text about it, may be any. */
const fieldIn = ({ name, of }: FieldPlace): string =>
  of === 'error' && name === 'location' ? 'message' : name

const compareRecords = (
  own: Readonly<Record<string, unknown>>,
  other: Readonly<Record<string, unknown>>,
  place: FieldPlace,
  scene: DifferenceScene,
): void => {
  const of = typeof own.object === 'string' ? own.object : place.of
  for (const name of new Set([...Object.keys(own), ...Object.keys(other)])) {
    const path = place.path === '' ? name : `${place.path}.${name}`
    const part = { path, name, of, records: [own, other] as const }
    const [has, otherHas] = [Object.hasOwn(own, name), Object.hasOwn(other, name)]
    if (has && otherHas) compareValues(own[name], other[name], part, scene)
    else if (has) reportAt(scene, part, 'missing', own[name], missing)
    else reportAt(scene, part, 'extra', missing, other[name])
  }
}

const compareLists = (
  own: readonly unknown[],
  other: readonly unknown[],
  place: FieldPlace,
  scene: DifferenceScene,
): void => {
  const { matches, left, others } = alignedWith(own, other, scene)
  for (const { i, j } of matches)
    compareValues(own[i], other[j], { ...place, path: `${place.path}[${i}]` }, scene)
  const memberAt = (i: number, record: unknown): FieldPlace => ({
    ...{ ...place, path: `${place.path}[${i}]` },
    records: [record, record],
  })
  for (const i of left) reportAt(scene, memberAt(i, own[i]), 'missing', labelOf(own[i]), missing)
  for (const j of others) reportAt(scene, memberAt(j, other[j]), 'extra', missing, labelOf(other[j]))
  if (isInOrder(matches)) return
  const inOrder = (order: (match: Match) => number): readonly unknown[] =>
    [...matches].sort((a, b) => order(a) - order(b)).map(({ i }) => labelOf(own[i]))
  reportAt(
    scene,
    place,
    'order',
    inOrder(({ i }) => i),
    inOrder(({ j }) => j),
  )
}

const isInOrder = (matches: readonly Match[]): boolean =>
  matches.every(({ j }, k) => k === 0 || j > (matches[k - 1]?.j ?? -1))
