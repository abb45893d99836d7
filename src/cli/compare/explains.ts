import { meant, wrapped } from '../../kernel/text'
import { profileRowNames } from '../../options/profiles'
import { type Explained, type ExplainedValue, likenesses } from '../../service/explained'
import { wrong } from '../command-line'
import { explainedRows } from './choices'

const valueText = (value: ExplainedValue): string =>
  value instanceof RegExp ? value.source.split(/\|(?![^(]*\))/).join(' or ') : String(value)

const valuesText = ({ values }: Explained): string => {
  if ('alike' in values) return likenesses[values.alike]
  if ('between' in values) return values.between.map(valueText).join(' or ')
  return `${valueText(values.sandbox)}, elsewhere ${valueText(values.other)}`
}

/** `POST /charges status: 402 or 200, where object is charge` */
const explainedText = (one: Explained): string => {
  const { operations = [], of = [], fields, where = {}, unasked } = one
  const places = [...operations, ...of].map((place) => `${place} `).join('')
  const conditions = Object.entries(where).map(([name, value]) => `${name} is ${valueText(value)}`)
  if (unasked !== undefined) conditions.push(`${unasked} is not asked for`)
  const condition = conditions.length === 0 ? '' : `, where ${conditions.join(' and ')}`
  return `${places}${fields.join(', ')}: ${valuesText(one)}${condition}`
}

const lines = (text: string): readonly string[] =>
  wrapped(text, 76).map((line, i) => `  ${i === 0 ? '' : '  '}${line}`)

/**
 * The differences that the rows of the choices explain, or one of them.
 * @throws Failure for a row that explains nothing, with the nearest
 */
export const explainsText = (row: string | null): string => {
  const names = [...new Set(explainedRows.map(([name]) => name))]
  if (profileRowNames.some((name) => name === row && !names.includes(name)))
    return `${row}\n  explains no difference\n`
  if (row !== null && !names.includes(row))
    throw wrong(`no row ${row.slice(0, 80)} explains a difference${meant(row, names, names)}`)
  return names
    .filter((name) => row === null || name === row)
    .map((name) => {
      const own = explainedRows.flatMap(([of, explained]) => (of === name ? [explainedText(explained)] : []))
      return `${[name, ...own.flatMap(lines)].join('\n')}\n`
    })
    .join('\n')
}
