import { isObject } from '../../kernel/json'

/** An operation of an OpenAPI document, prepared for display. */
export interface Operation {
  /** Such as `createCharge`; also the anchor on the page. */
  readonly id: string
  /** `POST` */
  readonly method: string
  /** With `{id}` for variable parts. */
  readonly path: string
  readonly topic: string
  readonly summary: string
  readonly description: string
  /** The URL of its server; `null` for the server of the document. */
  readonly server: string | null
  readonly key: 'secret' | 'public' | null
  readonly parameters: readonly Field[]
  /** The forms of its body: one, or several that are described apart. */
  readonly bodies: readonly BodyForm[]
  readonly examples: readonly Example[]
  /** The successful answer: the name of its schema, or its fields. */
  readonly returns: {
    readonly name: string | null
    readonly fields: readonly Field[]
    readonly example: string | null
  }
  readonly errors: readonly {
    readonly status: string
    readonly codes: readonly string[]
  }[]
}

export interface Field {
  readonly name: string
  readonly type: string
  readonly required: boolean
  readonly text: string
}

export interface BodyForm {
  /** Empty for the only one. */
  readonly title: string
  readonly fields: readonly Field[]
}

export interface Example {
  readonly summary: string
  readonly value: Readonly<Record<string, unknown>>
}

export type DocumentPart = Readonly<Record<string, unknown>>

export const partOf = (value: unknown): DocumentPart => (isObject(value) ? value : {})
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const textOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '')

const nameOfRef = ({ $ref }: DocumentPart): string | null =>
  typeof $ref === 'string' ? $ref.slice($ref.lastIndexOf('/') + 1) : null

/** Follows a `$ref` into the document. */
const resolved = (document: DocumentPart, value: unknown): DocumentPart => {
  const part = partOf(value)
  if (typeof part.$ref !== 'string') return part
  const target = part.$ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, name) => partOf(at)[name], document)
  return resolved(document, target)
}

/** The empty text is named, and last. */
const namesOf = (values: readonly unknown[]): string =>
  [...values.filter((value) => value !== ''), ...(values.includes('') ? ['or empty'] : [])].join(', ')

/** Describes a type: `text`, `whole number, 1 to 100`, `one of a, b`, `list of text`. */
const typeOf = (document: DocumentPart, schema: unknown): string => {
  const name = nameOfRef(partOf(schema))
  if (name !== null) return name
  const { type, anyOf, oneOf, enum: values, const: value, items, prefixItems } = partOf(schema)
  const { format, minimum, maximum } = partOf(schema)
  if (value !== undefined) return String(value)
  if (Array.isArray(values)) return values.length === 1 ? String(values[0]) : `one of ${namesOf(values)}`
  const either = [...listOf(anyOf), ...listOf(oneOf)].map((one) => typeOf(document, one)).filter(Boolean)
  if (either.length > 0) return [...new Set(either)].join(' or ')
  if (Array.isArray(prefixItems))
    return `[${prefixItems.map((one) => textOrEmpty(partOf(one).title) || typeOf(document, one)).join(', ')}]`
  if (type === 'array') return `list of ${typeOf(document, items) || 'anything'}`
  const kinds = Array.isArray(type) ? type.map(String) : [textOrEmpty(type)]
  const kind = kinds.map((one) => kindNames[one] ?? one).join(' or ')
  return [kind, textOrEmpty(format), rangeOf(minimum, maximum)].filter(Boolean).join(', ')
}

const kindNames: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  boolean: 'true or false',
}

/** The bounds of safe integers are not shown as limits. */
const isLimit = (value: unknown): value is number =>
  typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER

const rangeOf = (minimum: unknown, maximum: unknown): string => {
  if (isLimit(minimum)) return isLimit(maximum) ? `${minimum} to ${maximum}` : `at least ${minimum}`
  return isLimit(maximum) ? `at most ${maximum}` : ''
}

/** `Body`, or `Body, a fault of requests`. */
export const bodyName = ({ title }: BodyForm): string =>
  title === '' ? 'Body' : `Body, ${title.charAt(0).toLowerCase()}${title.slice(1)}`

const depthMax = 2

/** The fields of a schema; each field of an object is followed by its members, such as `card[number]`. */
const fieldsOf = (document: DocumentPart, schema: unknown, prefix = '', depth = 0): readonly Field[] => {
  const { properties, required, anyOf } = resolved(document, schema)
  if (!isObject(properties)) return listOf(anyOf).flatMap((one) => fieldsOf(document, one, prefix, depth))
  return Object.entries(properties).flatMap(([own, value]) => {
    const name = prefix === '' ? own : `${prefix}[${own}]`
    const inner =
      depth < depthMax && nameOfRef(partOf(value)) === null ? fieldsOf(document, value, name, depth + 1) : []
    const field: Field = {
      name,
      type: typeOf(document, value) || 'anything',
      required: listOf(required).includes(own),
      text: textOrEmpty(partOf(value).description),
    }
    return [field, ...inner]
  })
}

