/** The rules of interceptions, with the majors of the clients that are installed beside the package. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { get } from 'node:https'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { intercept } from 'payment-sandbox/intercept'
import { basic, exec, open, sell, temporaryFolder } from './shop.mjs'

const isNode = process.versions.bun === undefined && process.versions.deno === undefined

/** @returns why a runtime does not have this: the refusal says it */
const refusalOf = (work) => {
  try {
    work()
  } catch (error) {
    assert.equal(error.code, 'unsupported_runtime')
    return error.message
  }
  assert.fail('nothing refused it: the rule holds here')
}

/** @returns why a package does not run here, or null */
const obstacleTo = (folder) => {
  if (!isNode) return 'calls can be intercepted in Node only'
  const { version, engines, name } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
  const [least, leastMinor = 0] = engines.node.match(/\d+/g).map(Number)
  const [major, minor] = process.versions.node.split('.').map(Number)
  const runs = major > least || (major === least && minor >= leastMinor)
  return runs ? null : `${name} ${version} needs Node ${least}.${leastMinor}`
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

const rulesOfUndici = (major) => ({
  [`intercept: every form of call is answered or refused, and nothing leaves, with undici ${major}`]:
    async () => {
      const obstacle = obstacleTo(`node_modules/undici-${major}`)
      if (obstacle !== null) return obstacle
      const printed = await run('.', 'trapped.mjs', `undici-${major}`)
      checkClosed(printed, { refused: [unreachable], proxied: unreachable })
    },

  [`exec --intercept: the same, and its proxy answers too, with undici ${major}`]: async () => {
    const obstacle = obstacleTo(`node_modules/undici-${major}`)
    if (obstacle !== null) return obstacle
    const printed = await exec(['--intercept', 'omise'], 'trapped.mjs', `undici-${major}`)
    // There no function can be taken before it begins.
    checkClosed(printed, { refused: [unreachable, 200], proxied: 200 })
  },
})

const expectAll = (printed, outcome) => {
  const outcomes = JSON.parse(printed)
  const names = Object.keys(outcomes)
  assert.ok(names.length > 5)
  assert.deepEqual(outcomes, Object.fromEntries(names.map((name) => [name, outcome])))
}

const rulesOfThreads = {
  'intercept: calls of worker threads are refused, and nothing leaves': async () => {
    if (!isNode) return 'calls can be intercepted in Node only'
    expectAll(await run('.', 'threads.mjs', 'intercept'), unreachable)
  },

  'exec --intercept: calls of worker threads are answered': async () => {
    if (!isNode) return 'calls can be intercepted in Node only'
    expectAll(await exec(['--intercept', 'omise'], 'threads.mjs'), 401)
  },
}

const ruleOfEnvProxy = {
  'intercept: undici without a dispatcher is answered under NODE_USE_ENV_PROXY': async () => {
    if (!isNode) return 'calls can be intercepted in Node only'
    const majors = [6, 7, 8].filter((major) => obstacleTo(`node_modules/undici-${major}`) === null)
    expectAll(await runByProxy('env-proxy.mjs', ...majors), 401)
  },
}

const ruleOfPermissions = {
  'a sandbox that may not listen says which option of Node is missing': async () => {
    if (!isNode || !process.allowedNodeEnvironmentFlags.has('--allow-net'))
      return 'it has no permission for the network'
    const code = `import { createSandbox } from 'payment-sandbox'
      await createSandbox().listen({ port: 0 }).catch(({ message }) => console.log(message))`
    const words = ['--permission', '--allow-fs-read=*', '--input-type=module', '--eval', code]
    assert.match(await run('.', ...words), /no permission: start Node with --allow-net/)
  },
}

const rulesOfLoaders = {
  'exec --intercept: ts-node, @swc-node, @babel/register, tsx and source maps load a program': async () => {
    if (!isNode) return 'calls can be intercepted in Node only'
    expectAll(await exec(['--intercept', 'omise'], 'with-loaders/loaders.mjs'), '401')
  },
}

const ruleOfMsw = (major, folder) => ({
  [`intercept: begins and ends in any order with msw ${major}`]: async () => {
    const obstacle = obstacleTo(`${folder}/node_modules/msw`)
    if (obstacle !== null) return obstacle
    await run(folder, 'beside-msw.mjs')
  },
})

export const interceptionRules = {
  'intercept: calls to built-in hosts reach the sandbox, those to their neighbours nothing': async () => {
    const sandbox = open()
    if (!isNode) return refusalOf(() => intercept(sandbox, 'omise'))
    const interception = intercept(sandbox, 'omise')
    try {
      const hosts = { url: 'https://api.omise.co', vaultUrl: 'https://vault.omise.co', keys: sandbox.keys }
      await sell({ ...hosts, send: fetch })
      const headers = { authorization: sandbox.authorization.secret }
      const answer = await new Promise((resolve, reject) => {
        get('https://api.omise.co/charges', { headers }, resolve).on('error', reject)
      })
      assert.equal(answer.statusCode, 200)
      answer.resume()
      await assert.rejects(fetch('https://unmapped.omise.co/'), ({ code, cause }) =>
        [code, cause?.code].includes('ERR_PAYMENT_SANDBOX_UNMAPPED_HOST'),
      )
    } finally {
      interception.stop()
    }
  },

  'exec --intercept: a program of this runtime reaches the sandbox at built-in hosts': () =>
    temporaryFolder(async (folder) => {
      const file = join(folder, 'shop.mjs')
      const program = `
        const answer = await fetch('https://api.omise.co/charges', { headers: { authorization: '${basic('skey_test_sandbox')}' } })
        console.log(answer.status, (await answer.json()).object)`
      writeFileSync(file, program)
      assert.match(await exec(['--intercept', 'omise'], file), /^200 list$/m)
    }),

  ...rulesOfThreads,
  ...ruleOfEnvProxy,
  ...ruleOfPermissions,
  ...rulesOfLoaders,
  ...rulesOfUndici(6),
  ...rulesOfUndici(7),
  ...rulesOfUndici(8),
  ...ruleOfMsw(2, '.'),
  ...ruleOfMsw(3, 'with-msw-3'),
}
