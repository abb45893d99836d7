/** How the build has the parts of a bundle loaded when something in them is first used. */
import { expect, it } from 'vitest'
import { withLateParts } from '../../.ci/in-parts'

/** Runs a file that the bundler wrote, whose parts are these, and lists the loads of parts beside what it did. */
const runLate = (code: string, parts: { readonly [file: string]: object }) => {
  const loads: string[] = []
  const load = (file: string): object => {
    loads.push(file)
    return parts[file] ?? {}
  }
  const changed = withLateParts(code, (part) => part !== 'part-now')
  return { exports: new Function('require', `${changed}\nreturn { run }`)(load), loads }
}

it('a part is loaded at its first use, and once', () => {
  const code =
    'const require_sum = require("./part-sum.cjs");\nconst run = () => [...require_sum.pair(1, 2)];'
  const { exports, loads } = runLate(code, { './part-sum.cjs': { pair: (a: number, b: number) => [a, b] } })
  expect(loads).toEqual([])
  expect([exports.run(), exports.run()]).toEqual([
    [1, 2],
    [1, 2],
  ])
  expect(loads).toEqual(['./part-sum.cjs'])
})

it.each(['const', 'let', 'var'])('a part is found when the bundler declares it with %s', (word) => {
  const { loads } = runLate(`${word} require_sum = require("./part-sum.cjs");\nconst run = null;`, {})
  expect(loads).toEqual([])
})

it('a class of a part can be made', () => {
  const code =
    'const require_heap = require("./part-heap.cjs");\nconst run = () => new require_heap.Heap(7).top;'
  class Heap {
    constructor(readonly top: number) {}
  }
  expect(runLate(code, { './part-heap.cjs': { Heap } }).exports.run()).toBe(7)
})

it('other parts are loaded at once, and names that only begin like one of a part stay', () => {
  const code = [
    'const require_now = require("./part-now.cjs");',
    'const require_3 = require("./part-3.cjs");',
    'const run = ({ require_3ds }) => [require_3ds, require_now.one, require_3.two];',
  ].join('\n')
  const { exports, loads } = runLate(code, { './part-now.cjs': { one: 1 }, './part-3.cjs': { two: 2 } })
  expect(loads).toEqual(['./part-now.cjs'])
  expect(exports.run({ require_3ds: true })).toEqual([true, 1, 2])
})

it('a part that is used as a whole is refused, as its function would be in its place', () => {
  const code = 'const require_sum = require("./part-sum.cjs");\nconst run = () => Object.keys(require_sum);'
  expect(() => runLate(code, {})).toThrow('require_sum is used as a whole')
})
