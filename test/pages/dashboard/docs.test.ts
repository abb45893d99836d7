/** Contract 4 and 10: the documentation as pages under /_sandbox/docs, and where errors lead. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect } from 'vitest'
import type { Sandbox } from '../../../src/index'
import { catalogue } from '../../../src/kernel/error-catalogue'
import type { ErrorName } from '../../../src/kernel/errors'
import { curlOf, type Here } from '../../../src/pages/dashboard/docs/curl'
import { allNames, entriesIn } from '../../../src/pages/docs/content'
import { operationsOf } from '../../../src/pages/docs/operations'
import { topicOf } from '../../../src/pages/docs/topics'
import { controlRoutes } from '../../../src/pages/routes'
import { openApiDocument } from '../../../src/service/openapi/document'
import { routesIn } from '../../../src/service/resources/registry'
import { htmlAt, readPage, unescaped } from '../../support/dashboard'
import { docsSource } from '../../support/docs'
import { setUp, setUpToRead, test } from '../../support/set-up'

const shop = setUpToRead((sandbox) => sandbox.seed('busy-shop'))

const pages = ['', ...allNames.map((name) => `/${name}`)]

const answerAt = ({ fetch, url }: Pick<Sandbox, 'fetch' | 'url'>, path: string) =>
  fetch(`${url}/_sandbox/docs${path}`, { headers: { accept: 'text/html' } })

const pageAt = (sandbox: Pick<Sandbox, 'fetch' | 'url'>, path: string) => htmlAt(sandbox, `/docs${path}`)

/** A command on one line. */
const joined = (command: string): string => command.replaceAll(' \\\n  ', ' ')

const linesOf = (text: string): readonly string[] =>
  [...text.matchAll(/<pre>(curl [^<]*)<\/pre>/g)].map(([, line = '']) => joined(unescaped(line)))

const document = openApiDocument({
  baseUrl: 'http://api.test',
  vaultUrl: 'http://vault.test',
  headerPrefix: 'Service',
})

/** The ids of a page, each of which is there once. */
const idsIn = (text: string): ReadonlySet<string> => {
  const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => unescaped(id))
  expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([])
  return new Set(ids)
}

