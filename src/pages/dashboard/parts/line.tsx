import type { Child } from 'hono/jsx'

interface WrappedLine {
  readonly id?: string
  /** Beside the first row of the words, such as a status. */
  readonly end?: Child
  readonly children: Child
}

/** Words that wrap where there is no room, and what stays at their end. */
export const Line = ({ id, end, children }: WrappedLine) => (
  <div class="line" id={id}>
    <div class="words">{children}</div>
    {end}
  </div>
)
