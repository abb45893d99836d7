/**
 * Loads a program that calls a mapped host by each hook of loading that projects use, all at once, and prints what each
 * of them gives.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** Node itself cannot load it: an enum leaves code behind. */
const program = `
import { get } from 'node:https'
enum Host { Api = 'https://api.omise.co/account' }
get(Host.Api, (answer) => {
  console.log(answer.statusCode)
  answer.resume()
})
`

const files = {
  'shop.ts': program,
  'shop.mts': program,
  'shop.cjs':
    "require('node:https').get('https://api.omise.co/account', (answer) => console.log(answer.resume().statusCode))",
  'babel.cjs':
    "require('@babel/register')({ extensions: ['.ts'], presets: ['@babel/preset-typescript'], " +
    "plugins: ['@babel/plugin-transform-modules-commonjs'], cache: false })",
  'tsconfig.json': '{ "compilerOptions": { "module": "commonjs", "target": "es2022" } }',
}

const hooks = {
  'ts-node': ['--require', 'ts-node/register/transpile-only', 'shop.ts'],
  '@swc-node/register': ['--require', '@swc-node/register', 'shop.ts'],
  '@babel/register': ['--require', './babel.cjs', 'shop.ts'],
  'tsx, of require': ['--require', 'tsx/cjs', 'shop.ts'],
  'tsx, of import': ['--import', 'tsx', 'shop.mts'],
  'source-map-support': ['--enable-source-maps', '--require', 'source-map-support/register', 'shop.cjs'],
}

// Within the project, whose packages it finds.
const cwd = mkdtempSync(fileURLToPath(new URL('loaded-', import.meta.url)))
for (const [name, text] of Object.entries(files)) writeFileSync(`${cwd}/${name}`, text)
const load = promisify(execFile)
const outcomes = Object.entries(hooks).map(async ([name, words]) => {
  const { stdout } = await load(process.execPath, words, { cwd }).catch(({ message }) => ({
    stdout: message,
  }))
  return [name, stdout.trim()]
})
console.log(JSON.stringify(Object.fromEntries(await Promise.all(outcomes))))