describe('the pages', () => {
  /** Operations that a page does not show. */
  const missingIn = (text: string, operations: readonly { method: string; path: string }[]) =>
    operations
      .map(
        ({ method, path }) =>
          `<span class="verb">${method.toUpperCase()}</span> <code>${path.replace(/:(\w+)/g, '{$1}')}</code>`,
      )
      .filter((shown) => !text.includes(shown))

  test('begin with tasks, projects and topics', async ({ sandbox }) => {
    const page = await pageAt(sandbox, '')
    expect(page).toMatch(/ code must survive<.*In a browser<.*How your tests run<.*Whole projects .*Topics</s)
    for (const place of ['examples#expiry', 'examples#playwright', 'pytest', 'test-cards'])
      expect(page).toContain(`href="/_sandbox/docs/${place}"`)
  })

  test('have every operation of the service, and every one of the control plane', async ({ sandbox }) => {
    const operations = operationsOf(document)
    expect(operations.length).toBe(routesIn('spec').length)
    expect(missingIn(await pageAt(sandbox, ''), operations)).toEqual([])
    const ofControl = controlRoutes().map((route) => ({ ...route, path: `/_sandbox${route.path}` }))
    expect(missingIn(await pageAt(sandbox, '/control'), ofControl)).toEqual([])
    expect(missingIn(await pageAt(sandbox, '?of=control'), ofControl)).toEqual([])
  })

  test.each(allNames)('of %s have each entry of the topic as an anchor', async (name) => {
    const ids = idsIn(await pageAt(await shop(), `/${name}`))
    const wanted = topicOf(name, docsSource()).sections.flatMap((section) => [
      section.id,
      ...entriesIn(section).map((entry) => entry.id),
    ])
    expect(wanted.filter((id) => !ids.has(id))).toEqual([])
  })

  test.each(pages)('at /docs%s have less than 150 kB', async (path) => {
    expect(Buffer.byteLength(await pageAt(await shop(), path))).toBeLessThan(150_000)
  })

  test('show of each operation and each object its fields, and lead nowhere but to pages that are there', async () => {
    const { sandbox } = setUp({ fixtures: ['first-sale'] })
    const seen = new Map<string, ReadonlySet<string>>()
    const missing: string[] = []
    const follow = async (address: string, from: string): Promise<void> => {
      const { pathname, search, hash } = new URL(unescaped(address), `${sandbox.url}${from}`)
      const here = `${pathname}${search}`
      if (!seen.has(here)) {
        seen.set(here, new Set())
        const answer = await sandbox.fetch(`${sandbox.url}${here}`, { headers: { accept: 'text/html' } })
        const text = await answer.text()
        if (answer.status !== 200) missing.push(`${here} from ${from}: ${answer.status}`)
        seen.set(here, idsIn(text))
        if (pathname.startsWith('/_sandbox/docs'))
          // The page of the other mode is the same.
          for (const [, link = ''] of text.matchAll(/ href="([^"]+)"/g))
            if (/^#|^\/_sandbox\/docs/.test(link) && !link.includes('livemode')) await follow(link, here)
      }
      const anchor = decodeURIComponent(hash.slice(1))
      if (anchor !== '' && seen.get(here)?.has(anchor) === false) missing.push(`${address} from ${from}`)
    }
    for (const words of ['', '?q=xdist+pytest', '?q=shop.mjs+exec', '?q=capture'])
      await follow(`/_sandbox/docs${words}`, '/')
    expect(missing).toEqual([])
    expect(seen.size).toBeGreaterThan(routesIn('spec').length + controlRoutes().length)
  }, 120_000)

  test('take the name of one for all, as the terminal does', async () => {
    expect(await pageAt(await shop(), '/fixture')).toContain('<h1>Fixtures</h1>')
    expect(await (await answerAt(await shop(), '/test-card.md')).text()).toMatch(/^# Test cards\n/)
  })

  test.each([
    ['/errors/insuficient_fund', 'there is no error insuficient_fund: did you mean insufficient_fund?'],
    ['/errors/<b>', 'there is no error <b> '],
    ['/webhoks', 'there is no topic webhoks: did you mean webhooks?'],
    ['/weather', 'there is no topic weather: there are api, errors, '],
    ['/operation/getCharge', 'there is no page operation/getCharge: did you mean operations?'],
    ['/operations/getCharg', 'there is no operation getCharg: did you mean getCharge?'],
    ['/objects/Refnd', 'there is no object Refnd: did you mean Refund?'],
    ['/webhook/retries', 'there is no page webhook/retries: /_sandbox/docs leads to all '],
  ])('at %s are 404, with the nearest name', async (path, text) => {
    const page = await readPage(await shop(), `/docs${encodeURI(path)}`)
    expect(page).toMatchObject({ status: 404, text: expect.stringContaining(text) })
  })

  test('are not for a page of another site', async ({ sandbox }) => {
    const headers = { origin: 'https://evil.example' }
    expect((await sandbox.fetch(`${sandbox.url}/_sandbox/docs`, { headers })).status).toBe(403)
  })
})

test('a value for metadata is copied as a parameter, which does in a request what its row says', async () => {
  const { client, sandbox } = setUp()
  const page = unescaped(await pageAt(sandbox, '/test-cards'))
  expect(page).toContain('its creation, capture, reversal and expiry are refused: 400 backend_error')
  const [, copied] = /data-copy="(metadata[^"]*=backend_error)"/.exec(page) ?? []
  const { id: card } = await client.token()
  const body = `amount=10000&currency=thb&card=${card}&${copied}`
  const refused = await client.send('POST', '/charges', {
    body,
    contentType: 'application/x-www-form-urlencoded',
  })
  expect(refused).toMatchObject({ status: 400, body: { code: 'backend_error' } })
  const { id } = await client.charge({ capture: false })
  await client.patch(`/charges/${id}`, { metadata: { sandbox_fail: 'backend_error' } })
  expect(await client.post(`/charges/${id}/capture`)).toMatchObject({ body: { code: 'backend_error' } })
})

