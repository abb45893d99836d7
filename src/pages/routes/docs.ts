import { controlRoute } from '../../control/route'
import { markdownAnswer, viewOf } from './pages'

/** The documentation as text, for readers that are programs. */

const plain = { type: 'text/plain', example: '# payment-sandbox' } as const

const llmsRoute = (path: `/${string}`, textOf: 'llmsText' | 'llmsFullText', summary: string) =>
  controlRoute(`GET ${path}`, {
    summary,
    text: plain,
    runsNoJobs: true,
    returns: () => null,
    run: async (call) => {
      const llms = await import('../docs/llms')
      const headers = { 'content-type': 'text/plain; charset=utf-8' }
      return new Response(llms[textOf](viewOf(call).docs), { headers })
    },
  })

export const docsRoutes = [
  llmsRoute(
    '/llms.txt',
    'llmsText',
    'An index of the documentation for language models, by the convention of llmstxt.org',
  ),
  llmsRoute(
    '/llms-full.txt',
    'llmsFullText',
    'The whole documentation as one text: all topics and the examples',
  ),
  controlRoute('GET /docs.md', {
    summary:
      'The operations of the service as Markdown, one per line; every page of the documentation has an `.md`',
    scoped: 'one',
    returns: () => null,
    text: { ...plain, type: 'text/markdown' },
    runsNoJobs: true,
    run: async (call) => {
      const { docsMarkdown } = await import('../dashboard/docs/markdown')
      return markdownAnswer(docsMarkdown(viewOf(call)))
    },
  }),
]
