/**
 * `npm run drill -- simulate --operations 1000000 --seed 7`: random operations against the service and the model, in
 * rounds of some thousand operations with a sandbox each. The same seed plays the same operations. Even rounds have
 * the profile `spec`, odd ones `omise`, unless `--profile` names one for all.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { errorMessage } from '../../src/kernel/sandbox-error'
import { type ProfileName, profiles } from './model/profiles'
import { type Operation, operationsOf, play, type Round, shrink } from './play'
import { Random } from './random'

const usage =
  'npm run drill -- simulate [--operations 100000] [--seed 1] [--profile spec|omise] [--per-round 2500]\n' +
  '                          [--round <number>]\n' +
  'Without --profile, even rounds play spec and odd ones omise.\n'

const readOptions = () => {
  try {
    const { values } = parseArgs({
      options: {
        operations: { type: 'string', default: '100000' },
        seed: { type: 'string', default: '1' },
        profile: { type: 'string' },
        'per-round': { type: 'string', default: '2500' },
        round: { type: 'string' },
      },
    })
    return values
  } catch (error) {
    process.stderr.write(`${errorMessage(error)}\n${usage}`)
    process.exit(2)
  }
}

const values = readOptions()

const whole = (name: 'operations' | 'seed' | 'per-round' | 'round'): number => {
  const text = values[name] ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text)
  process.stderr.write(`--${name} takes a whole number, not "${text}"\n`)
  process.exit(2)
}

const isProfile = (name: string): name is ProfileName => Object.hasOwn(profiles, name)

const profileAsked = (): ProfileName | null => {
  const { profile } = values
  if (profile === undefined) return null
  if (isProfile(profile)) return profile
  process.stderr.write(`--profile is spec or omise, not "${profile}"\n`)
  process.exit(2)
}

const profile = profileAsked()
const seed = whole('seed')
const perRound = whole('per-round')
const total = whole('operations')
const only = values.round === undefined ? null : whole('round')
const folder = mkdtempSync(join(tmpdir(), 'payment-sandbox-simulation-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

/** Every fifth round keeps its state in a file. */
const roundOf = (number: number): Round => {
  const own = new Random(seed * 1_000_003 + number).next()
  const inTurn = number % 2 === 0 ? 'spec' : 'omise'
  return { profile: profile ?? inTurn, seed: own, file: own % 5 === 0 ? join(folder, 'state') : null }
}

const tell = (text: string): void => void process.stdout.write(`${text}\n`)

const report = async (number: number, round: Round, operations: readonly Operation[]): Promise<void> => {
  const failure = await play(round, operations)
  if (failure === null) return
  tell(`\nround ${number} (${round.profile}), operation ${failure.at}: ${failure.message}`)
  const again = `--seed ${seed} --profile ${round.profile} --round ${number} --operations ${operations.length}`
  tell(`again: npm run drill -- simulate ${again}\n`)
  tell('shortening the story …')
  const short = await shrink(round, operations, failure)
  const after: Round['after'] = (operation, turn) => {
    tell(`# ${operation.do}`)
    for (const line of turn.lines) tell(`  ${line}`)
  }
  await play({ ...round, after }, short.operations)
  tell(`# ${short.operations.at(-1)?.do}`)
  for (const line of short.failure.lines) tell(`  ${line}`)
  tell(`\n${short.failure.message}\n\nas a row of the table in simulate.test.ts:`)
  tell(JSON.stringify({ profile: round.profile, seed: round.seed, story: short.operations }))
  process.exit(1)
}

const began = performance.now()
const rounds = Math.ceil(total / perRound)
for (let number = only ?? 0; number < (only === null ? rounds : only + 1); number += 1) {
  const count = only === null ? Math.min(perRound, total - number * perRound) : Math.min(total, perRound)
  const round = roundOf(number)
  await report(number, round, operationsOf(round.seed, count))
  const done = only === null ? number * perRound + count : count
  const seconds = (performance.now() - began) / 1000
  const { user, system } = process.cpuUsage()
  const memory = Math.round(process.memoryUsage().rss / 2 ** 20)
  if (number % 10 === 0 || number === rounds - 1 || only !== null)
    tell(
      `${done} operations, ${Math.round(done / seconds)} a second, ` +
        `${Math.round((done * 1e6) / (user + system))} a second of processor time, ${memory} MB`,
    )
}
tell(`seed ${seed}: ${only === null ? total : perRound} operations, and nothing differs`)
