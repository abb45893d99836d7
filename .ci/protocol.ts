/**
 * The Model Context Protocol, as it is bundled: with its own small copy of zod, so that the code that every sandbox
 * loads does not grow, and without a validator for what a server may ask people, which no tool does.
 */
import { build } from 'esbuild'
import type { Options } from 'tsup'
import { noteLicences } from './licences'

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

export const protocolFile = /pages[\\/]agents[\\/]protocol(?:\.portable)?\.ts$/

const noValidator: Plugin = {
  name: 'no validator',
  setup: (builder) => {
    builder.onResolve({ filter: /validation\/ajv-provider\.js$/ }, ({ path }) => ({
      path,
      namespace: 'none',
    }))
    builder.onLoad({ filter: /./, namespace: 'none' }, () => ({
      contents: 'export class AjvJsonSchemaValidator {}',
    }))
  },
}

const textOf = async (path: string): Promise<string> => {
  const { outputFiles, metafile } = await build({
    entryPoints: [path],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    external: ['node:*'],
    target: 'es2022',
    legalComments: 'none',
    metafile: true,
    write: false,
    plugins: [noValidator],
  })
  noteLicences(Object.keys(metafile.inputs))
  return outputFiles.map(({ text }) => text).join('')
}

/** For builds by esbuild. */
export const protocol: Plugin = {
  name: 'protocol',
  setup: (builder) => {
    builder.onLoad({ filter: protocolFile }, async ({ path }) => ({
      contents: await textOf(path),
      loader: 'js',
    }))
  },
}

/** For builds by rolldown. */
export const protocolOfLibrary = {
  name: 'protocol',
  load: async (id: string) =>
    protocolFile.test(id) ? { code: await textOf(id), moduleType: 'js' as const } : undefined,
}
