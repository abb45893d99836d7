/** `payment-sandbox explore -- <command>` beside the command by itself, once for each scenario. */
import { execFile } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { createSandbox } from '../../src/index'
import { alternate } from './rounds'
import { atMost, type Row } from './table'

const cli = resolve('dist/cli.cjs')

/** A checkout by card, as a shop in a process of its own makes it. */
const checkout = `
const { PAYMENT_SANDBOX_URL: api, PAYMENT_SANDBOX_VAULT_URL: vault } = process.env
const { PAYMENT_SANDBOX_PUBLIC_KEY: publicKey, PAYMENT_SANDBOX_SECRET_KEY: secretKey } = process.env
const post = async (url, key, body) => {
  const headers = { authorization: 'Basic ' + btoa(key + ':'), 'content-type': 'application/json' }
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).json()
}
const card = { name: 'A', number: '4242424242424242', expiration_month: 12, expiration_year: 2040 }
const { id } = await post(vault + '/tokens', publicKey, { card }).catch(() => ({}))
await post(api + '/charges', secretKey, { amount: 100000, currency: 'thb', card: id }).catch(() => {})
`

/** Milliseconds of a whole process, and what it printed. */
const run = async (
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<[number, string]> => {
  const began = performance.now()
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
  })
  return [performance.now() - began, stdout]
}

/** With one job at a time: more of them share the machine. */
export const exploreCommandRows = async (quick: boolean): Promise<readonly Row[]> => {
  const cwd = await mkdtemp(join(tmpdir(), 'payment-sandbox-bench-'))
  const sandbox = createSandbox()
  try {
    writeFileSync(join(cwd, 'checkout.mjs'), checkout)
    const { url, vaultUrl } = await sandbox.listen({ port: 0 })
    const { keys } = sandbox
    const env = {
      PAYMENT_SANDBOX_URL: url,
      PAYMENT_SANDBOX_VAULT_URL: vaultUrl,
      PAYMENT_SANDBOX_PUBLIC_KEY: keys.public,
      PAYMENT_SANDBOX_SECRET_KEY: keys.secret,
    }
    let runs = 1
    const explored = async (): Promise<number> => {
      const options = ['--jobs', '1', '--json', '--', process.execPath, 'checkout.mjs']
      const [ms, said] = await run([cli, 'explore', ...options], cwd, {})
      // The first run, without a fault, is not among its runs.
      runs = (JSON.parse(said) as { runs: number }).runs + 1
      return ms / runs
    }
    const byItself = async (): Promise<number> => {
      let sum = 0
      for (let i = 0; i < runs; i += 1) sum += (await run(['checkout.mjs'], cwd, env))[0]
      return sum / runs
    }
    await explored()
    return [
      {
        what: 'a scenario of a command, one job; limit: the command by itself',
        unit: 'ms',
        ...(await alternate(quick ? 2 : 7, explored, byItself)),
        gate: atMost(1.3),
        aim: null,
        page: { what: 'a scenario of `explore -- <command>`', of: 'the command by itself' },
      },
    ]
  } finally {
    await sandbox.close()
    rmSync(cwd, { recursive: true, force: true })
  }
}
