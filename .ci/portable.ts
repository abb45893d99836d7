/** The build without Node: a file that has a twin `<name>.portable.ts` gives way to it. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Options } from 'tsup'

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

export const portableFiles: Plugin = {
  name: 'portable files',
  setup: (build) => {
    build.onResolve({ filter: /^\.{1,2}\// }, ({ path, resolveDir }) => {
      const twin = join(resolveDir, `${path}.portable.ts`)
      return existsSync(twin) ? { path: twin } : undefined
    })
  },
}
