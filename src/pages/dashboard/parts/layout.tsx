import type { Child } from 'hono/jsx'
import type { Sandbox } from '../../../sandbox/sandbox'
import type { Fact } from '../../facts'

/** A part of a detail, under its name. */
export const Section = ({ name, children }: { readonly name: string; readonly children: Child }) => (
  <section>
    <h3>{name}</h3>
    {children}
  </section>
)

interface WrappedLine {
  /** Beside the first row of the words, such as a status. */
  readonly end?: Child
  readonly children: Child
}

/** Words that wrap where there is no room, and what stays at their end. */
export const Line = ({ end, children }: WrappedLine) => (
  <div class="line">
    <div class="words">{children}</div>
    {end}
  </div>
)

/** A column by its text, and by its class where it has one. A text of `unseen` is for those who hear the page. */
export type ColumnHead = readonly [text: string, look?: string]

/** The first row of a table, which names its columns. */
export const Heads = ({ of: heads }: { readonly of: readonly ColumnHead[] }) => (
  <thead>
    <tr>
      {heads.map(([text, look]) => (
        <th scope="col" class={look}>
          <span>{text}</span>
        </th>
      ))}
    </tr>
  </thead>
)

interface TableProps {
  /** For those who hear the page. */
  readonly name: string
  readonly heads: readonly ColumnHead[]
  /** Lines of `records` lead to their pages. */
  readonly look: 'list' | 'records'
  readonly children: Child
}

/** A table with a line for each thing; it scrolls where there is no room. */
export const Table = ({ name, heads, look, children }: TableProps) => (
  <div class={look === 'records' ? 'scroll records' : 'scroll'}>
    <table class={look === 'list' ? 'list' : undefined} aria-label={name}>
      <Heads of={heads} />
      <tbody>{children}</tbody>
    </table>
  </div>
)

/** The text of an empty list, and how to get the first entry. */
export const Empty = ({ children }: { readonly children: Child }) => <div class="empty">{children}</div>

/** A button that copies a text; the browser script works it. */
const Copy = ({ text, what }: { readonly text: string; readonly what: string }) => (
  <button type="button" class="copy" data-copy={text} aria-label={`Copy ${what}`}>
    Copy
  </button>
)

/** Code to run, with a button that copies it. */
export const Code = ({ text, what }: { readonly text: string; readonly what: string }) => (
  <div class="code">
    <pre>{text}</pre>
    <Copy text={text} what={what} />
  </div>
)

interface ValueProps {
  readonly text: string
  readonly what: string
  /** Default: the text. */
  readonly copied?: string
}

/** A value such as a key or an address, on one line. */
export const Value = ({ text, what, copied = text }: ValueProps) => (
  <span class="value">
    <code>{text}</code>
    <Copy text={copied} what={what} />
  </span>
)

/** Where requests go. */
export const servers = ({ url, vaultUrl }: Pick<Sandbox, 'url' | 'vaultUrl'>): readonly Fact[] => [
  ['API', <Value text={url} what="the address of the API" />],
  ['Vault', <Value text={vaultUrl} what="the address of the vault" />],
]

/** A record as JSON, folded. */
export const Json = ({
  id,
  name,
  value,
}: {
  readonly id: string
  readonly name: string
  readonly value: unknown
}) => (
  <details id={id} class="json">
    <summary>{name}</summary>
    <pre>{JSON.stringify(value, null, 2)}</pre>
  </details>
)
