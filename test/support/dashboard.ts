/** Reads pages of the dashboard as a browser without scripts would. */
import { expect } from 'vitest'
import type { Sandbox } from '../../src/index'
import { setUp } from './set-up'

export interface ReadPage {
  readonly status: number
  readonly html: string
  /** What a person reads, without tags, on one line. */
  readonly text: string
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'" }

/** HTML as the text that it writes. */
export const unescaped = (html: string): string =>
  html.replace(/&(\w+|#39);/g, (all, name: string) => entities[name] ?? all)

/** What a person reads in HTML. */
export const textOf = (html: string): string =>
  unescaped(html.replace(/<(script|style|title|desc)\b[^>]*>.*?<\/\1>/gs, ' ').replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim()

/** @param path below /_sandbox */
export const readPage = async (
  { fetch, url }: Pick<Sandbox, 'fetch' | 'url'>,
  path: string,
): Promise<ReadPage> => {
  const answer = await fetch(`${url}/_sandbox${path}`, { headers: { accept: 'text/html' } })
  const html = await answer.text()
  expect(answer.headers.get('content-type')).toContain('text/html')
  return { status: answer.status, html, text: textOf(html) }
}

/** The page at a path below /_sandbox, which has to be there. */
export const htmlAt = async (sandbox: Pick<Sandbox, 'fetch' | 'url'>, path: string): Promise<string> => {
  const { status, html } = await readPage(sandbox, path)
  expect({ path, status }).toEqual({ path, status: 200 })
  return html
}

/** The part of a page inside of its first element with this tag, such as `article`. */
export const partOf = ({ html }: ReadPage, tag: string): string =>
  new RegExp(`<${tag}\\b[^>]*>.*</${tag}>`, 's').exec(html)?.[0] ?? expect.fail(`there is no ${tag}`)

/** The ids in the table of a page, in its order. */
export const idsIn = ({ html }: { readonly html: string }): readonly string[] =>
  [...html.matchAll(/<tr id="row-([^"]+)"/g)].map(([, id = '']) => id)

/** What a page of one thing, such as a record or a delivery, says in its sheet. */
export const sheetAt = async (sandbox: Pick<Sandbox, 'fetch' | 'url'>, path: string): Promise<string> =>
  textOf(partOf(await readPage(sandbox, path), 'article'))

/** The story on the page of a record. */
export const storyIn = ({ html }: ReadPage): string =>
  textOf(/<ol class="stories">.*<\/ol>/s.exec(html)?.[0] ?? '')

/** What falls due, line by line as on the page of the clock. */
export const dueIn = ({ html }: ReadPage): readonly string[] =>
  [...(/<ul id="due".*?<\/section>/s.exec(html)?.[0] ?? '').matchAll(/<time.*?(?=<time|<\/section>)/gs)].map(
    ([line]) => textOf(line),
  )

const receiver = 'http://127.0.0.1:9/hooks'

/** A shop whose webhooks go to `receiver`, which answers so. */
export const shopWithReceiver = (answer: () => number | Response) => {
  const { sandbox, client } = setUp({ webhooks: { endpoints: [receiver] } })
  sandbox.webhooks.onDelivery(answer, { url: receiver })
  return { sandbox, client, receiver }
}
