import { defaultAccount } from '../../../accounts'
import { pairsOf, quoted } from '../../../docs/commands'
import type { Account, Mode } from '../../../library/account/account'
import type { Sandbox } from '../../../library/surface'
import type { MoveRequest } from './move'

/** Where a move happens, for lines that people copy. */
interface LineScope {
  readonly sandbox: Pick<Sandbox, 'url'>
  readonly account: Pick<Account, 'id'>
  readonly mode: Pick<Mode, 'keys'>
  readonly livemode: boolean
  /** Else lines read the secret key from a variable. */
  readonly showsKeys: boolean
}

/** The first account in test mode needs no name. */
const isFirst = ({ account }: LineScope): boolean => account.id === defaultAccount

const userOf = ({ mode, showsKeys }: LineScope): string =>
  showsKeys ? quoted(`${mode.keys.secret}:`) : '"$PAYMENT_SECRET_KEY:"'

/** `sandbox`, `sandbox.live`, or the mode of another account. */
const modeOf = (shown: LineScope): string => {
  const name = shown.livemode ? 'live' : 'test'
  if (isFirst(shown)) return shown.livemode ? 'sandbox.live' : 'sandbox'
  return `sandbox.account(${code(shown.account.id)})?.${name}`
}

/** The same as a command for a shell. */
export const curlLine = (request: MoveRequest, shown: LineScope): string => {
  const { sandbox, livemode, account } = shown
  if (request.by === 'api') {
    const { method, path, body } = request
    const pairs = pairsOf(body, '')
    const verb = method === 'POST' && pairs.length > 0 ? [] : ['-X', method]
    const given = pairs.flatMap((pair) => ['-d', quoted(pair)])
    return ['curl', `${sandbox.url}${path}`, '-u', userOf(shown), ...verb, ...given].join(' ')
  }
  const { path, body } = request
  const scope = new URLSearchParams({
    ...(isFirst(shown) ? {} : { account: account.id }),
    ...(livemode ? { livemode: 'true' } : {}),
  })
  const address = `${sandbox.url}/_sandbox${path}${scope.size === 0 ? '' : `?${scope}`}`
  const given = Object.keys(body).length === 0 ? ['-X', 'POST'] : ['-d', quoted(JSON.stringify(body))]
  return ['curl', quoted(address), ...given].join(' ')
}

/** The same in a test. */
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

interface ReadRecord {
  /** Such as `charges`. */
  readonly kind: string
  readonly id: string
  /** Its path in the API. */
  readonly location: string
}

/** How to read a record in a shell, and in a test. */
export const readLines = (shown: LineScope, { kind, id, location }: ReadRecord) => ({
  curl: `curl ${shown.sandbox.url}${location} -u ${userOf(shown)}`,
  library: `${modeOf(shown)}.${kind}.get(${code(id)})`,
})

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
