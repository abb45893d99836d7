import { limits } from '../kernel/limits'
import { Documents } from './documents'
import type { QueryKind } from './scope'
import { foldCase } from './words'

/** Fields that are looked up at once. */
export interface Group {
  readonly postings: Documents
  /** Of the fields, those of the keys of metadata included. */
  readonly numbers: Set<number>
  /** Whether the postings are about nothing but these fields. */
  readonly alone: boolean
}

/** One attribute, or one key of metadata, whose words count for the metadata as a whole too. */
export interface Field {
  readonly name: string
  readonly number: number
  /** `null` for a key beyond those that get postings of their own. */
  readonly group: Group | null
  readonly parent: Field | null
  /** Of metadata: its keys as they were written. */
  readonly keys: Map<string, Field>
}

/** What is searched by one name. */
export interface Named {
  readonly groups: Group[]
  /** Of all fields that are meant; `null`: whichever there are. */
  readonly numbers: Set<number> | null
  /** Whether all groups are. */
  alone: boolean
}

/** Metadata may have any number of keys; those that come later share the postings of all metadata. */
const ownKeysMax = 500

/** The attributes of a scope and the keys of metadata that were seen, by name and by number. */
export class Fields {
  readonly #byName = new Map<string, Field>()
  readonly #byNumber: Field[] = []
  readonly #attributes: Named = { groups: [], numbers: null, alone: true }
  readonly #named = new Map<string, Named>()

  constructor(attributes: { readonly [name: string]: QueryKind }) {
    for (const [name, kind] of Object.entries(attributes)) {
      const { number, group } = this.#add(name, null, new Documents(kind === 'id'))
      if (group === null) continue
      this.#attributes.groups.push(group)
      this.#named.set(name, { groups: [group], numbers: new Set([number]), alone: true })
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
    const seen = parent.keys.get(key)
    if (seen !== undefined) return seen
    const name = `${parent.name}.${foldCase(key)}`
    const field = this.#byName.get(name) ?? this.#newKey(name, parent)
    parent.keys.set(key, field)
    return field
  }

  #newKey(name: string, parent: Field): Field {
    const field = this.#add(name, parent, this.#byNumber.length < ownKeysMax ? new Documents(false) : null)
    parent.group?.numbers.add(field.number)
    this.#named.get(parent.name)?.numbers?.add(field.number)
    for (const above of keysAbove(name)) this.#nameAlso(above, field)
    return field
  }

  /** What is searched by a name, or by none; `null` for a key that no document has. */
  named(name: string | null): Named | null {
    return name === null ? this.#attributes : (this.#named.get(name) ?? null)
  }

  #add(name: string, parent: Field | null, postings: Documents | null): Field {
    const number = this.#byNumber.length
    const group = postings === null ? null : { postings, numbers: new Set([number]), alone: true }
    const field = { name, number, group, parent, keys: new Map<string, Field>() }
    this.#byName.set(name, field)
    this.#byNumber.push(field)
    return field
  }

  /** A field without postings is looked up in those of all metadata, together with others of its kind. */
  #nameAlso(name: string, { number, group, parent }: Field): void {
    const named = this.#named.get(name) ?? { groups: [], numbers: new Set(), alone: true }
    this.#named.set(name, named)
    named.numbers?.add(number)
    const shared = named.groups.find(({ alone }) => !alone)
    const all = parent?.group?.postings
    if (group !== null) named.groups.push(group)
    else if (shared !== undefined) shared.numbers.add(number)
    else if (all !== undefined) {
      named.groups.push({ postings: all, numbers: new Set([number]), alone: false })
      named.alone = false
    }
  }
}

/** `metadata.a.b.c` is found by itself, by `metadata.a.b` and by `metadata.a`. */
const keysAbove = (name: string): readonly string[] => {
  const names = [name]
  let dot = name.indexOf('.', name.indexOf('.') + 1)
  for (; dot !== -1 && names.length < limits.nestingMax; dot = name.indexOf('.', dot + 1))
    names.push(name.slice(0, dot))
  return names
}
