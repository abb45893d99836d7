import { textHash } from '../../kernel/digest'
import { once } from '../../kernel/json'

/**
 * The security headers of a page. It may use the style sheets of its own server, and what `more` allows. It loads nothing
 * else and runs no script, even if a record that it shows contains one.
 * @param more further directives of the Content-Security-Policy
 * @param style the exact text between its style tags
 * @param loadsStyles whether it has style sheets of its server too. Default: unless it has a style of its own
 */
export const pageHeaders = (
  more: string,
  style?: string,
  loadsStyles = style === undefined,
): Readonly<Record<string, string>> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src ${[
    ...(loadsStyles ? ["'self'"] : []),
    ...(style === undefined ? [] : [`'sha256-${textHash(style)}'`]),
  ].join(' ')}; base-uri 'none'; ${more}`,
  'x-content-type-options': 'nosniff',
  // Some browsers identify requests of a page only by their referrer, which the guard of the control plane checks.
  'referrer-policy': 'same-origin',
})

/** The style sheets and scripts that pages load. */
export interface PageFiles<N extends string> {
  /** The address of a file. It changes with the file, so that browsers keep it for good. */
  addressOf(name: N): string
  /** The answer with a file; `null` for an unknown name. */
  answer(name: string): Response | null
}

/**
 * @param folder what their addresses start with
 * @param texts by name; the names end in `.css` or `.js`
 */
export const pageFiles = <N extends string>(
  folder: string,
  texts: Readonly<Record<N, string>>,
): PageFiles<N> => {
  const all = new Map<string, string>(Object.entries(texts))
  const tags = once(
    () => new Map([...all].map(([name, text]) => [name, textHash(text).replace(/\W/g, '').slice(0, 12)])),
  )
  return {
    addressOf: (name) => `${folder}/${name}?v=${tags().get(name)}`,
    answer: (name) => {
      const text = all.get(name)
      if (text === undefined) return null
      return new Response(text, {
        headers: {
          'content-type': `text/${name.endsWith('.css') ? 'css' : 'javascript'}; charset=utf-8`,
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
        },
      })
    },
  }
}
