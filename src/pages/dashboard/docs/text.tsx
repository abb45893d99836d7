/** A text of the documentation: code is between backticks. */
export const Text = ({ text }: { readonly text: string }) => (
  <>{text.split('`').map((part, i) => (i % 2 === 0 ? part : <code>{part}</code>))}</>
)