/** Forms with titles are described apart; the fields of others follow each other. */
const bodiesOf = (document: DocumentPart, schema: unknown): readonly BodyForm[] => {
  const forms = listOf(resolved(document, schema).anyOf).map((one) => ({
    title: textOrEmpty(resolved(document, one).title),
    fields: fieldsOf(document, one),
  }))
  if (forms.length > 1 && forms.every(({ title }) => title !== '')) return forms
  const fields = fieldsOf(document, schema)
  return fields.length === 0 ? [] : [{ title: '', fields }]
}

const parametersOf = (document: DocumentPart, given: unknown): readonly Field[] =>
  listOf(given).map((one) => {
    const { name, in: place, required, description, schema } = resolved(document, one)
    return {
      name: textOrEmpty(name),
      type: typeOf(document, schema) || 'anything',
      required: required === true,
      text: [place === 'query' ? '' : `in the ${textOrEmpty(place)}`, textOrEmpty(description)]
        .filter(Boolean)
        .join('; '),
    }
  })

const jsonOf = (document: DocumentPart, message: unknown): DocumentPart =>
  partOf(partOf(resolved(document, message).content)['application/json'])

const examplesOf = ({ example, examples }: DocumentPart): readonly Example[] =>
  isObject(example)
    ? [{ summary: '', value: example }]
    : Object.values(partOf(examples)).map((one) => {
        const { summary, value } = partOf(one)
        return { summary: textOrEmpty(summary), value: partOf(value) }
      })

const errorsOf = (document: DocumentPart, responses: DocumentPart): Operation['errors'] =>
  Object.entries(responses)
    .filter(([status]) => !status.startsWith('2'))
    .map(([status, response]) => ({
      status: status === 'default' ? 'else' : status,
      codes: Object.keys(partOf(jsonOf(document, response).examples)),
    }))

const keyOf = ({ security }: DocumentPart): Operation['key'] => {
  const names = listOf(security).flatMap((one) => Object.keys(partOf(one)))
  if (names.length === 0) return null
  return names.includes('secretKey') ? 'secret' : 'public'
}

const returnsOf = (document: DocumentPart, response: unknown): Operation['returns'] => {
  const [other] = Object.values(partOf(resolved(document, response).content))
  const { schema } = jsonOf(document, response)
  const name = nameOfRef(partOf(schema))
  const { example } = partOf(other)
  return {
    name,
    fields: name === null ? fieldsOf(document, schema) : [],
    example: typeof example === 'string' ? example : null,
  }
}

/**
 * The operations in the order of the document.
 * @param above what the paths of the document leave out, such as `/_sandbox`
 */
export const operationsOf = (document: object, above = ''): readonly Operation[] => {
  const all = partOf(document)
  return Object.entries(partOf(all.paths)).flatMap(([path, item]) =>
    Object.entries(partOf(item)).map(([method, value]): Operation => {
      const operation = partOf(value)
      const responses = partOf(operation.responses)
      const request = jsonOf(all, operation.requestBody)
      return {
        id: textOrEmpty(operation.operationId),
        method: method.toUpperCase(),
        path: `${above}${path}`,
        topic: textOrEmpty(listOf(operation.tags)[0]),
        summary: textOrEmpty(operation.summary),
        description: textOrEmpty(operation.description),
        server: textOrEmpty(partOf(listOf(operation.servers)[0]).url) || null,
        key: keyOf(operation),
        parameters: parametersOf(all, operation.parameters),
        bodies: bodiesOf(all, request.schema),
        examples: examplesOf(request),
        returns: returnsOf(all, responses['200']),
        errors: errorsOf(all, responses),
      }
    }),
  )
}

const schemasIn = (document: object): DocumentPart => partOf(partOf(partOf(document).components).schemas)

/** The names of the schemas of answers. */
export const formNamesOf = (document: object): readonly string[] =>
  Object.keys(schemasIn(document)).filter((name) => !name.endsWith('Request'))

/** The fields of one of them; `null` if there is none with this name. */
export const formOf = (document: object, name: string): readonly Field[] | null =>
  formNamesOf(document).includes(name) ? fieldsOf(partOf(document), schemasIn(document)[name]) : null
