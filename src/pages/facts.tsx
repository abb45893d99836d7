import type { Child } from 'hono/jsx'

/** A name and its value, with the class of the value where it has one. */
export type Fact = readonly [name: string, value: Child, look?: string]

interface FactsProps {
  readonly of: readonly Fact[]
  readonly look?: string
}

/** Names and values, one below the other; those without a value are left out. */
export const Facts = ({ of, look = 'facts' }: FactsProps) => (
  <dl class={look}>
    {of.map(([name, value, lookOfValue]) =>
      value === null || value === undefined || value === '' ? null : (
        <>
          <dt>{name}</dt>
          <dd class={lookOfValue}>{value}</dd>
        </>
      ),
    )}
  </dl>
)
