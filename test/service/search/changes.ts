/** What may happen to a small shop, drawn at random. */
import fc from 'fast-check'

/** Few words, so that they meet often; some only look alike. */
const vocabulary = [
  'coffee',
  'Coffee',
  'coffees',
  'beans',
  'dark',
  'roast',
  'roast_beef',
  '1001',
  'A',
  'Crème',
  'กาแฟ',
  'ร้าน',
  'thb',
] as const
export const wordOf = fc.constantFrom(...vocabulary)
const joint = fc.constantFrom(' ', ' ', ' ', ', ', '-', ' & ', '@', '.')
export const textOf = (maxLength: number): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(wordOf, joint), { minLength: 1, maxLength })
    .map((parts) => parts.map(([word, between], i) => (i === 0 ? word : `${between}${word}`)).join(''))

export const metadataKeys = ['order', 'note', 'gift'] as const
const metadata = fc.dictionary(
  fc.constantFrom(...metadataKeys),
  fc.oneof(
    textOf(3),
    fc.nat({ max: 9 }),
    fc.boolean(),
    fc.record({ note: textOf(2) }),
    fc.array(wordOf, { maxLength: 2 }),
  ),
)
const description = fc.oneof(textOf(4), textOf(12))
const amount = fc.constantFrom(2000, 10_000, 25_050, 100_000)
const oneOf = fc.constantFrom
/** All fields, always: where a wider type is expected, the library's own would take them for optional. */
const fields = <T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> => fc.record<T>(model)

/** Each kind of change: how often it comes up, and what it is made of. */
const kinds = {
  charge: [
    6,
    fields({
      amount,
      currency: oneOf('thb', 'jpy', 'usd'),
      description,
      metadata,
      capture: fc.boolean(),
      by: oneOf('token', 'customer', 'customer', 'promptpay', 'installment_bay', 'declined'),
    }),
  ],
  customer: [3, fields({ description, metadata, email: oneOf('a@example.com', 'coffee@example.com') })],
  recipient: [2, fields({ name: textOf(2), tax_id: wordOf })],
  link: [2, fields({ title: textOf(2), description, multiple: fc.boolean(), amount })],
  schedule: [2, fields({ description, of: oneOf('charge', 'transfer') })],
  refund: [3, fields({ amount: oneOf(undefined, 100, 5000), metadata })],
  dispute: [2, fields({})],
  transfer: [2, fields({ amount: oneOf(3000, 5000), metadata })],
  'edit charge': [8, fields({ description, metadata })],
  'edit customer': [5, fields({ description, email: oneOf('b@example.com', '') })],
  'rename card': [8, fields({ name: textOf(2) })],
  'edit recipient': [5, fields({ name: textOf(2), email: oneOf('c@example.com') })],
  'edit dispute': [2, fields({ message: description })],
  act: [
    3,
    fields({
      on: oneOf(
        'charge/capture',
        'charge/reverse',
        'charge/mark_as_paid',
        'charge/mark_as_failed',
        'transfer/mark_as_sent',
        'transfer/mark_as_paid',
        'recipient/verify',
        'schedule/suspend',
        'schedule/activate',
      ),
    }),
  ],
  'close dispute': [1, fields({ status: oneOf('won', 'lost') })],
  delete: [2, fields({ what: oneOf('customer', 'recipient', 'transfer', 'schedule', 'link', 'card') })],
  advance: [2, fields({ ms: oneOf(0, 1, 1000, 3_600_000, 86_400_000) })],
  snapshot: [1, fields({})],
  restore: [1, fields({})],
} as const satisfies Record<string, readonly [number, fc.Arbitrary<object>]>

type Kinds = typeof kinds
type Of<A> = A extends fc.Arbitrary<infer T> ? T : never

/** `at` chooses among the records that it could be done to. */
export type Change = {
  [K in keyof Kinds]: { readonly kind: K; readonly at: number } & Of<Kinds[K][1]>
}[keyof Kinds]

export const changeOf: fc.Arbitrary<Change> = fc.oneof(
  ...Object.entries(kinds).map(([kind, [weight, what]]) => ({
    weight,
    arbitrary: fc
      .tuple(fc.nat({ max: 50 }), what as fc.Arbitrary<object>)
      .map(([at, rest]) => ({ kind, at, ...rest }) as Change),
  })),
)
