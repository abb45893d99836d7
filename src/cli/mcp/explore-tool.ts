/** `explore` as a tool for agents: its inputs, and its report in answers of 4 kB. */
import type { Piece, ToolAnswer } from '../../pages/agents/answer'
import { type Tool, type ToolCall, ToolError } from '../../pages/agents/tool'
import {
  type ExploreFinding,
  type ExploreReport,
  newFindings,
  remarksOf,
  summaryOf,
} from '../../suites/explore/report'
import { outcomesOf } from '../../suites/explore/report-tables'
import { cut } from '../../suites/wording'
import type { Given } from '../command-line'
import type { CommandLine } from '../exec/process-tree'
import { exploration } from '../explore/explore'
import { count, flag, flagsOf, type Inputs, inToolWords, text, texts } from './inputs'

/** @param withFlags the command line with these flags */
export const exploreTool = (withFlags: (flags: object) => Given): Tool => {
  let isExploring = false
  return {
    name: 'explore',
    title: 'Try every failure of a command',
    about:
      'Runs a command of the shop again and again, each time on a fresh sandbox with one failure: lost answers, late or doubled webhooks. Finds double charges, with the story of the run. It calls PAYMENT_SANDBOX_URL with PAYMENT_SANDBOX_SECRET_KEY, and ends with 0 when the shop is right.',
    of: [],
    takes: () => exploreInput,
    needs: ['command'],
    isReading: false,
    isDestructive: true,
    isOpen: true,
    run: async (call) => {
      const { input, signal, progress } = call
      const command = commandIn(input.command)
      const flags = flagsOf(call, exploreInput)
      if (isExploring)
        throw new ToolError('explore is running already: wait for its answer, or cancel that call')
      isExploring = true
      progress(0, undefined, 'the first run, without a failure')
      const report = increasing(progress)
      try {
        const result = await exploration(withFlags(flags), command, {
          signal,
          onProgress: ({ done, due, phase }) => report(done, done + due, phase),
        })
        return reportAnswer(result, input.once === undefined ? undefined : String(input.once))
      } catch (error) {
        throw inToolWords(error, exploreInput)
      } finally {
        isExploring = false
      }
    },
  }
}

/** The protocol wants each report to be further than the one before. */
const increasing = (progress: ToolCall['progress']): ToolCall['progress'] => {
  let last = 0
  return (done, ...more) => {
    if (done > last) progress(done, ...more)
    last = done
  }
}

const exploreInput: Inputs = {
  command: {
    description:
      'What a customer does, as a line for the shell such as `node buy.js`, or program and arguments',
    anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
  },
  once: text('Field that no two paid charges may share, such as `metadata.order`: finds double charges'),
  allow_more_money: flag('Without once: runs may take more money than the first one'),
  idempotency_keys: text('`ignored`: keys do not protect, as if the service forgot them. Default: `kept`'),
  webhook: text('Address of the receiver, if the shop has one'),
  webhook_secret: text('Its signing secret. Default: the command has it in PAYMENT_SANDBOX_WEBHOOK_SECRET'),
  recover: text('Command to run after it, like a nightly job; adds crashes'),
  app: text('Command of an application that stays up, such as `npm start`; needs ready'),
  ready: text('With app: the address that answers once it is ready'),
  reset: text('With app: command to run before each run, such as one that empties its database'),
  kinds: texts('Only these, such as answer-lost or twice. Default: all that apply'),
  skip: texts('Calls where nothing fails, such as `GET /customers`'),
  only: text('One scenario by its name'),
  depth: count('2: pairs of failures too'),
  runs: count('Most runs. Default: 2000'),
  jobs: count('Runs at once. Default: half the cores'),
  timeout: text('Real time that a run may take. Default: 1m'),
  settle: text('How far the clock moves after a run. Default: 3d'),
  search_delay: count('Virtual ms until a search finds new or changed records. Default: 0'),
  intercept: text('Hosts whose calls reach the sandbox: `omise`, for unchanged clients'),
  public_key: text("The shop's own public key, if it does not read the one of the sandbox"),
  secret_key: text("The shop's own secret key, likewise"),
  fixture: texts('Records to start with, by name or file'),
  profile: text('`spec` or `omise`'),
}

const commandIn = (value: unknown): CommandLine => {
  if (typeof value === 'string' && value.trim() !== '') return value
  if (Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === 'string'))
    return value
  throw new ToolError('command must be a line for the shell such as "node buy.js", or a list of texts')
}

/** A first line and facts of these sizes leave room for a finding, or a part of its story. */
const [namesMax, nameLength, headLength] = [8, 60, 1200]

/** The first of many names, and how many others there are. */
const some = (names: readonly string[]): string => {
  const left = names.length - namesMax
  return `${names.slice(0, namesMax).join(', ')}${left > 0 ? ` and ${left} more` : ''}`
}

/** The result, then each finding with its story. */
const reportAnswer = (report: ExploreReport, once: string | undefined): ToolAnswer => {
  const { ok, runs, calls, deliveries, findings, leftOut } = report
  const { shown, rest } = newFindings(report)
  const { held, missed, refused } = outcomesOf(report)
  const result = ok ? (held > 0 ? 'held' : 'nothing was tried') : 'broken'
  const rules = [...new Set(shown.map(({ rule }) => rule))]
  const broken = rules.map((rule) => {
    const found = shown.filter((finding) => finding.rule === rule)
    return `${rule.toUpperCase()}: ${some([...new Set(found.map(({ scenario }) => scenario))])}`
  })
  const [worst] = shown
  const again = worst === undefined ? [] : [`explore with only "${worst.scenario}" repeats the first one`]
  const head = [...summaryOf(report), ...remarksOf(report, once), ...broken, ...rest, ...again]
  return {
    head: cut(`${result}: ${head.join('\n')}`, headLength),
    facts: {
      ok,
      runs,
      held,
      not_reached: missed,
      refused,
      left_out: leftOut,
      found: findings.length,
      calls: calls.slice(0, namesMax).map((name) => cut(name, nameLength)),
      deliveries: deliveries.slice(0, namesMax),
    },
    pieces: shown.flatMap((finding, i) => findingPieces(finding, shown[i - 1])),
  }
}

/** Two findings of one scenario have the same story. */
const findingPieces = (
  { scenario, rule, message, story }: ExploreFinding,
  before: ExploreFinding | undefined,
): readonly Piece[] => {
  const said = cut(message, 200)
  const about: Piece = {
    list: 'findings',
    text: `${scenario}: ${rule.toUpperCase()}: ${said}`,
    data: { scenario, rule, message: said },
  }
  if (before?.scenario === scenario) return [about]
  return [about, ...parts(story.map((line) => cut(line, 240))).map((lines) => storyPiece(scenario, lines))]
}

const storyPiece = (scenario: string, lines: readonly string[]): Piece => ({
  list: 'stories',
  text: lines.map((line) => `  ${line}`).join('\n'),
  data: { scenario, lines },
})

const partBytes = 400

/** The lines in parts that leave room in an answer for others. */
const parts = (lines: readonly string[]): readonly (readonly string[])[] => {
  const all: string[][] = []
  let length = Number.POSITIVE_INFINITY
  for (const line of lines) {
    const bytes = Buffer.byteLength(line)
    length += bytes
    if (length > partBytes) {
      all.push([])
      length = bytes
    }
    all.at(-1)?.push(line)
  }
  return all
}
