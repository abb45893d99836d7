import type { View } from '../frame/view'

/** Entries on a page. */
const perPage = 25

export const textIn = ({ query }: View): string => (query.get('q') ?? '').trim().slice(0, 500)

/** A page of a list, newest first. */
export interface ListPage<T> {
  readonly shown: readonly T[]
  readonly total: number
  /** The number of entries before those of this page. */
  readonly skipped: number
  /** Whether the entry that the address names is not, or no longer, in the list: the page is the first. */
  readonly isGone: boolean
  /** The last id before each page to which the page leads: `null` for the first page, `undefined` where there is no page. */
  readonly newer: string | null | undefined
  readonly older: string | undefined
  readonly last: string | undefined
}

/** The page in the address: the entries older than the one that `?before=` names. What comes meanwhile moves none of them. */
export const pageOf = <T extends { readonly id: string }>(
  { query }: View,
  all: readonly T[],
): ListPage<T> => {
  const before = query.get('before')
  const skipped = all.findIndex(({ id }) => id === before) + 1
  const end = skipped + perPage
  const lastStart = Math.floor((all.length - 1) / perPage) * perPage
  return {
    skipped,
    total: all.length,
    shown: all.slice(skipped, end),
    isGone: before !== null && skipped === 0,
    newer: skipped === 0 ? undefined : (all[skipped - perPage - 1]?.id ?? null),
    older: end < all.length ? all[end - 1]?.id : undefined,
    last: end < all.length ? all[Math.max(end, lastStart) - 1]?.id : undefined,
  }
}

/** Where a page is among all, with links to the others, which keep the rest of the address. */
export const PageLinks = ({ view, path, page }: PageLinksProps) => {
  const { before: _, delivery: __, ...query } = Object.fromEntries(view.query)
  const { shown, total, skipped, isGone, newer, older, last } = page
  const step = (name: string, before: string | null | undefined) =>
    before === undefined ? (
      <span class="soft">{name}</span>
    ) : (
      <a href={view.at(path, { ...query, before })}>{name}</a>
    )
  return (
    <nav class="pages" aria-label="Pages">
      <span class="soft">
        {total === 0
          ? 'None'
          : `${skipped + 1} to ${skipped + shown.length} of ${total.toLocaleString('en')}`}
      </span>
      {isGone ? (
        <span class="left">
          The entry where that page began is no longer in this list: this is the first page.
        </span>
      ) : null}
      {total <= perPage ? null : (
        <>
          {step('First', skipped === 0 ? undefined : null)}
          {step('Newer', newer)}
          {step('Older', older)}
          {step('Last', last)}
        </>
      )}
    </nav>
  )
}

interface PageLinksProps {
  readonly view: View
  /** The address of the list. */
  readonly path: string
  readonly page: ListPage<unknown>
}
