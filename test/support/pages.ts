/** The code blocks and links of Markdown pages. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The pages that users read. Their blocks are run by `test/package/pages.test.ts`. */
export const userPages = ['README.md', 'examples/README.md', 'fixtures/README.md'] as const

export const pathOf = (page: string): string => fileURLToPath(new URL(`../../${page}`, import.meta.url))
export const textOf = (page: string): string => readFileSync(pathOf(page), 'utf8')

export interface Block {
  readonly language: string
  readonly text: string
  /** The name in the first line: `// shop.test.js`. */
  readonly file: string | null
}

export const blocksOf = (page: string): readonly Block[] =>
  [...textOf(page).matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language = '', text = '']) => ({
    language,
    text,
    file: /^(?:\/\/|#) ([\w./-]+\.(?:[cm]?[jt]s|ya?ml))\n/.exec(text)?.[1] ?? null,
  }))

/** The anchors that GitHub gives the headings. */
export const anchorsOf = (page: string): readonly string[] =>
  [
    ...textOf(page)
      .replace(/^```.*?^```$/gms, '')
      .matchAll(/^#+ (.+)$/gm),
  ].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

/** The links to files and anchors of the project, its pictures among them. */
export const linksOf = (page: string): readonly string[] =>
  [
    ...textOf(page)
      .replace(/^```.*?^```$/gms, '')
      .matchAll(/(?:\]\(|src(?:set)?=")(?!https?:)([^)"]+)[)"]/g),
  ].map(([, link = '']) => link)
