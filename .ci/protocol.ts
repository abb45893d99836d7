/**
 * The Model Context Protocol, as it is bundled: with its own small copy of zod, so that the code that every sandbox
 * loads does not grow, and without a validator for what a server may ask people, which no tool does.
 */
import { build, type Plugin } from 'rolldown'
import { licences } from './licences'

export const protocolFile = /pages[\\/]agents[\\/]protocol(?:\.portable)?\.ts$/

const noValidator: Plugin = {
  name: 'no validator',
  load: {
    filter: { id: /validation[\\/]ajv-provider\.js$/ },
    handler: () => 'export class AjvJsonSchemaValidator {}',
  },
}

export const protocol: Plugin = {
  name: 'protocol',
  load: {
    filter: { id: protocolFile },
    handler: async (input) => {
      const { output } = await build({
        input,
        platform: 'neutral',
        external: /^node:/,
        resolve: { mainFields: ['module', 'main'] },
        plugins: [noValidator, licences],
        transform: { target: 'es2022' },
        output: { minify: true, comments: false },
        write: false,
      })
      return { code: output[0].code, moduleType: 'js' }
    },
  },
}
