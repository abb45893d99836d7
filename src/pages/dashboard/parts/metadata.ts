import { isObject } from '../../../kernel/json'

/** Metadata on one line, such as `order A-1001, channel web`; empty where there is none. */
export const metadataText = (metadata: unknown): string =>
  !isObject(metadata)
    ? ''
    : Object.entries(metadata)
        .slice(0, 3)
        .map(([name, value]) => `${name} ${isObject(value) || Array.isArray(value) ? '…' : String(value)}`)
        .join(', ')
