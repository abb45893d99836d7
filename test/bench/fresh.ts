import { execFile } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeProject } from './registry'
import { inPairs } from './rounds'
import { atMost, type Row } from './table'

const body = (createSandbox: string): string => `
const post = async (sandbox, key, url, body) => {
  const headers = { authorization: sandbox.authorization[key], 'content-type': 'application/json' }
  return (await sandbox.fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).json()
}
const main = async () => {
  const sandbox = (${createSandbox})()
  const card = { name: 'A', number: '4242424242424242', expiration_month: 12, expiration_year: 2040 }
  const token = await post(sandbox, 'public', sandbox.vaultUrl + '/tokens', { card })
  const charge = await post(sandbox, 'secret', sandbox.url + '/charges', { amount: 100000, currency: 'thb', card: token.id })
  if (charge.status !== 'successful') throw new Error(JSON.stringify(charge))
}
main()
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
  'import.mjs': `import { createSandbox } from 'payment-sandbox'\n${body('createSandbox')}`,
  'require.cjs': body(`require('payment-sandbox').createSandbox`),
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
export const freshRows = async (rounds: number): Promise<readonly Row[]> => {
  const project = makeProject()
  const times = { 'floor.cjs': [] as number[], 'import.mjs': [] as number[], 'require.cjs': [] as number[] }
  const names = Object.keys(times) as (keyof typeof times)[]
  try {
    for (const [name, text] of Object.entries(programs)) writeFileSync(join(project, name), text)
    // Round 0 only fills the caches of the disk.
    for (let round = 0; round <= rounds; round += 1)
      for (const name of names) {
        const time = await runFresh(project, name)
        if (round > 0) times[name].push(time)
      }
  } finally {
    rmSync(project, { recursive: true, force: true })
  }
  return (['import.mjs', 'require.cjs'] as const).map((name) => ({
    what: `a first charge in a fresh process, ${name.split('.')[0]}, processor; limit: Request and Response`,
    unit: 'ms',
    ...inPairs(times[name], times['floor.cjs']),
    gate: atMost(2.5),
    aim: atMost(2),
    page: {
      what: `a first charge in a fresh process, \`${name === 'import.mjs' ? 'import' : 'require'}\``,
      of: 'making one `Request` and one `Response`',
    },
  }))
}
