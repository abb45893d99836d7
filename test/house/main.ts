/** `npm run house`: the size of the code and how its parts hang together, beside the gates and aims. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFiles } from '../support/project-files'
import { roomsIn } from './rooms'
import { walkOfCharge } from './walk'

const root = process.cwd()
const sources = projectFiles(root).map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
const those = (pattern: RegExp) => sources.filter(({ file }) => pattern.test(file))
const linesOf = (text: string): number => text.split('\n').length - 1
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

const code = those(/^src\/.*\.(?:tsx?|css)$/)
const count = (pattern: RegExp): number => sum(code.map(({ text }) => [...text.matchAll(pattern)].length))
const lengths = code.map(({ file, text }) => ({ file, lines: linesOf(text) }))
const largest = lengths.reduce((one, other) => (other.lines > one.lines ? other : one))
const { rooms, arrows, up } = roomsIn(sources)
const walk = await walkOfCharge(root)

type Row = readonly [figure: string, now: number, gate?: number, aim?: number]

const rows: readonly Row[] = [
  ['lines of ts, tsx and css in src', sum(lengths.map(({ lines }) => lines)), 53_000, 42_000],
  ['kB of them', Math.round(sum(code.map(({ text }) => Buffer.byteLength(text))) / 1000), 2_050, 1_650],
  ['files in src', those(/^src\//).length, 560, 420],
  ['rooms: folders and loose files at the top of src', rooms.length, 14, 13],
  ['arrows: rooms that import another', arrows.length, 60, 45],
  ['arrows back up, against the order of the rooms', up.length, 3, 0],
  ['a warm POST /charges: files', walk.files, 50, 35],
  ['a warm POST /charges: functions', walk.functions, 160, 120],
  ['a warm POST /charges: deepest stack', walk.depth, 22, 15],
  ['once( of ours in src', count(/(?<![.#])\bonce\(/g), 60, 30],
  ['interfaces named …Ports', count(/\binterface \w*Ports\b/g), 3, 0],
  ['lines of .ci', sum(those(/^\.ci\//).map(({ text }) => linesOf(text))), 650, 600],
  ['lines of tests', sum(those(/^test\/.*\.[cm]?[jt]sx?$/).map(({ text }) => linesOf(text))), 58_000, 50_000],
  [`lines of the largest file, ${largest.file}`, largest.lines],
  ['files under 25 lines', lengths.filter(({ lines }) => lines < 25).length],
]

const shown = (value?: number): string => value?.toLocaleString('en') ?? ''
const table = [
  ['figure', 'now', 'gate', 'aim'],
  ...rows.map(([figure, ...values]) => [figure, ...[0, 1, 2].map((at) => shown(values[at]))]),
]
const width = Math.max(...table.map(([figure = '']) => figure.length))
const lines = table.map(([figure = '', ...cells]) =>
  [figure.padEnd(width), ...cells.map((cell) => cell.padStart(8))].join('').trimEnd(),
)
const back = [...up].sort().map((arrow) => `  ${arrow}`)
process.stdout.write(`${lines.join('\n')}\n\nback up:\n${back.join('\n')}\n`)
