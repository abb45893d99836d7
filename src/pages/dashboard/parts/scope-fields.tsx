import type { View } from '../frame/view'

/** A form of GET leaves the account and the mode out unless they are among its fields. */
export const ScopeFields = ({ view }: { readonly view: View }) => (
  <>
    {[...new URL(view.at('/'), 'http://localhost').searchParams].map(([name, value]) => (
      <input type="hidden" name={name} value={value} />
    ))}
  </>
)
