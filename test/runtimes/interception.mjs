/** Interceptions, with the majors of the clients that are installed beside the package. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { get } from 'node:https'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createSandbox } from 'payment-sandbox'
import { intercept } from 'payment-sandbox/intercept'
import { basic, exec, keys, sell, temporaryFolder } from './shop.mjs'

/** Whether a package runs in this Node; if not, that is printed. */
const runsHere = (folder) => {
  const { version, engines, name } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
  const [least, leastMinor = 0] = engines.node.match(/\d+/g).map(Number)
  const [major, minor] = process.versions.node.split('.').map(Number)
  const runs = major > least || (major === least && minor >= leastMinor)
  if (!runs) console.log(`no ${name} ${version}: it needs Node ${least}.${leastMinor}`)
  return runs
}

/** A process of its own: majors of undici share the global dispatcher, and msw puts back what was there before it. */
const run = async (cwd, ...words) => (await promisify(execFile)(process.execPath, words, { cwd })).stdout

/** The same in an environment that names a proxy, which does not exist. */
const runByProxy = async (...words) => {
  const proxy = 'http://proxy.invalid:3128'
  const env = { ...process.env, NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: proxy, HTTP_PROXY: proxy }
  return (await promisify(execFile)(process.execPath, words, { env })).stdout
}

const unreachable = 'ERR_PAYMENT_SANDBOX_UNREACHABLE'

const checkClosed = (printed, { refused, proxied }) => {
  const outcome = JSON.parse(printed)
  const names = Object.keys(outcome.answered)
  assert.ok(names.length > 40)
  assert.deepEqual(outcome.answered, Object.fromEntries(names.map((name) => [name, 200])))
  assert.deepEqual(new Set(Object.values(outcome.refused)), new Set(refused))
  assert.equal(outcome.proxied, proxied)
  assert.deepEqual(outcome.left, [])
}

const expectAll = (printed, outcome) => {
  const outcomes = JSON.parse(printed)
  const names = Object.keys(outcomes)
  assert.ok(names.length > 5)
  assert.deepEqual(outcomes, Object.fromEntries(names.map((name) => [name, outcome])))
}

/** Every form of call is answered or refused, and nothing leaves; under exec its proxy answers too. */
const closesUndici = async (name) => {
  const own = await run('.', 'trapped.mjs', name)
  checkClosed(own, { refused: [unreachable], proxied: unreachable })
  // There no function can be taken before it begins.
  const underExec = await exec(['--intercept', 'omise'], 'trapped.mjs', name)
  checkClosed(underExec, { refused: [unreachable, 200], proxied: 200 })
}

/** Calls to built-in hosts reach the sandbox, those to their neighbours nothing. */
const reachesHosts = async () => {
  const sandbox = createSandbox()
  const interception = intercept(sandbox, 'omise')
  await sell({ url: 'https://api.omise.co', vaultUrl: 'https://vault.omise.co' })
  const headers = { authorization: sandbox.authorization.secret }
  const answer = await new Promise((resolve, reject) => {
    get('https://api.omise.co/charges', { headers }, resolve).on('error', reject)
  })
  assert.equal(answer.resume().statusCode, 200)
  await assert.rejects(fetch('https://unmapped.omise.co/'), ({ code, cause }) =>
    [code, cause?.code].includes('ERR_PAYMENT_SANDBOX_UNMAPPED_HOST'),
  )
  interception.stop()
  await sandbox.close()
}

/** A program of this runtime reaches the sandbox at built-in hosts. */
const reachesHostsUnderExec = () =>
  temporaryFolder(async (folder) => {
    const file = join(folder, 'shop.mjs')
    const program = `
      const answer = await fetch('https://api.omise.co/charges', { headers: { authorization: '${basic(keys.secret)}' } })
      console.log(answer.status, (await answer.json()).object)`
    writeFileSync(file, program)
    assert.match(await exec(['--intercept', 'omise'], file), /^200 list$/m)
  })

/** A sandbox that may not listen says which option of Node is missing. */
const namesPermission = async () => {
  if (!process.allowedNodeEnvironmentFlags.has('--allow-net'))
    return console.log('no permission for the network in this Node')
  const code = `import { createSandbox } from 'payment-sandbox'
    await createSandbox().listen({ port: 0 }).catch(({ message }) => console.log(message))`
  const words = ['--permission', '--allow-fs-read=*', '--input-type=module', '--eval', code]
  assert.match(await run('.', ...words), /no permission: start Node with --allow-net/)
}

export const interceptsCalls = async () => {
  await reachesHostsUnderExec()
  if (process.versions.bun !== undefined || process.versions.deno !== undefined) {
    assert.throws(() => intercept(createSandbox(), 'omise'), { code: 'unsupported_runtime' })
    return console.log('no interception in the process itself')
  }
  await reachesHosts()
  // Calls of worker threads.
  expectAll(await run('.', 'threads.mjs', 'intercept'), unreachable)
  expectAll(await exec(['--intercept', 'omise'], 'threads.mjs'), 401)
  // Undici without a dispatcher, under NODE_USE_ENV_PROXY.
  const majors = [6, 7, 8].filter((major) => runsHere(`node_modules/undici-${major}`))
  expectAll(await runByProxy('env-proxy.mjs', ...majors), 401)
  await namesPermission()
  // ts-node, @swc-node, @babel/register, tsx and source maps load a program.
  if (existsSync('with-loaders'))
    expectAll(await exec(['--intercept', 'omise'], 'with-loaders/loaders.mjs'), '401')
  for (const major of majors) await closesUndici(`undici-${major}`)
  // It begins and ends in any order beside msw.
  for (const folder of ['.', 'with-msw-3'])
    if (runsHere(`${folder}/node_modules/msw`)) await run(folder, 'with-msw.mjs')
}
