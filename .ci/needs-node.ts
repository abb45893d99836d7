/**
 * What a bundler for browsers takes in place of a module that needs Node: it says so in one sentence, where otherwise a
 * module of Node would fail somewhere within. Tests with a DOM run in Node, also where they are resolved as for a browser.
 */
import { mkdirSync, writeFileSync } from 'node:fs'

/** The path of each within the package, and what it exports. */
export const needNode: Readonly<
  Record<string, { readonly path: string; readonly names: readonly string[] }>
> = {
  intercept: { path: 'intercept', names: ['intercept'] },
  register: { path: 'register', names: [] },
  explore: { path: 'explore', names: ['explore'] },
  vitest: { path: 'vitest', names: ['createTest', 'expect', 'extendTest', 'test'] },
  'vitest-setup': { path: 'vitest/global-setup', names: ['createGlobalSetup', 'default'] },
  jest: { path: 'jest', names: ['useSandbox'] },
  'jest-setup': { path: 'jest/global-setup', names: ['createGlobalSetup', 'default'] },
  playwright: { path: 'playwright', names: ['expect', 'test'] },
}

const textOf = (file: string, path: string, names: readonly string[]): string => `
if (globalThis.process?.versions?.node === undefined)
  throw new Error('payment-sandbox/${path} needs Node, and this is a browser: call createSandbox() of payment-sandbox, which works here')
const { url } = import.meta
const module = await import(/* @vite-ignore */ new URL('../${file}', url).href)
${names.map((name) => `export ${name === 'default' ? 'default' : `const ${name} =`} module.${name}\n`).join('')}`

export const writeNeedsNode = (): void => {
  mkdirSync('dist/browser', { recursive: true })
  for (const [name, { path, names }] of Object.entries(needNode)) {
    const file = `${name}.${name === 'playwright' ? 'cjs' : 'js'}`
    writeFileSync(`dist/browser/${name}.js`, textOf(file, path, names))
  }
}
