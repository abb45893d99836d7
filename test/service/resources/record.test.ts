/** Records as tables of their public fields. */
import { describe, expect, expectTypeOf, test } from 'vitest'
import * as z from 'zod/mini'
import * as field from '../../../src/service/resources/field'
import { record, type Shown } from '../../../src/service/resources/record'

interface CupRow {
  readonly id: string
  readonly saucer: string
  readonly filledAt: number
  readonly emptiedAt: number | null
  readonly price: number
  readonly note?: string
  readonly tea: { readonly boxNumber: number; readonly origin: string | null }
}

const cup: CupRow = {
  id: 'cup_1',
  saucer: 'sauc_2',
  filledAt: 0,
  emptiedAt: null,
  price: 7,
  tea: { boxNumber: 3, origin: null },
}
const renderContext = { livemode: false, now: 0, baseUrl: 'https://a.test' }

describe('a field without a function', () => {
  test('shows the property of its name, of the row or of an object there, in the form of its kind', () => {
    const cups = record<CupRow>()({
      id: field.id('cup'),
      location: field.location('/saucers/<saucer>/cups/<id>'),
      price: field.int('Price'),
      filled_at: field.time('When it was filled'),
      emptied_at: field.timeOrNull('When it was emptied'),
      box_number: field.int('Number of the box of tea', 'tea'),
    })
    const shown = cups.render(cup, null, renderContext)
    expect(shown).toEqual({
      id: 'cup_1',
      location: '/saucers/sauc_2/cups/cup_1',
      price: 7,
      filled_at: '1970-01-01T00:00:00.000Z',
      emptied_at: null,
      box_number: 3,
    })
    expect(cups.schema().parse(shown)).toEqual(shown)
    expectTypeOf<Shown<typeof cups>>().toEqualTypeOf<{
      id: string
      location: string
      price: number
      filled_at: string
      emptied_at: string | null
      box_number: number
    }>()
  })

  test('does not compile where the row has no such property, or one of another type', () => {
    const cups = record<CupRow>()
    // @ts-expect-error a cup has no colour
    cups({ colour: field.text('Colour') })
    // @ts-expect-error its price is a number
    cups({ price: field.text('Price') })
    // @ts-expect-error it may not have been emptied
    cups({ emptied_at: field.time('When it was emptied') })
    // @ts-expect-error it may be without a note
    cups({ note: field.text('Note') })
    // @ts-expect-error its tea may be of unknown origin
    cups({ origin: field.text('Origin of the tea', 'tea') })
    // @ts-expect-error it has no milk
    cups({ origin: field.textOrNull('Origin of the milk', 'milk') })
    // @ts-expect-error it has no owner
    cups({ location: field.location('/owners/<owner>') })
  })
})

test('a field with a function shows what that gives, and is left out where it is undefined', () => {
  const cups = record<CupRow>()({
    cost: field.int('Cost', ({ price }) => price * 2),
    note: field.of(() => z.optional(z.string()))('Note', ({ note }) => note),
  })
  expect(cups.render(cup, null, renderContext)).toEqual({ cost: 14 })
  expect(Object.keys(cups.render({ ...cup, note: 'cracked' }, null, renderContext))).toEqual(['cost', 'note'])
})
