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
