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
