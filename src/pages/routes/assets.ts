import * as z from 'zod/mini'
import { ControlError } from '../../control/errors'
import { controlRoute } from '../../control/route'
import { about } from '../../kernel/wire'

export const assetRoutes = [
  controlRoute({
    method: 'get',
    path: '/assets/:name',
    params: { name: 'Name of the file' },
    summary: 'A style sheet or a script of the dashboard',
    input: () =>
      z.strictObject({
        v: about('Version of the file, for the caches of browsers. Default: none', z.optional(z.string())),
      }),
    returns: () => null,
    text: { type: 'text/css', example: 'body { margin: 0 }' },
    still: true,
    run: async ({ params }) => {
      const { assets } = await import('../dashboard/frame/assets')
      const name = params.name ?? ''
      const answer = assets.answer(name)
      if (answer === null) throw new ControlError(404, `there is no file ${name.slice(0, 100)} for pages`)
      return answer
    },
  }),
]
