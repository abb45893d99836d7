import type { CommandStep } from '../../kernel/errors'
import { isObject } from '../../kernel/json'
import type { CommandTarget } from './content'

/** Quotes a text that has a meaning to the shell. */
export const quoted = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`

/** The same for texts of the documentation, in which variables keep their meaning. */
export const quotedOpen = (text: string): string =>
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

const credentials = (
  { on, key = 'secret', ownKey }: CommandStep,
  target: CommandTarget,
): readonly string[] => {
  if (on === 'control') return target.asksForToken ? [tokenHeader] : []
  if (key === null) return []
  return [`-u ${quotedOpen(`${ownKey ?? target.keys[key]}:`)}`]
}

const bodyOf = ({ on, send = {}, method }: CommandStep): readonly string[] => {
  if (Object.keys(send).length === 0) return []
  if (on === 'control') return [`-d ${quotedOpen(JSON.stringify(send))}`]
  return [...(method === 'GET' ? ['-G'] : []), ...pairsOf(send).map((pair) => `-d ${quotedOpen(pair)}`)]
}

/** The longest line of a command; longer commands go on in the next line. */
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

const urlOf = ({ on, path }: CommandStep, { url, vaultUrl }: CommandTarget): string =>
  `${{ api: url, vault: vaultUrl, control: `${url}/_sandbox` }[on ?? 'api']}${path}`

/** The step as a command. */
export const commandOf = (step: CommandStep, target: CommandTarget): string => {
  const { method = 'POST', as, more = [], from, send = {} } = step
  const isImplied = method === 'GET' || (method === 'POST' && Object.keys(send).length + more.length > 0)
  const curl = [
    `${from === undefined ? '' : `${from} | `}curl${as === undefined ? '' : ' -s'} ${quotedOpen(urlOf(step, target))}`,
    ...credentials(step, target),
    ...(isImplied ? [] : [`-X ${method}`]),
    ...bodyOf(step),
    ...more,
  ]
  if (as === undefined) return onLines(curl)
  const [variable, prefix] = as
  const [first = '', ...rest] = curl
  return onLines([`${variable}=$(${first}`, ...rest, `| grep -o '${prefix}_\\w*' | head -1)`])
}
