import { isObject } from '../../kernel/json'
import { nearest } from '../../kernel/nearest'
import { SandboxError } from '../../kernel/sandbox-error'

/** Objects whose fields have any name. */
const isFree = (name: string): boolean => ['metadata', 'billing', 'shipping'].includes(name)

/**
 * A record with some of its fields replaced.
 * @param settled fields of the record that already have their value
 * @throws SandboxError `refused` for a field that the record does not have
 */
export const override = (
  record: Readonly<Record<string, unknown>>,
  overrides: object,
  settled: object = {},
): Record<string, unknown> => {
  const changed: Record<string, unknown> = { ...record }
  for (const [name, value] of Object.entries(overrides)) {
    if (!Object.hasOwn(record, name)) throw unknownField(record, name)
    if (value === undefined || Object.hasOwn(settled, name)) continue
    const present = record[name]
    const isPart = isObject(value) && isObject(present) && !isFree(name)
    changed[name] = isPart ? override(present, value) : value
  }
  return changed
}

const unknownField = (record: Readonly<Record<string, unknown>>, name: string): SandboxError => {
  const [near] = nearest(name, Object.keys(record), 1)
  const hint = near === undefined ? '' : `; did you mean ${near}?`
  const what = typeof record.object === 'string' ? `a ${record.object.replaceAll('_', ' ')}` : 'it'
  return new SandboxError('refused', `${what} has no field ${name.slice(0, 80)}${hint}`)
}
