import type { Child } from 'hono/jsx'

/** What a list without entries says, and how to get the first one. */
export const Empty = ({ children }: { readonly children: Child }) => <div class="empty">{children}</div>
