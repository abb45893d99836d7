/** Recorded answers as data. The sandbox's own answers are compared with them under the profile `omise`. */

type LeafType = 'string' | 'integer' | 'boolean' | 'array' | 'object' | 'null'

interface RecordedField {
  readonly name: string
  /** Left out where the answer depends on what the caller gave. */
  readonly type?: LeafType
  /** Left out where it belongs to one recording. */
  readonly value?: unknown
}

/** An object within the answer: `source.scannable_code`, `payment_methods[]`; the answer itself is `.`. */
interface RecordedPart {
  readonly path: string
  readonly fields: readonly RecordedField[]
}

export interface RecordedShape {
  readonly name: string
  /** A public repository and a file in it. */
  readonly source: string
  readonly date: string
  /** Whether the service has no other field, except those of `laterFields`. */
  readonly complete: boolean
  readonly parts: readonly RecordedPart[]
  /** By the path of each difference, why the profile `omise` shows something else. */
  readonly differs?: Readonly<Record<string, string>>
}

interface Declaration extends Omit<RecordedShape, 'parts' | 'complete'> {
  /** Default: true. */
  readonly complete?: boolean
  /** By the path of each object its fields: `name`, `name:type` or `name=value`, the value as JSON. */
  readonly fields: Readonly<Record<string, string>>
}

const field = ([, name = '', type, value]: RegExpMatchArray): RecordedField => ({
  name,
  ...(type === undefined ? {} : { type: type as LeafType }),
  ...(value === undefined ? {} : { value: JSON.parse(value) }),
})

export const recordedShape = ({ fields, complete = true, ...rest }: Declaration): RecordedShape => ({
  ...rest,
  complete,
  parts: Object.entries(fields).map(([path, words]) => ({
    path,
    fields: [...words.matchAll(/(\w+)(?::(\w+)|=("[^"]*"|\S+))?/g)].map(field),
  })),
})

/** Fields that some recordings of 2023 to 2026 have and others have not, by the object. */
const laterFields: Readonly<Record<string, readonly string[]>> = {
  charge: [
    ...['acquirer_reference_number', 'approval_code', 'authenticated_by', 'authorization_type'],
    ...['authorized_amount', 'authorized_at', 'can_perform_void', 'captured_amount', 'linked_account'],
    ...['merchant_advice', 'merchant_advice_code', 'missing_3ds_fields', 'multi_capture'],
    'partially_refundable',
  ],
  source: ['promotion_code', 'qr_settings', 'supplier_id'],
  barcode: ['raw_data'],
}

export interface ShapeDifference {
  readonly path: string
  readonly kind: 'missing' | 'extra' | 'type' | 'null' | 'value'
  readonly text: string
}

type Shown = Readonly<Record<string, unknown>>
const isShown = (value: unknown): value is Shown => typeof value === 'object' && value !== null

const typeOf = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}

/** The objects at a path; each member of a list is one. */
const objectsAt = (answer: unknown, path: string): readonly unknown[] => {
  if (path === '.') return [answer]
  let found: readonly unknown[] = [answer]
  for (const step of path.split('.')) {
    const name = step.replace('[]', '')
    const inner = found.map((value) => (isShown(value) ? value[name] : undefined))
    found = step.endsWith('[]') ? inner.flat() : inner
  }
  return found
}

/** Where an answer differs from a recorded one. Of lists, the types and values of the first member count. */
export const differencesFrom = (
  { parts, complete }: RecordedShape,
  answer: unknown,
): readonly ShapeDifference[] =>
  parts.flatMap(({ path, fields }) => {
    const at = (name: string): string => (path === '.' ? name : `${path}.${name}`)
    const [first, ...others] = objectsAt(answer, path)
    if (!isShown(first)) return [{ path, kind: 'missing', text: `is ${JSON.stringify(first)}` }]
    const later = new Set(laterFields[String(first.object)])
    const known = new Set(fields.map(({ name }) => name))
    const names = new Set([first, ...others].filter(isShown).flatMap((one) => Object.keys(one)))
    const extra = complete ? [...names].filter((name) => !known.has(name) && !later.has(name)) : []
    return [
      ...extra.map((name): ShapeDifference => ({ path: at(name), kind: 'extra', text: 'was not recorded' })),
      ...fields.flatMap((one) => fieldDifference(one, first, at(one.name))),
    ]
  })

const fieldDifference = (
  { name, type, value }: RecordedField,
  shown: Shown,
  path: string,
): readonly ShapeDifference[] => {
  if (!(name in shown)) return [{ path, kind: 'missing', text: 'is not there' }]
  const given = shown[name]
  if (value !== undefined) {
    const isEqual = JSON.stringify(given) === JSON.stringify(value)
    if (isEqual) return []
    return [
      { path, kind: 'value', text: `is ${JSON.stringify(given)}, recorded is ${JSON.stringify(value)}` },
    ]
  }
  if (type === undefined || typeOf(given) === type) return []
  const kind = type === 'null' || given === null ? 'null' : 'type'
  return [{ path, kind, text: `is ${JSON.stringify(given)}, recorded is a value of type ${type}` }]
}

/** A fixture of the PHP client of the service, most of them of one day. */
export const omisePhp = (file: string, date = '2025-03-20') => ({
  source: `omise/omise-php tests/fixtures/api.omise.co/${file}.json`,
  date,
})
