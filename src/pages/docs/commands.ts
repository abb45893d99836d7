import type { CommandStep } from '../../kernel/error-catalogue'
import { isObject } from '../../kernel/json'
import type { CommandTarget } from './content'

/** Quotes a text that has a meaning to the shell. */
export const quoted = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`

/** The same for texts of the documentation, in which variables keep their meaning. */
const quotedOpen = (text: string): string =>
  text.includes('$') ? `"${text.replaceAll('"', '\\"')}"` : quoted(text)

/** `metadata[order]=A-1001` */
export const pairsOf = (value: unknown, name = ''): readonly string[] => {
  if (Array.isArray(value)) return value.flatMap((one) => pairsOf(one, `${name}[]`))
  if (isObject(value))
    return Object.entries(value).flatMap(([own, one]) => pairsOf(one, name === '' ? own : `${name}[${own}]`))
  return [`${name}=${value ?? ''}`]
}

/** The token is read from a variable, so that no page shows it. */
export const tokenHeader = '-H "authorization: Bearer $PAYMENT_SANDBOX_CONTROL_TOKEN"'

/** The user of a request is its key, without a password. */
export const userWord = (key: string): string => `-u ${quotedOpen(`${key}:`)}`

interface CurlRequest {
  readonly method: string
  readonly url: string
  /** How it says who calls. */
  readonly user?: readonly string[]
  /** Parameters such as `amount=1000`, or one body. */
  readonly data?: readonly string[]
  /** Further arguments, as the shell reads them, which have a body. */
  readonly more?: readonly string[]
}

/** A request as curl and its arguments. */
export const curlWords = (
  { method, url, user = [], data = [], more = [] }: CurlRequest,
  quote = quoted,
): readonly [string, ...string[]] => {
  // With data, curl takes POST for granted.
  const isImplied = method === 'GET' || (method === 'POST' && data.length + more.length > 0)
  return [
    `curl ${quote(url)}`,
    ...user,
    ...(isImplied ? [] : [`-X ${method}`]),
    ...(method === 'GET' && data.length > 0 ? ['-G'] : []),
    ...data.map((one) => `-d ${quote(one)}`),
    ...more,
  ]
}

/** The longest line of a command; longer commands continue on the next line. */
const lineMax = 74

/** A command on lines of a readable length. */
export const onLines = (parts: readonly string[]): string => {
  const lines: string[] = []
  for (const part of parts) {
    const last = lines.at(-1)
    if (last === undefined || last.length + part.length + 1 > lineMax)
      lines.push(lines.length > 0 ? `  ${part}` : part)
    else lines[lines.length - 1] = `${last} ${part}`
  }
  return lines.join(' \\\n')
}

const userOf = ({ on, key = 'secret', ownKey }: CommandStep, target: CommandTarget): readonly string[] => {
  if (on === 'control') return target.asksForToken ? [tokenHeader] : []
  return key === null ? [] : [userWord(ownKey ?? target.keys[key])]
}

const dataOf = ({ on, send = {} }: CommandStep): readonly string[] => {
  if (Object.keys(send).length === 0) return []
  return on === 'control' ? [JSON.stringify(send)] : pairsOf(send)
}

/** The step as a command. */
export const commandOf = (step: CommandStep, target: CommandTarget): string => {
  const { on = 'api', path, method = 'POST', as, more = [], from } = step
  const server = { api: target.url, vault: target.vaultUrl, control: `${target.url}/_sandbox` }[on]
  const request = { method, url: `${server}${path}`, user: userOf(step, target), data: dataOf(step), more }
  const [curl, ...rest] = curlWords(request, quotedOpen)
  const first = from === undefined ? curl : `${from} | ${curl}`
  if (as === undefined) return onLines([first, ...rest])
  const [variable, prefix] = as
  return onLines([
    `${variable}=$(${first.replace('curl', 'curl -s')}`,
    ...rest,
    `| grep -o '${prefix}_\\w*' | head -1)`,
  ])
}
