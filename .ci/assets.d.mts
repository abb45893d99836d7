import type { Options } from 'tsup'

export const assets: NonNullable<Options['esbuildPlugins']>[number]
export const assetsOfTests: {
  readonly name: string
  readonly enforce: 'pre'
  readonly resolveId: (path: string, importer?: string) => string | undefined
  readonly load: (id: string) => Promise<string | undefined>
}
