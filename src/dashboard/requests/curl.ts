import { isObject } from '../../kernel/json'
import type { RequestRecord } from '../../library/records/requests'
import type { View } from '../frame/view'

/** Quotes a text that has a meaning to the shell. */
const quoted = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`

/** `metadata[order]=A-1001` */
const pairsOf = (value: unknown, name: string): readonly string[] => {
  if (Array.isArray(value)) return value.flatMap((one) => pairsOf(one, `${name}[]`))
  if (isObject(value))
    return Object.entries(value).flatMap(([own, one]) => pairsOf(one, name === '' ? own : `${name}[${own}]`))
  return [`${name}=${value ?? ''}`]
}

/** The same request as a command. Card data is masked in the journal, and so it is here. */
export const curlOfRequest = (
  { sandbox, mode, showsKeys }: View,
  { host, method, path, key, body }: RequestRecord,
): string => {
  const secret = showsKeys ? mode.keys.secret : '$SECRET_KEY'
  const url = quoted(`${host === 'vault' ? sandbox.vaultUrl : sandbox.url}${path}`)
  const pairs = pairsOf(body ?? {}, '').flatMap((pair) => ['-d', quoted(pair)])
  const verb = method === 'GET' && pairs.length > 0 ? ['-G'] : method === 'GET' ? [] : ['-X', method]
  return ['curl', ...verb, url, '-u', `${key === 'public' ? mode.keys.public : secret}:`, ...pairs].join(' ')
}
