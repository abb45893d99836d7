import { defaultAccount } from '../../../../service/accounts'
import { curlWords, pairsOf, userWord } from '../../../docs/commands'
import { shownKeys, type View } from '../../frame/view'
import type { MoveRequest } from './move'

/** Where a move happens, for lines that people copy. */
type LineScope = Pick<View, 'sandbox' | 'account' | 'mode' | 'livemode' | 'showsKeys'>

/** The first account in test mode needs no name. */
const isFirst = ({ account }: LineScope): boolean => account.id === defaultAccount

/** `sandbox`, `sandbox.live`, or the mode of another account. */
const modeOf = (shown: LineScope): string => {
  const name = shown.livemode ? 'live' : 'test'
  if (isFirst(shown)) return shown.livemode ? 'sandbox.live' : 'sandbox'
  return `sandbox.account(${code(shown.account.id)})?.${name}`
}

/** A request to the API with the secret key. */
const curlIn = (
  shown: LineScope,
  { method, path, data = [] }: { method: string; path: string; data?: readonly string[] },
): string =>
  curlWords({
    method,
    data,
    url: `${shown.sandbox.url}${path}`,
    user: [userWord(shownKeys(shown).secret)],
  }).join(' ')

/** The move as a command for a shell. */
export const curlLine = (request: MoveRequest, shown: LineScope): string => {
  const { sandbox, livemode, account } = shown
  if (request.by === 'api') {
    const { method, path, body } = request
    return curlIn(shown, { method, path, data: pairsOf(body) })
  }
  const { path, body } = request
  const scope = new URLSearchParams({
    ...(isFirst(shown) ? {} : { account: account.id }),
    ...(livemode ? { livemode: 'true' } : {}),
  })
  const url = `${sandbox.url}/_sandbox${path}${scope.size === 0 ? '' : `?${scope}`}`
  const data = Object.keys(body).length === 0 ? [] : [JSON.stringify(body)]
  return curlWords({ method: 'POST', url, data }).join(' ')
}

/** The move as a line of a test. */
export const libraryLine = (request: MoveRequest, shown: LineScope): string => {
  const mode = modeOf(shown)
  if (request.by === 'outside') {
    const wait = request.call === 'webhooks.resend' ? 'await ' : ''
    return `${wait}${mode}.${request.call}(${request.given.map(code).join(', ')})`
  }
  const { method, path, body } = request
  const pairs = Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)]))
  const sent = Object.keys(body).length === 0 ? '' : `,\n  body: new URLSearchParams(${code(pairs)})`
  return `await sandbox.fetch(\`\${sandbox.url}${path}\`, {
  method: '${method}',
  headers: { authorization: ${mode}.authorization.secret }${sent},
})`
}

/** How to read a record in a shell, by its path in the API. */
export const readByApi = (shown: LineScope, path: string): string => curlIn(shown, { method: 'GET', path })

/** How to read a record in a test. @param kind such as `charges` */
export const readInTest = (shown: LineScope, kind: string, id: string): string =>
  `${modeOf(shown)}.${kind}.get(${code(id)})`

/** A value as a programmer writes it. */
const code = (value: unknown): string => {
  if (typeof value === 'string')
    return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`
  if (Array.isArray(value)) return `[${value.map(code).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const members = Object.entries(value).map(
    ([name, one]) => `${/^[a-z_]\w*$/i.test(name) ? name : code(name)}: ${code(one)}`,
  )
  return `{ ${members.join(', ')} }`
}
