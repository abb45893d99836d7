import { textHash } from '../kernel/digest'

/**
 * The security headers of a page. It may use its own style, and what `more` allows. It loads nothing else and runs no
 * script, even if a record that it shows contains one.
 * @param style the exact text between its style tags
 * @param more further directives of the Content-Security-Policy
 */
export const pageHeaders = (style: string, more: string): Readonly<Record<string, string>> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${textHash(style)}'; base-uri 'none'; ${more}`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
})
