import { checkObject, SandboxError } from './sandbox-error'
import { nearest } from './text'

/**
 * For functions whose options have these names: a misspelt one would be ignored.
 * @throws SandboxError `invalid_option`
 */
export const checkOptionNames = (given: unknown, names: readonly string[], isNeeded = false): void => {
  checkObject(given, 'options', isNeeded)
  const unknown = Object.keys(given ?? {}).find((name) => !names.includes(name))
  if (unknown === undefined) return
  const [near] = nearest(unknown, names, 1)
  const hint = near === undefined ? `the options are ${names.join(', ')}` : `did you mean ${near}?`
  throw new SandboxError('invalid_option', `${unknown}: is not an option; ${hint}`)
}
