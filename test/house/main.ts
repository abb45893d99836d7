/** `npm run house`: the size of the code and the way of a request through it, beside the gates. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFiles } from '../support/project-files'
import { walkOfCharge } from './walk'

const root = process.cwd()
const files = projectFiles(root)
const linesOf = (pattern: RegExp): number =>
  files
    .filter((file) => pattern.test(file))
    .reduce((lines, file) => lines + readFileSync(join(root, file), 'utf8').split('\n').length - 1, 0)
const walk = await walkOfCharge(root)

const rows: readonly (readonly [figure: string, now: number, gate: number])[] = [
  ['lines of ts, tsx and css in src', linesOf(/^src\/.*\.(?:tsx?|css)$/), 61_930],
  ['a warm POST /charges: files', walk.files, 43],
  ['a warm POST /charges: functions', walk.functions, 170],
  ['a warm POST /charges: deepest stack', walk.depth, 18],
  ['lines of .ci', linesOf(/^\.ci\//), 650],
  ['lines of tests', linesOf(/^test\/.*\.[cm]?[jt]sx?$/), 63_018],
]

const shown = (value: number | string): string => value.toLocaleString('en').padStart(8)
for (const [figure, now, gate] of [['', 'now', 'gate'] as const, ...rows])
  process.stdout.write(`${figure.padEnd(36)}${shown(now)}${shown(gate)}\n`)
