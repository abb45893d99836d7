import { controlRoute } from '../../control/route'
import { markdownAnswer, viewOf } from './pages'

/** The documentation as text, for readers that are programs. */

const plain = { type: 'text/plain', example: '# payment-sandbox' } as const

const load = () => import('../dashboard/docs/markdown')

const llmsRoute = (path: `/${string}`, isWhole: boolean, summary: string) =>
  controlRoute(`GET ${path}`, {
    summary,
    text: plain,
    runsNoJobs: true,
    returns: () => null,
    run: async (call) => {
      const { llmsIn } = await load()
      return textAnswer(llmsIn(viewOf(call), isWhole))
    },
  })

export const docsRoutes = [
  llmsRoute(
    '/llms.txt',
    false,
    'An index of the documentation for language models, by the convention of llmstxt.org',
  ),
  llmsRoute('/llms-full.txt', true, 'The whole documentation as one text: all topics and the examples'),
  controlRoute('GET /docs.md', {
    summary:
      'The operations of the service as Markdown, one per line; every page of the documentation has an `.md`',
    scoped: 'one',
    returns: () => null,
    text: { ...plain, type: 'text/markdown' },
    runsNoJobs: true,
    run: async (call) => {
      const { docsMarkdown } = await load()
      return markdownAnswer(docsMarkdown(viewOf(call)))
    },
  }),
]

const textAnswer = (text: string): Response =>
  new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
