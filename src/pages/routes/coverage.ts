import { accepts } from 'hono/accepts'
import * as z from 'zod/mini'
import { controlRoute } from '../../control/route'
import { renamed, toSnakeCase } from '../../kernel/text'
import { optional } from '../../kernel/wire'
import { coverageStyle } from '../../sandbox/coverage/coverage-page'
import { coverageSchema } from '../../sandbox/coverage/schema'
import type { AppContext } from '../../service/http/exchange'
import { pageHeaders } from '../../service/http/page-files'
import { runPlace } from './pages'

const formats = ['json', 'text', 'html'] as const

const formatQuery = () =>
  z.strictObject({
    format: optional(
      '`json`, `text` or `html`. Default: as the header `Accept` asks',
      z.enum(formats, 'must be json, text or html'),
    ),
  })

/** The format that the header `Accept` prefers. */
const accepted = (context: AppContext): (typeof formats)[number] => {
  const type = accepts(context, {
    header: 'Accept',
    supports: ['application/json', 'text/plain', 'text/html'],
    default: 'application/json',
  })
  if (type === 'text/html') return 'html'
  return type === 'text/plain' ? 'text' : 'json'
}

const headersOf = {
  text: () => ({ 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' }),
  html: () => pageHeaders("form-action 'none'; frame-ancestors 'none'", coverageStyle),
} as const

/** Within the dashboard; `?format=html` is the same as a single file. */
const showCoverage = runPlace({
  load: async () => (await import('../dashboard/coverage/page')).coveragePlace,
})

export const coverageRoutes = [
  controlRoute('GET /coverage', {
    page: true,
    summary:
      'Coverage: which parts of the catalogue were used, and which were not; `?format=json`, `text` or `html`, or as `Accept` says: browsers get a page of the dashboard',
    input: formatQuery,
    returns: () => z.strictObject(renamed<z.core.$ZodType>(coverageSchema().shape, toSnakeCase)),
    runsNoJobs: true,
    run: (call) => {
      const { sandbox, input, exchange } = call
      const format = input.format ?? accepted(exchange.context)
      if (input.format === undefined && format === 'html') return showCoverage(call)
      if (format !== 'json') return new Response(sandbox.coverage(format), { headers: headersOf[format]() })
      return renamed(sandbox.coverage(), toSnakeCase)
    },
  }),
  controlRoute('DELETE /coverage', {
    summary: 'Clear the coverage',
    returns: () => z.strictObject({}),
    runsNoJobs: true,
    run: ({ sandbox }) => {
      sandbox.clearCoverage()
      return {}
    },
  }),
]
