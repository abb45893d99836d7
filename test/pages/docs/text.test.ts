/** Contract 14: the documentation as text, for readers that are programs. */
import { describe, expect } from 'vitest'
import { SandboxError, type SandboxErrorCode } from '../../../src/index'
import { isObject, once } from '../../../src/kernel/json'
import { operationDocument, operationNames } from '../../../src/pages/docs/one-operation'
import { inside } from '../../cli/inside'
import { docsSource } from '../../support/docs'
import { makeSandbox, test } from '../../support/set-up'

const markdown = 'text/markdown; charset=utf-8'
const html = 'text/html; charset=utf-8'

describe('llms.txt', () => {
  test('begins with a title and a summary, and each of its links is answered', async ({ sandbox }) => {
    const answer = await sandbox.fetch('/_sandbox/llms.txt')
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const text = await answer.text()
    expect(text).toMatch(/^# payment-sandbox\n\n> \S/)
    const links = [...text.matchAll(/\]\((\S+)\)/g)].map(([, link = '']) => link)
    expect(links.length).toBeGreaterThan(12)
    for (const link of links) expect((await sandbox.fetch(link)).status, link).toBe(200)
  })

  test('is short, and llms-full.txt has every topic and the examples', async () => {
    // The terminal shows what any profile has.
    const sandbox = makeSandbox({ profile: 'omise' })
    const short = await (await sandbox.fetch('/_sandbox/llms.txt')).text()
    expect(short.length).toBeLessThan(4096)
    const full = await (await sandbox.fetch('/_sandbox/llms-full.txt')).text()
    for (const heading of ['# Operations', '# Errors', '# Choices', '# Examples'])
      expect(full).toContain(`\n${heading}\n`)
    const { stdout, code } = await inside(['docs', '--all'])
    expect(code).toBe(0)
    expect(stdout.match(/^#+ .*$/gm)).toEqual(full.match(/^#+ .*$/gm))
  })
})

describe('a page of the documentation', () => {
  test.each([
    ['/docs', { accept: 'text/markdown' }, markdown],
    ['/docs.md', {}, markdown],
    ['/docs', {}, html],
    ['/docs/errors', { accept: 'text/markdown' }, markdown],
    ['/docs/errors.md', { accept: 'text/html' }, markdown],
    ['/docs/errors', { accept: 'text/html,*/*' }, html],
    ['/docs/errors', { accept: 'text/html, text/markdown;q=0.9' }, html],
    ['/docs/errors', { accept: 'text/markdown, text/html;q=0.9' }, markdown],
    ['/docs/errors', { accept: '*/*' }, html],
    ['/docs/control', { accept: 'text/markdown' }, markdown],
    ['/docs/examples.md', {}, markdown],
    ['/docs/operations/createCharge.md', {}, markdown],
    ['/docs/control/postClock.md', {}, markdown],
    ['/docs/objects/Charge.md', {}, markdown],
  ])('%s with %j is answered as %s', async (path, headers, type) => {
    const { fetch } = makeSandbox()
    const answer = await fetch(`/_sandbox${path}`, { headers })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
  })

  test('of operations leads to a text for each of them', async ({ sandbox }) => {
    for (const page of ['/_sandbox/docs.md', '/_sandbox/docs/control.md']) {
      const text = await (await sandbox.fetch(page)).text()
      const links = [...text.matchAll(/`(\/_sandbox\/docs\/\S+\.md)`/g)].map(([, link = '']) => link)
      expect(links.length).toBeGreaterThan(40)
      for (const link of links) expect((await sandbox.fetch(link)).status, link).toBe(200)
    }
  })

  test.each([
    ['/docs/erors.md', 'did you mean errors?'],
    ['/docs/errors/insuficient_fund.md', 'did you mean insufficient_fund?'],
    ['/docs/operations/createCharg.md', 'did you mean createCharge?'],
    ['/docs/objects/Nothing.md', 'there is no object Nothing'],
    ['/docs/nothing/at-all.md', 'there is no page nothing/at-all'],
  ])('%s is not found, and says what there is', async (path, text) => {
    const { fetch } = makeSandbox()
    const answer = await fetch(`/_sandbox${path}`)
    expect(answer.status).toBe(404)
    expect((await answer.json()).error.message).toContain(text)
  })
})

test('the location of an error is that one entry, as a page or as Markdown', async ({ sandbox }) => {
  const { authorization } = sandbox
  const body = new URLSearchParams({ amount: '1', currency: 'thb', card: sandbox.token().id })
  const error = await sandbox.fetch('/charges', {
    method: 'POST',
    headers: { authorization: authorization.secret },
    body,
  })
  const { location } = await error.json()
  const text = await (await sandbox.fetch(location, { headers: { accept: 'text/markdown' } })).text()
  expect(text.match(/^### .*$/gm)).toEqual(['### 400 invalid_charge', '### 422 invalid_charge'])
  expect(text).toContain('- What to do: ')
  const page = await sandbox.fetch(location, { headers: { accept: 'text/html' } })
  expect(page.headers.get('content-type')).toBe(html)
})

describe('the error of the library', () => {
  test('names the command that prints what the documentation says about it', async ({ sandbox }) => {
    const errorOf = (act: () => unknown): SandboxError => {
      try {
        act()
      } catch (error) {
        if (error instanceof SandboxError) return error
      }
      throw new Error('it throws no SandboxError')
    }
    const expired = sandbox.token()
    const refused = errorOf(() => sandbox.simulate.payCharge('chrg_test_none'))
    expect(refused.docs_url).toBe('npx payment-sandbox docs not_found')
    expect(errorOf(() => sandbox.token('no-such-card')).docs_url).toBe('npx payment-sandbox docs refused')
    expect(errorOf(() => sandbox.token({ number: '1' })).docs_url).toBe(
      'npx payment-sandbox docs invalid_card',
    )
    expect(expired.object).toBe('token')
  })

  test.each([
    'invalid_option',
    'refused',
    'unknown_host',
    'endless_events',
  ] as const satisfies SandboxErrorCode[])('%s has an entry', async (code) => {
    const [, ...words] = new SandboxError(code, 'any').docs_url.split(' ').slice(1)
    const { stdout, code: status } = await inside(words)
    expect(status).toBe(0)
    expect(stdout).toContain(`\`${code}\``)
  })
})

describe('docs', () => {
  test('examples prints the examples of the package', async () => {
    const { stdout, code } = await inside(['docs', 'examples'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^# Examples\n/)
  })

  test('--json prints a topic, or the entries of it, as data', async () => {
    const topic = JSON.parse((await inside(['docs', 'states', '--json'])).stdout)
    expect(topic).toMatchObject({ name: 'states', title: 'States' })
    expect(topic.sections[0].moves).toContain('new --pay--> paid')
    const { sections } = JSON.parse((await inside(['docs', 'errors', 'insufficient_fund', '--json'])).stdout)
    expect(sections[0].entries).toMatchObject([{ id: 'insufficient_fund', label: '402' }])
    const all = JSON.parse((await inside(['docs', '--json'])).stdout)
    expect(all.map(({ name }: { name: string }) => name)).toContain('webhooks')
  })

  test.each([[['errors', '--all'], '--all prints every topic: leave out "errors", or --all']])(
    '%j is a wrong use',
    async (words, text) => {
      expect(await inside(['docs', ...words])).toEqual({
        ...{ code: 2, stdout: '' },
        stderr: `payment-sandbox: ${text}\n`,
      })
    },
  )
})

describe('the document of one operation', () => {
  const { service, control, ...rest } = docsSource()
  const [wholeService, wholeControl] = [once(() => service()), once(() => control())]
  const source = { ...rest, service: () => wholeService(), control: () => wholeControl() }

  const refsIn = (value: unknown): string[] => {
    if (Array.isArray(value)) return value.flatMap(refsIn)
    if (!isObject(value)) return []
    const own = typeof value.$ref === 'string' ? [value.$ref] : []
    return [...own, ...Object.values(value).flatMap(refsIn)]
  }

  test('has all that it refers to, for every operation of both planes', () => {
    const names = operationNames(source)
    expect(names).toEqual(expect.arrayContaining(['POST /charges', 'POST /_sandbox/clock']))
    for (const name of names) {
      const document = operationDocument(source, name)
      const reach = (ref: string): unknown =>
        ref
          .slice(2)
          .split('/')
          .reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), document)
      for (const ref of refsIn(document)) expect(reach(ref), `${name}: ${ref}`).toBeDefined()
    }
  })

  test.each([
    'GET /customers/:id/cards/:sub_id',
    'get /customers/{id}/cards/{card_id}/',
    '/customers/{}/cards/{}',
  ])('is found by %s', async (name) => {
    const { stdout, code } = await inside(['openapi', '--operation', name])
    expect(code).toBe(0)
    expect(Object.keys(JSON.parse(stdout).paths)).toEqual(['/customers/{id}/cards/{card_id}'])
  })

  test('says which name is near', async () => {
    expect(await inside(['openapi', '--operation', 'POST /charge'])).toEqual({
      ...{ code: 2, stdout: '' },
      stderr:
        'payment-sandbox: --operation: there is no operation POST /charge: did you mean POST /charges?\n',
    })
  })
})
