import { raw } from 'hono/html'
import { Marked, type Tokens } from 'marked'
import type { View } from '../frame/view'
import { Code } from '../parts/layout'

interface TextProps {
  /** Markdown. */
  readonly of: string
  /** What its code is an example of, for those who hear the page. */
  readonly title?: string
  readonly view: View
}

const markedFor = ({ title = 'this', view }: Omit<TextProps, 'of'>): Marked =>
  new Marked({
    renderer: {
      // No text is HTML: `<name>` stands for a name.
      html: ({ text }) => String(<span>{text}</span>),
      code: ({ text }) => String(<Code text={text} what={`the example of ${title}`} />),
      // A README leads to others, and to files that have no page. What it leads to here, a search may not show.
      link({ href, tokens }: Tokens.Link) {
        const text = this.parser.parseInline(tokens)
        const [, readme] = /^([\w-]+)\/README\.md$/.exec(href) ?? []
        const here = href.startsWith('#') ? view.at(`${view.path}${href}`) : href
        const to = readme === undefined ? here : view.at(`/docs/${readme}`)
        return /^(\/|https:)/.test(to) ? String(<a href={to}>{raw(text)}</a>) : text
      },
    },
  })

/** Paragraphs, lists, tables and code. */
export const Text = ({ of, ...about }: TextProps) =>
  raw(
    String(markedFor(about).parse(of))
      .replaceAll('<table>', '<div class="scroll"><table>')
      .replaceAll('</table>', '</table></div>'),
  )

/** A text within a line. */
export const Words = ({ of, ...about }: TextProps) => raw(String(markedFor(about).parseInline(of)))
