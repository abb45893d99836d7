/** An object as an answer shows it, or a part of one. */
export type Part = Readonly<Record<string, unknown>>

/** What an older version showed of an object: these fields in this order, and nothing that came later. */
export interface Form {
  readonly fields: readonly string[]
  /** Where a field comes from in the next newer form: another name, or a value that is made of it. */
  readonly from: { readonly [field: string]: string | ((newer: Part) => unknown) }
  /** Once deleted, no more was shown than that it is. */
  readonly shortWhenDeleted: boolean
}

/** Objects that a version shows otherwise than the next newer one; `null` for those that it does not know. */
export type Forms = { readonly [object: string]: Form | null }

export const form = (fields: string, from: Form['from'] = {}): Form => ({
  fields: fields.split(' '),
  from,
  shortWhenDeleted: false,
})

export const shortWhenDeleted = (whole: Form): Form => ({ ...whole, shortWhenDeleted: true })

const shortFields = ['object', 'id', 'livemode', 'deleted']

export const applyForm = ({ fields, from, shortWhenDeleted }: Form, newer: Part): Record<string, unknown> => {
  const shown: Record<string, unknown> = {}
  const short = shortWhenDeleted && newer.deleted === true
  for (const field of short ? shortFields : fields) {
    const source = short ? field : (from[field] ?? field)
    const value = typeof source === 'string' ? newer[source] : source(newer)
    if (value !== undefined) shown[field] = value
  }
  return shown
}
