import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'
import { assets } from '../../.ci/assets.mjs'

/** Bundles a program in TypeScript, whose path begins at the root of the project, into one file that Node runs. */
export const bundle = (program, file) =>
  build({
    input: fileURLToPath(new URL(`../../${program}`, import.meta.url)),
    platform: 'node',
    // CommonJS, which asks for `process`.
    external: ['yaml'],
    plugins: [assets],
    transform: { target: 'node20' },
    output: { file, codeSplitting: false },
  })
