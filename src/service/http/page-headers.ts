import { textHash } from '../../kernel/digest'

/**
 * The security headers of a page. It may use the style sheets of its own server, and what `more` allows. It loads nothing
 * else and runs no script, even if a record that it shows contains one.
 * @param more further directives of the Content-Security-Policy
 * @param style the exact text between its style tags, for a page that is a file of its own
 */
export const pageHeaders = (more: string, style?: string): Readonly<Record<string, string>> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src ${style === undefined ? "'self'" : `'sha256-${textHash(style)}'`}; base-uri 'none'; ${more}`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
})
