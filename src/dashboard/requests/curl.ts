import { pairsOf, quoted } from '../../docs/commands'
import type { RequestRecord } from '../../library/records/requests'
import type { View } from '../frame/view'

/** The same request as a command. Card data is masked in the journal, and so it is here. */
export const curlOfRequest = (
  { sandbox, mode, showsKeys }: View,
  { host, method, path, key, body }: RequestRecord,
): string => {
  const secret = showsKeys ? mode.keys.secret : '$SECRET_KEY'
  const url = quoted(`${host === 'vault' ? sandbox.vaultUrl : sandbox.url}${path}`)
  const pairs = pairsOf(body ?? {}).flatMap((pair) => ['-d', quoted(pair)])
  const verb = method === 'GET' && pairs.length > 0 ? ['-G'] : method === 'GET' ? [] : ['-X', method]
  return ['curl', ...verb, url, '-u', `${key === 'public' ? mode.keys.public : secret}:`, ...pairs].join(' ')
}
