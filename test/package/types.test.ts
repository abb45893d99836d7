/** The types of every entry compile with any target, by both compilers, also where libraries are checked. */
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import manifest from '../../package.json'
import { drill } from '../support/arbitraries'
import { makeProject, patience, root, run } from './packed'

vi.setConfig({ testTimeout: patience })

const modules = Object.keys(manifest.exports)
  .filter((entry) => entry !== './package.json')
  .map((entry) => entry.replace('.', manifest.name))

/** Those whose types need no runner. */
const alone = modules.filter((name) => !/\/(?:vitest|jest|msw|playwright)\b/.test(name))

const using = `
import { createSandbox } from 'payment-sandbox'
import { intercept } from 'payment-sandbox/intercept'
export async function checkout(): Promise<void> {
  await using sandbox = createSandbox()
  using interception = intercept(sandbox, 'omise')
}
`

const importing = (names: readonly string[]): string =>
  names.map((name, i) => `export * as entry${i} from '${name}'\n`).join('')

type Row = readonly [compiler: string, target: string, which: string, types: string[], text: string]

/** The older compiler takes three times as long with all runners. */
const older: Row = ['typescript', 'es2023', 'with the types of Node', ['node'], importing(modules) + using]

it.each<Row>([
  ['typescript-native', 'es2023', 'without other types', [], importing(alone)],
  ['typescript-native', 'es2022', 'with the types of Node', ['node'], importing(modules) + using],
  ...drill([], [older]),
])('%s, target %s, %s', async (compiler, target, _, types, text) => {
  const compilerOptions = {
    target,
    types,
    module: 'nodenext',
    strict: true,
    skipLibCheck: false,
    noEmit: true,
  }
  const cwd = await makeProject({
    files: {
      'package.json': '{ "type": "module" }',
      'tsconfig.json': JSON.stringify({ compilerOptions }),
      'consumer.ts': text,
      'consumer.cts': text,
    },
  })
  const tsc = run(process.execPath, [`node_modules/${compiler}/bin/tsc`], { cwd })
  await expect(tsc).resolves.toBe('\n')
})

it.each([
  ['nodenext', 'nodenext'],
  ['preserve', 'bundler'],
])(
  'the example with a browser compiles, module %s, module resolution %s',
  async (module, moduleResolution) => {
    const compilerOptions = {
      ...{ module, moduleResolution, target: 'es2022', types: ['node'], noEmit: true },
      ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false },
    }
    const cwd = await makeProject({
      from: join(root, 'examples', 'playwright-checkout'),
      files: { 'tsconfig.json': JSON.stringify({ compilerOptions, include: ['*.ts'] }) },
    })
    const tsc = run(process.execPath, ['node_modules/typescript-native/bin/tsc'], { cwd })
    await expect(tsc).resolves.toBe('\n')
  },
)
