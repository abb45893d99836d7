import { execFile } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeProject } from './registry'
import { inPairs } from './rounds'
import type { Row } from './table'

const firstCharge = `
import { createSandbox } from 'payment-sandbox'
const post = async (sandbox, key, url, body) => {
  const headers = { authorization: sandbox.authorization[key], 'content-type': 'application/json' }
  return (await sandbox.fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).json()
}
const sandbox = createSandbox()
const card = { name: 'A', number: '4242424242424242', expiration_month: 12, expiration_year: 2040 }
const token = await post(sandbox, 'public', sandbox.vaultUrl + '/tokens', { card })
const charge = await post(sandbox, 'secret', sandbox.url + '/charges', { amount: 100000, currency: 'thb', card: token.id })
if (charge.status !== 'successful') throw new Error(JSON.stringify(charge))
`

/** The least that any call by fetch is made of. */
const floor = `
const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"a":1}' }
const main = async () => {
  await new Request('http://localhost/', init).json()
  await new Response('{"a":1}', { status: 200, headers: init.headers }).json()
}
main()
`

const programs = {
  'floor.cjs': floor,
  'charge.mjs': firstCharge,
  'cpu.cjs': `process.on('exit', () => {
    const { user, system } = process.cpuUsage()
    console.log((user + system) / 1000)
  })`,
}

/** Milliseconds of processor time of a whole process. */
const runFresh = async (cwd: string, program: keyof typeof programs): Promise<number> => {
  const args = ['--require', './cpu.cjs', program]
  return Number((await promisify(execFile)(process.execPath, args, { cwd })).stdout)
}

/** A first charge in a fresh process: import, sandbox, token, charge. */
export const freshRow = async (rounds: number): Promise<Row> => {
  const project = makeProject()
  const times = { 'floor.cjs': [] as number[], 'charge.mjs': [] as number[] }
  try {
    for (const [name, text] of Object.entries(programs)) writeFileSync(join(project, name), text)
    // Round 0 only fills the caches of the disk.
    for (let round = 0; round <= rounds; round += 1)
      for (const name of ['floor.cjs', 'charge.mjs'] as const) {
        const time = await runFresh(project, name)
        if (round > 0) times[name].push(time)
      }
  } finally {
    rmSync(project, { recursive: true, force: true })
  }
  return {
    what: 'a first charge in a fresh process',
    of: 'making one `Request` and one `Response`',
    ...inPairs(times['charge.mjs'], times['floor.cjs']),
    gate: 2.5,
    aim: 2,
  }
}
