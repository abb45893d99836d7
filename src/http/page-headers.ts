import { textHash } from '../kernel/digest'

/**
 * What a page may do: show its own style, and what `more` allows. It loads nothing from elsewhere and runs no script,
 * whatever a record that it shows may hold.
 * @param style the text between its style tags, character by character
 */
export const pageHeaders = (style: string, more: string): Readonly<Record<string, string>> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${textHash(style)}'; base-uri 'none'; ${more}`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
})
