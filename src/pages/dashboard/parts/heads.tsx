/** A column by its text, and by its class where it has one. A class of `unseen` hides the text, not the column. */
export type ColumnHead = string | readonly [text: string, look: string]

const HeadOf = ({ head }: { readonly head: ColumnHead }) => {
  const [text, look] = typeof head === 'string' ? [head] : head
  return look === 'unseen' ? (
    <th scope="col">
      <span class="unseen">{text}</span>
    </th>
  ) : (
    <th scope="col" class={look}>
      {text}
    </th>
  )
}

/** The first row of a table, which names its columns. */
export const Heads = ({ of: heads }: { readonly of: readonly ColumnHead[] }) => (
  <thead>
    <tr>
      {heads.map((head) => (
        <HeadOf head={head} />
      ))}
    </tr>
  </thead>
)
