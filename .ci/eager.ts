import { readFileSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'

/** What most tests start with. */
const charge = async ({ createSandbox }: typeof import('../src/index')): Promise<void> => {
  const { authorization, vaultUrl, url, fetch, close } = createSandbox()
  const post = async (to: string, key: string, body: object): Promise<{ readonly id: string }> => {
    const headers = { authorization: key, 'content-type': 'application/json' }
    const answer = await fetch(to, { method: 'POST', headers, body: JSON.stringify(body) })
    return answer.ok ? answer.json() : Promise.reject(new Error(await answer.text()))
  }
  const card = { name: 'A', number: '4242424242424242', expiration_month: 12, expiration_year: 2040 }
  const { id } = await post(`${vaultUrl}/tokens`, authorization.public, { card })
  await post(`${url}/charges`, authorization.secret, { amount: 100_000, currency: 'thb', card: id })
  await close()
}

/**
 * Puts the functions that a first charge calls in parentheses: V8 compiles these at once, where it reads others twice, to
 * find their end and when they are called. It saves one twentieth of a first charge.
 */
export const compileEagerly = async (folder: string): Promise<void> => {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await charge(createRequire(import.meta.url)(resolve(folder, 'index.cjs')))
  const { result } = await session.post('Profiler.takePreciseCoverage')
  session.disconnect()
  for (const { url, functions } of result) {
    const [part] = /part-[\w-]+\.cjs$/.exec(url) ?? []
    if (part === undefined) continue
    const pieces = [...readFileSync(join(folder, part), 'utf8')]
    const text = pieces.join('')
    for (const { startOffset: start, endOffset: end, count } of functions.flatMap(({ ranges }) => ranges))
      if (count > 0 && /^(?:async )?function\(/.test(text.slice(start, start + 15))) {
        pieces[start] = `(${pieces[start]}`
        pieces[end - 1] += ')'
      }
    writeFileSync(join(folder, part), pieces.join(''))
  }
}