describe('location of an error', () => {
  const names = Object.keys(catalogue) as ErrorName[]
  const codes = [...new Set([...names.map((name) => catalogue[name].code), 'service_unavailable'])]

  /** The answer to a request with a fault that asks for this error. */
  const errorOf = async ({ fetch, url, keys }: Sandbox, code: string) => {
    const status = Object.values(catalogue).find((rule) => rule.code === code)?.status ?? 503
    const answer = await fetch(`${url}/balance`, {
      headers: {
        authorization: `Basic ${btoa(`${keys.secret}:`)}`,
        'sandbox-fault': `status=${status}; code=${code}`,
      },
    })
    return (await answer.json()) as { code: string; location: string }
  }

  test('leads to a small page with the entries of that code alone, without a server and with one', async () => {
    const { sandbox } = setUp()
    const check = async (): Promise<void> => {
      for (const code of codes) {
        const { location } = await errorOf(sandbox, code)
        expect(location).toBe(`${sandbox.url}/_sandbox/docs/errors/${code}`)
        const html = await (await sandbox.fetch(location)).text()
        const shown = [...html.matchAll(/<h3>.*?<code>(\w+)<\/code>/gs)].map(([, name]) => name)
        expect([code, new Set(shown)]).toEqual([code, new Set([code])])
        expect(Buffer.byteLength(html)).toBeLessThan(16_000)
      }
    }
    await check()
    await sandbox.listen({ port: 0 })
    expect(sandbox.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    await check()
    // Also where no operation was reached.
    const { location } = (await (await fetch(`${sandbox.url}/charges`)).json()) as { location: string }
    expect(await (await fetch(location)).text()).toMatch(/<h2>authentication_failure<\/h2>/)
  })

  test('begins with --docs-url where that is given, with # and the code', async () => {
    const { sandbox } = setUp({ docsUrl: 'https://docs.example.com/errors/' })
    const { location } = await errorOf(sandbox, 'not_found')
    expect(location).toBe('https://docs.example.com/errors#not_found')
  })
})

describe('the lines to type', () => {
  test('reach this sandbox: read, create a token, charge it, refund the charge, move the clock', async () => {
    const { client, sandbox } = setUp({ fixtures: ['first-sale'] })
    await sandbox.listen({ port: 0 })
    await client.customer()
    const ids = ['listCharges', 'getCharge', 'createToken', 'createCharge', 'createChargeRefund']
    const details = [...ids.map((id) => `/operations/${id}`), '/control/postClock']
    const texts = await Promise.all(details.map((path) => pageAt(sandbox, path)))
    const all = texts.flatMap(linesOf)
    const line = (like: string): string =>
      all.find((one) => one.includes(like)) ?? expect.fail(`no line has ${like}: ${all.join('\n')}`)
    const { url, vaultUrl, keys } = sandbox
    const session = [
      `curl ${url}/charges -u ${keys.secret}:`,
      line(`${url}/charges/${sandbox.charges.last()?.id} -u`),
      line(`${vaultUrl}/tokens -u ${keys.public}:`),
      line('-d currency=thb -d customer=cust_'),
      line(`/charges/${sandbox.charges.last()?.id}/refunds`),
      line('/_sandbox/clock -d'),
    ]
    expect(all).toContain(session[0])
    const { stdout } = await promisify(execFile)('bash', [
      '-euc',
      session.map((one) => `${one} -sf; echo`).join('\n'),
    ])
    expect(stdout).toContain('"object": "refund"')
    expect(sandbox.charges.count()).toBe(2)
    expect(sandbox.tokens.last()?.used).toBe(false)
    expect(sandbox.clock.now().toISOString()).toBe('2026-01-30T09:00:00.000Z')
  })
  const here: Here = {
    url: 'http://api.test',
    keys: { public: 'pkey_test_a', secret: 'skey_test_a' },
    newest: (kind) => (kind === 'charges' ? 'chrg_test_1' : undefined),
    newestLike: (prefix) => (prefix === 'cust' ? 'cust_test_1' : undefined),
    asJson: false,
    asksForToken: false,
  }
  const lines = (method: string, path: string): readonly string[] => {
    const operation = operationsOf(document).find((one) => one.method === method && one.path === path)
    return operation === undefined
      ? expect.fail(path)
      : curlOf(operation, here).map(({ line }) => joined(line))
  }

  test.each([
    ['GET', '/charges', 'curl http://api.test/charges -u skey_test_a:'],
    ['GET', '/charges/{id}', 'curl http://api.test/charges/chrg_test_1 -u skey_test_a:'],
    ['GET', '/customers/{id}', 'curl http://api.test/customers/customer_id -u skey_test_a:'],
    ['DELETE', '/customers/{id}', 'curl http://api.test/customers/customer_id -u skey_test_a: -X DELETE'],
    [
      'POST',
      '/charges/{id}/reverse',
      'curl http://api.test/charges/chrg_test_1/reverse -u skey_test_a: -X POST',
    ],
    [
      'PATCH',
      '/charges/{id}',
      "curl http://api.test/charges/chrg_test_1 -u skey_test_a: -X PATCH -d 'metadata[order]=A-1002'",
    ],
  ])('%s %s', (method, path, line) => {
    expect(lines(method, path)).toEqual([line])
  })

  test('have a line for each example, with records that are there and quotes where a shell needs them', () => {
    const [card, customer] = lines('POST', '/charges')
    expect(card).toContain("-d card=tokn_test_example -d 'metadata[order]=A-1001'")
    expect(customer).toBe(
      'curl http://api.test/charges -u skey_test_a: -d amount=100000 -d currency=thb -d customer=cust_test_1',
    )
    expect(lines('POST', '/tokens')[0]).toMatch(/^curl http:\/\/vault\.test\/tokens -u pkey_test_a: /)
  })
})

test('operations are read with their parameters, types and errors', () => {
  const create = operationsOf(document).find(({ id }) => id === 'createCharge')
  expect(create).toMatchObject({
    method: 'POST',
    path: '/charges',
    key: 'secret',
    returns: { name: 'Charge' },
  })
  expect(create?.bodies[0]?.fields).toContainEqual({
    name: 'amount',
    type: 'whole number, at least 0',
    required: true,
    text: 'In subunits of the currency; 0 with `authentication` only checks the card',
  })
  expect(create?.bodies[0]?.fields.map(({ name }) => name)).toContain('source[type]')
  expect(create?.errors.find(({ status }) => status === '404')?.codes).toEqual(['not_found'])
  const list = operationsOf(document).find(({ path, method }) => path === '/charges' && method === 'GET')
  expect(list?.parameters).toContainEqual({
    name: 'limit',
    type: 'whole number, 1 to 100',
    required: false,
    text: 'How many records a page has',
  })
})

describe('a search', () => {
  test('pages show the entries with all words of ?q=, and say where else there are some', async ({
    sandbox,
  }) => {
    const { html } = await readPage(sandbox, '/docs/errors?q=stolen')
    expect(html).toContain('id="stolen_or_lost_card"')
    expect(html).not.toContain('id="invalid_filter"')
    expect(html).toMatch(/href="\/_sandbox\/docs\/test-cards\?q=stolen">Test cards \(\d+\)/)
    expect((await readPage(sandbox, '/docs/pytest')).text).not.toContain('Nothing on this page')
    for (const [place, said] of [
      ['/errors?q=zeppelin', 'Nothing on this page has these words.<'],
      ['/pytest?q=webhoks', 'words. Did you mean <a href="/_sandbox/docs/webhooks">webhooks</a>?<'],
      ['?q=zeppelin', 'Nothing has these words.<'],
      [
        '?q=insuficient_fund',
        'Did you mean <a href="/_sandbox/docs/errors#insufficient_fund">insufficient_fund<',
      ],
    ])
      expect(await pageAt(sandbox, place ?? '')).toContain(said)
    const hostile = await readPage(sandbox, `/docs/errors?q=${encodeURIComponent('"><script>')}`)
    expect(hostile.html).not.toContain('"><script>')
  })

  test('pages show what all topics have with the words, headings of examples too, with links to it', async ({
    sandbox,
  }) => {
    const { html } = await readPage(sandbox, '/docs/errors?q=xdist+pytest')
    expect(html).toContain('<a href="/_sandbox/docs/pytest">A shop in Python under pytest</a>')
    expect(html).toContain('<a href="/_sandbox/docs/examples#parallel-suites">Parallel suites</a>')
  })

  test('READMEs lead to each other by their pages, and their pictures are left out', async ({ sandbox }) => {
    const { html } = await readPage(sandbox, '/docs/examples')
    expect(html).toContain('<a href="/_sandbox/docs/workers">workers</a>')
    expect(html).not.toMatch(/README\.md|picture/)
    const markdown = await (await sandbox.fetch('/_sandbox/docs/examples.md')).text()
    expect(markdown).toContain('[workers](workers.md)')
  })
})
