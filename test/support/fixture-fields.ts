/** The reference of fixtures/README.md, made from the JSON Schema of the format. */
import { fixtureJsonSchema } from '../../src/fixtures/write'
import { isObject } from '../../src/kernel/json'

type Schema = Readonly<Record<string, unknown>>

const schemaOf = (value: unknown): Schema => (isObject(value) ? value : {})
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const code = (text: string): string => `\`${text}\``

/** The section of a definition: `fixture-charge` is `charges`. */
const sectionOf = (ref: string): string => `${ref.slice(ref.lastIndexOf('-') + 1)}s`

const branches = ({ anyOf, oneOf }: Schema): readonly Schema[] =>
  [...listOf(anyOf), ...listOf(oneOf)].map(schemaOf)

const typeOf = (schema: Schema): string => {
  if (typeof schema.$ref === 'string')
    return `an entry of [${sectionOf(schema.$ref)}](#${sectionOf(schema.$ref)})`
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => code(String(value))).join(' ')
  if (schema.const !== undefined) return code(String(schema.const))
  const types = [...new Set(branches(schema).map(typeOf).filter(Boolean))]
  if (types.length > 0) return types.join(' or ')
  if (schema.type === 'array') return `list of ${typeOf(schemaOf(schema.items)) || 'values'}`
  return typeof schema.type === 'string' ? (typeNames[schema.type] ?? schema.type) : ''
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  boolean: 'true or false',
  object: 'mapping',
}

/** The mapping that the schema allows, in a list or beside a short form too. */
const mappingIn = (schema: Schema): Schema | undefined => {
  if (isObject(schema.properties)) return schema
  return [...branches(schema), ...(schema.items === undefined ? [] : [schemaOf(schema.items)])]
    .map(mappingIn)
    .find((found) => found !== undefined)
}

const isList = (schema: Schema): boolean => schema.type === 'array' || branches(schema).some(isList)

/** Each field with those inside: `refunds[].amount`. */
const rowsOf = (schema: Schema, prefix = ''): readonly (readonly string[])[] =>
  Object.entries(schemaOf(schema.properties)).flatMap(([name, value]) => {
    const field = schemaOf(value)
    const needed = listOf(schema.required).includes(name) ? '**required** ' : ''
    const inner = mappingIn(field)
    const path = `${prefix}${name}`
    return [
      [code(path), typeOf(field), `${needed}${String(field.description ?? '')}`.trim()],
      ...(inner === undefined ? [] : rowsOf(inner, `${path}${isList(field) ? '[]' : ''}.`)),
    ]
  })

/** The fields that every entry has, which stand once above the sections. */
const shared = ['as', 'at', 'repeat', 'repeat.times', 'repeat.every']
const isShared = ([name = '']: readonly string[]): boolean => shared.includes(name.replaceAll('`', ''))

type Table = (head: readonly string[], rows: readonly (readonly string[])[]) => string

const head = ['Field', 'Value', '']

export const fixtureFields = (table: Table): string => {
  const { definitions, properties } = schemaOf(fixtureJsonSchema())
  const { accounts, live: _, settings, ...others } = schemaOf(properties)
  const sections = Object.entries(schemaOf(definitions))
  const names = sections.map(([name]) => sectionOf(name))
  const own = Object.fromEntries(Object.entries(others).filter(([name]) => !names.includes(name)))
  const accountFields = rowsOf(mappingIn(schemaOf(accounts)) ?? {}).filter(
    ([name = '']) => !/^`(?:live|settings|webhooks|as)\b/.test(name) && !names.includes(name.slice(1, -1)),
  )
  const part = (title: string, rows: readonly (readonly string[])[]): string =>
    `### ${title}\n\n${table(head, rows)}`
  const common = rowsOf(schemaOf(sections[0]?.[1])).filter(isShared)
  return [
    part('The file', [
      ...rowsOf({ properties: own }),
      ...[...names, 'settings', 'live', 'accounts'].map((name) => [`[${code(name)}](#${name})`, '', '']),
    ]),
    part('Every entry', common),
    ...sections.map(([name, schema]) =>
      part(
        sectionOf(name),
        rowsOf(schemaOf(schema)).filter((row) => !isShared(row)),
      ),
    ),
    part('settings', rowsOf(schemaOf(settings))),
    '### live\n\nThe same sections, for live mode.',
    `${part('accounts', accountFields)}\n\nIt also takes \`as\`, \`settings\`, \`webhooks\`, \`live\` and all sections above.`,
  ].join('\n\n')
}
