/** Which account and mode a page is about. */
export interface Whose {
  readonly account: string
  readonly livemode: boolean
}

/** Where the records of a kind are listed, or one of them is shown. */
export const placeOf = ({ account, livemode }: Whose, kind: string, id?: string): string =>
  `/_sandbox/records/${kind}${id === undefined ? '' : `/${encodeURIComponent(id)}`}?${new URLSearchParams({ account, livemode: String(livemode) })}`
