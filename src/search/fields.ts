import { limits } from '../kernel/limits'
import { Postings } from './doc-set'
import type { QueryKind } from './scope'

/** Documents by word, and those where one value is nothing but this word or these words. */
export interface Documents {
  readonly words: Postings<number>
  /** The same as `words` where every value is one word. */
  readonly wholes: Postings<number>
}

/** One attribute, or one key of metadata, whose words count for the metadata as a whole too. */
export interface Field {
  readonly name: string
  readonly number: number
  /** `null` for a key beyond those that get postings of their own. */
  readonly postings: Documents | null
  readonly parent: Field | null
}

/** Metadata may have any number of keys; those that come later share the postings of all metadata. */
const ownKeysMax = 500

/** The attributes of a scope and the keys of metadata that were seen, by name and by number. */
export class Fields {
  readonly #byName = new Map<string, Field>()
  readonly #byNumber: Field[] = []
  readonly #attributes = new Set<Field>()
  /** What is searched by a name: the attribute, or the key of metadata with the keys of the objects in it. */
  readonly #under = new Map<string, Set<Field>>()

  constructor(attributes: { readonly [name: string]: QueryKind }) {
    for (const [name, kind] of Object.entries(attributes)) {
      const field = this.#add(name, null, postingsOf(kind))
      this.#attributes.add(field)
      this.#under.set(name, new Set([field]))
    }
  }

  at(number: number): Field | undefined {
    return this.#byNumber[number]
  }

  attribute(name: string): Field {
    const field = this.#byName.get(name)
    if (field === undefined) throw new Error(`there is no attribute ${name}`)
    return field
  }

  /** A key of metadata; it is known from then on. */
  key(parent: Field, key: string): Field {
    const name = `${parent.name}.${key.normalize('NFC').toLowerCase()}`
    const known = this.#byName.get(name)
    if (known !== undefined) return known
    const field = this.#add(name, parent, this.#byNumber.length < ownKeysMax ? postingsOf('text') : null)
    for (const above of keysAbove(name)) {
      const fields = this.#under.get(above)
      if (fields === undefined) this.#under.set(above, new Set([field]))
      else fields.add(field)
    }
    return field
  }

  /** What is searched by a name, or by none; `null` for a key that no document has. */
  named(name: string | null): ReadonlySet<Field> | null {
    return name === null ? this.#attributes : (this.#under.get(name) ?? null)
  }

  #add(name: string, parent: Field | null, postings: Documents | null): Field {
    const field: Field = { name, number: this.#byNumber.length, postings, parent }
    this.#byName.set(name, field)
    this.#byNumber.push(field)
    return field
  }
}

const postingsOf = (kind: QueryKind): Documents => {
  const words = new Postings<number>()
  return { words, wholes: kind === 'id' ? words : new Postings<number>() }
}

/** `metadata.a.b.c` is found by itself, by `metadata.a.b` and by `metadata.a`. */
const keysAbove = (name: string): readonly string[] => {
  const names = [name]
  let dot = name.indexOf('.', name.indexOf('.') + 1)
  for (; dot !== -1 && names.length < limits.nestingMax; dot = name.indexOf('.', dot + 1))
    names.push(name.slice(0, dot))
  return names
}

/** Fields that are looked up at once. */
export interface Group {
  readonly postings: Documents
  readonly fields: ReadonlySet<Field>
  /** Whether the postings are about nothing but these fields. */
  readonly alone: boolean
}

/** Each field that has postings, and the keys without, which share those of all metadata. There is one at least. */
export const groupsOf = (fields: ReadonlySet<Field>): readonly Group[] => {
  const groups: Group[] = []
  const others = new Set<Field>()
  let shared: Documents | null = null
  for (const field of fields) {
    if (field.postings !== null)
      groups.push({ postings: field.postings, fields: new Set([field]), alone: true })
    else {
      others.add(field)
      shared = field.parent?.postings ?? null
    }
  }
  return shared === null ? groups : [...groups, { postings: shared, fields: others, alone: false }]
}
