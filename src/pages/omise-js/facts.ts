/** What the server tells the script, beside its code. */
export interface ScriptFacts {
  /** The origin that the script was asked of. */
  readonly origin: string
  /** Whether that is an address of the sandbox, and not the name of another service. */
  readonly isOwn: boolean
  /** The addresses of the sandbox. */
  readonly vault: string
  readonly api: string
  readonly style: string
  readonly cards: readonly OfferedCard[]
  /** The name on all of them. */
  readonly holder: string
  /** `12/27` */
  readonly expiry: string
  readonly methods: readonly OfferedMethod[]
  /** Codes and names, of the methods that ask for a bank. */
  readonly banks: readonly (readonly [code: string, name: string])[]
}

/** A test card that the form offers. */
export interface OfferedCard {
  /** The outcome by which a test chooses it, such as `insufficient_fund`. */
  readonly value: string
  /** What it does, such as `Not enough money`. */
  readonly does: string
  readonly number: string
  /** `01/20`; left out for the usual one. */
  readonly expiry?: string | undefined
}

/** In short, as there are many. Months are of instalments. */
export type OfferedMethod = readonly [
  type: string,
  name: string,
  asksFor?: readonly string[],
  months?: readonly number[],
]
